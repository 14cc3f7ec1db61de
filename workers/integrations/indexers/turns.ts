import type {Redis} from 'ioredis';
import {RateLimiterRedis, RateLimiterRes} from 'rate-limiter-flexible';
import {wait} from '#shared/coordination/wait.ts';
import type {IndexerSettings} from '#shared/domain/indexers/indexer-record.ts';
import {TooMany} from '#shared/errors.ts';
import {budgetWindow} from '#shared/query-budgets.ts';

export interface Turns {
	/**
	 * Waits for the indexer's minimum interval, two minutes at most. Throws TooMany `rate_limited` after that, and when
	 * its query limit is used up, or `budget_kept` when only the `reserved` queries are left. Counts all processes.
	 */
	query(indexer: TurnLimits, signal: AbortSignal, reserved?: number): Promise<void>;
	/**
	 * The same for a person who tests settings, saved or not. Tests have a short interval of their own for each site,
	 * so they wait for no search and for no other site, and give up after 15 seconds.
	 */
	test(indexer: TurnLimits, signal: AbortSignal): Promise<void>;
	/** Throws TooMany `rate_limited` when its grab limit is used up. */
	grab(indexer: TurnLimits): Promise<void>;
}

type TurnLimits = Pick<IndexerSettings, 'id' | 'name' | 'url' | 'queryLimit' | 'grabLimit' | 'limitUnit' | 'minimumIntervalSeconds'>;

/** The code of a refusal that says nothing about the indexer: others may still use what is left of its budget. */
export const budgetKept = 'budget_kept';

/** One request in `seconds` for all that share the key. */
interface Pace {
	key: string;
	name: string;
	seconds: number;
	longestWaitMs: number;
}

/** Milliseconds that a search waits for its turn; those of a whole search are fewer. */
const searchWaitMs = 120_000;
const testWaitMs = 15_000;
/** Seconds between two requests of tests, if the indexer has a longer interval. One test sends several requests. */
const testSeconds = 2;

export function createTurns(redis: Redis, prefix: string): Turns {
	const limiter = (what: string, points: number, duration: number) =>
		new RateLimiterRedis({storeClient: redis, useRedisPackage: false, keyPrefix: `${prefix}:turns:${what}`, points, duration});

	async function spend(what: 'query' | 'grab', {id, name, queryLimit, grabLimit, limitUnit}: TurnLimits, reserved = 0): Promise<void> {
		const whole = what === 'query' ? queryLimit : grabLimit;
		if (whole === null) {
			return;
		}
		const limit = Math.max(0, whole - reserved);
		// A site counts the last hour or day. A budget that restarts at some moment could be spent twice around it.
		const {hits, freeInMs} = await budgetWindow({redis, prefix, what, limit}, {limitUnit}).hit(id);
		if (hits > limit) {
			const allowed = `${name} allows ${whole} ${what === 'query' ? 'searches' : 'grabs'} a ${limitUnit}`;
			const seconds = Math.ceil(freeInMs / 1000);
			throw reserved > 0
				? new TooMany(budgetKept, `${allowed}; what is left is kept for new episodes and for people.`, seconds)
				: new TooMany('rate_limited', `${allowed}; they are used up.`, seconds);
		}
	}

	async function keepPace({key, name, seconds, longestWaitMs}: Pace, signal: AbortSignal): Promise<void> {
		const until = performance.now() + longestWaitMs;
		while (seconds > 0) {
			const refusal = await refusalOf(limiter('interval', 1, seconds), key);
			if (!refusal) {
				return;
			}
			const leftMs = until - performance.now();
			await wait(Math.min(refusal.msBeforeNext, Math.max(0, leftMs)), signal);
			if (refusal.msBeforeNext > leftMs) {
				const message = `${name} may be asked once in ${seconds} seconds, and others were first.`;
				throw new TooMany('rate_limited', message, Math.ceil((refusal.msBeforeNext - leftMs) / 1000));
			}
		}
	}

	return {
		async query(indexer, signal, reserved) {
			await spend('query', indexer, reserved);
			const {id: key, name, minimumIntervalSeconds: seconds} = indexer;
			await keepPace({key, name, seconds, longestWaitMs: searchWaitMs}, signal);
		},
		async test(indexer, signal) {
			const site = URL.parse(indexer.url)?.host ?? indexer.url;
			await spend('query', {...indexer, id: indexer.id || `unsaved-${site}`});
			const seconds = Math.min(indexer.minimumIntervalSeconds, testSeconds);
			await keepPace({key: `test-${site}`, name: indexer.name, seconds, longestWaitMs: testWaitMs}, signal);
		},
		grab: indexer => spend('grab', indexer),
	};
}

async function refusalOf(limiter: RateLimiterRedis, id: string): Promise<RateLimiterRes | null> {
	try {
		await limiter.consume(id);
		return null;
	} catch (error) {
		if (error instanceof RateLimiterRes) {
			return error;
		}
		throw error;
	}
}
