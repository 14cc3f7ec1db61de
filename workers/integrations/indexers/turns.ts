import {setTimeout as pause} from 'node:timers/promises';
import type {Redis} from 'ioredis';
import {RateLimiterRedis, RateLimiterRes} from 'rate-limiter-flexible';
import type {IndexerSettings} from '#shared/domain/indexers/indexer-record.ts';
import {TooMany} from '#shared/errors.ts';

export interface Turns {
	/**
	 * Waits for the indexer's minimum interval. Throws TooMany `rate_limited` when its query limit is used up. Counts
	 * all processes together.
	 */
	query(indexer: TurnLimits, signal: AbortSignal): Promise<void>;
	/** Throws TooMany `rate_limited` when its grab limit is used up. */
	grab(indexer: TurnLimits): Promise<void>;
}

type TurnLimits = Pick<IndexerSettings, 'id' | 'name' | 'queryLimit' | 'grabLimit' | 'limitUnit' | 'minimumIntervalSeconds'>;

const secondsOf = {hour: 3600, day: 86_400} as const;

export function createTurns(redis: Redis, prefix: string): Turns {
	const limiter = (what: string, points: number, duration: number) =>
		new RateLimiterRedis({storeClient: redis, useRedisPackage: false, keyPrefix: `${prefix}:turns:${what}`, points, duration});

	async function spend(what: 'query' | 'grab', limit: number | null, {id, name, limitUnit}: TurnLimits): Promise<void> {
		if (limit === null) {
			return;
		}
		const refusal = await refusalOf(limiter(what, limit, secondsOf[limitUnit]), id);
		if (refusal) {
			throw new TooMany(
				'rate_limited',
				`${name} allows ${limit} ${what === 'query' ? 'searches' : 'grabs'} a ${limitUnit}; they are used up.`,
				Math.ceil(refusal.msBeforeNext / 1000),
			);
		}
	}

	return {
		async query(indexer, signal) {
			await spend('query', indexer.queryLimit, indexer);
			const interval = indexer.minimumIntervalSeconds;
			while (interval > 0) {
				const refusal = await refusalOf(limiter('interval', 1, interval), indexer.id);
				if (!refusal) {
					return;
				}
				await pause(refusal.msBeforeNext, undefined, {signal});
			}
		},
		grab: indexer => spend('grab', indexer.grabLimit, indexer),
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
