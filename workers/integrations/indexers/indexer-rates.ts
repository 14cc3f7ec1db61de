import type {Redis} from 'ioredis';
import {createRates, type Hit, type StoredRates} from '#shared/coordination/rate.ts';
import {createSharedSlots} from '#shared/coordination/shared-slots.ts';
import {createSlots, type Leave} from '#shared/coordination/slots.ts';
import {secondMs} from '#shared/domain/durations.ts';
import type {IndexerSettings} from '#shared/domain/indexers/indexer-record.ts';
import {Cancelled, TooMany} from '#shared/errors.ts';
import {budgetOf} from '#shared/query-budgets.ts';

/** The limits of indexers, for all processes together. */
export interface IndexerRates {
	/**
	 * Waits for the indexer's minimum interval, two minutes at most. Throws TooMany `rate_limited` after that, and when
	 * its query limit is used up, or `budget_kept` when only the `reserved` queries are left.
	 * `leastSeconds` is what the site itself wants between two requests, also of tests, grabs and other indexers.
	 */
	query(indexer: LimitedIndexer, signal: AbortSignal, reserved?: number, leastSeconds?: number): Promise<void>;
	/**
	 * The same for a person who tests settings, saved or not. Tests have a short interval of their own for each site,
	 * so they wait for no search and for no other site beyond what the site wants, and give up after 15 seconds.
	 */
	test(indexer: LimitedIndexer, signal: AbortSignal, leastSeconds?: number): Promise<void>;
	/** Waits for the interval as a query does, and counts none: for the files of a grab. */
	waitForRate(indexer: LimitedIndexer, signal: AbortSignal, leastSeconds?: number): Promise<void>;
	/**
	 * Waits until no other request of any process to its host is running, two minutes at most. Throws TooMany
	 * `rate_limited` after that, and Cancelled. The caller must release it.
	 */
	oneAtATime(indexer: Pick<LimitedIndexer, 'name' | 'url'>, signal: AbortSignal): Promise<Leave>;
	/**
	 * Throws TooMany `rate_limited` when its grab limit is used up, or while its grabs are paused. A person need not
	 * wait for the end of a pause that the site did not ask for. `site` is the one of several for which the indexer
	 * speaks.
	 */
	grab(indexer: LimitedIndexer, asked?: {byPerson: boolean; site?: string | undefined}): Promise<void>;
	/** No grab is made for so long, because the site asked for it or because it refused one. */
	pauseGrabs(indexer: Pick<LimitedIndexer, 'id'>, rest: GrabRest): Promise<void>;
}

type LimitedIndexer = Pick<IndexerSettings, 'id' | 'name' | 'url' | 'queryLimit' | 'grabLimit' | 'limitUnit' | 'minimumIntervalSeconds'>;

export interface GrabRest {
	seconds: number;
	isAsked: boolean;
	/** Only this one of several sites for which the indexer speaks. */
	site?: string | undefined;
}

/** The code of a refusal that says nothing about the indexer: others may still use what is left of its budget. */
export const budgetKept = 'budget_kept';

/** One request in `seconds` for all that share the key. */
interface Interval {
	key: string;
	name: string;
	seconds: number;
	maxWaitMs: number;
}

const grabs = budgetOf('grab', 0, {limitUnit: 'day'}).name;
const refusedGrabs = 'refused-grab';
/** Milliseconds that a search waits for its interval; those of a whole search are fewer. */
const searchWaitMs = 120_000;
const testWaitMs = 15_000;
/** Seconds after which another try is worthwhile when a host was never free. */
const lateSeconds = 5;
/** Seconds between two requests of tests, if the indexer has a longer interval. One test sends several requests. */
const testSeconds = 2;

const keyOfSite = ({id}: Pick<LimitedIndexer, 'id'>, site: string) => `${id} ${site}`;
const siteOf = ({url}: Pick<LimitedIndexer, 'url'>) => URL.parse(url)?.host ?? url;

function intervalOfSite(indexer: LimitedIndexer, seconds = 0, maxWaitMs: number): Interval {
	return {key: `site-${siteOf(indexer)}`, name: indexer.name, seconds, maxWaitMs};
}

/** `budgets` are what sites allow in an hour or a day, which must not be forgotten; the intervals are only seconds. */
export function createIndexerRates(redis: Redis, prefix: string, budgets: StoredRates): IndexerRates {
	const rates = createRates(redis, prefix);
	const hosts = createSlots({maxOfCaller: 1});
	const sharedHosts = createSharedSlots(redis, prefix);

	/** Null without a limit. */
	async function spend(
		what: 'query' | 'grab',
		{id, name, queryLimit, grabLimit, limitUnit}: LimitedIndexer,
		reserved = 0,
	): Promise<Hit | null> {
		const whole = what === 'query' ? queryLimit : grabLimit;
		if (whole === null) {
			return null;
		}
		// A site counts the last hour or day. A budget that restarts at some time could be spent twice around it.
		const hit = await budgets.hit(budgetOf(what, Math.max(0, whole - reserved), {limitUnit}), id);
		if (hit.isOver) {
			const allowed = `${name} allows ${whole} ${what === 'query' ? 'searches' : 'grabs'} a ${limitUnit}`;
			const seconds = Math.ceil(hit.freeInMs / 1000);
			throw reserved > 0
				? new TooMany(budgetKept, `${allowed}; what is left is kept for new episodes and for people.`, seconds)
				: new TooMany('rate_limited', `${allowed}; they are used up.`, seconds);
		}
		return hit;
	}

	async function refuseIfResting(key: string, {name, byPerson}: {name: string; byPerson: boolean}): Promise<void> {
		const askedMs = await budgets.pausedMs(grabs, key);
		const refusedMs = byPerson ? 0 : await budgets.pausedMs(refusedGrabs, key);
		if (askedMs > 0 || refusedMs > 0) {
			const why = askedMs > 0 ? 'asked us to wait before the next grab' : 'refused a file and rests before the next grab';
			throw new TooMany('rate_limited', `${name} ${why}.`, Math.ceil(Math.max(askedMs, refusedMs) / secondMs));
		}
	}

	async function waitForInterval({key, name, seconds, maxWaitMs}: Interval, signal: AbortSignal): Promise<void> {
		if (seconds <= 0) {
			return;
		}
		const interval = {name: 'indexer-interval', max: 1, windowMs: seconds * secondMs};
		const {isOver, freeInMs} = await rates.waitForHit(interval, key, {signal, maxWaitMs});
		if (isOver) {
			const message = `${name} may be asked once in ${seconds} seconds, and others were first.`;
			throw new TooMany('rate_limited', message, Math.max(1, Math.ceil(freeInMs / 1000)));
		}
	}

	/** A query that is not sent after all, because its interval is too long or its search is over, is given back. */
	async function spendAndWait(spent: Promise<Hit | null>, intervals: readonly Interval[], signal: AbortSignal): Promise<void> {
		const hit = await spent;
		try {
			for (const interval of intervals) {
				await waitForInterval(interval, signal);
			}
		} catch (error) {
			await hit?.giveBack().catch(() => {});
			throw error;
		}
	}

	return {
		query(indexer, signal, reserved, leastSeconds) {
			const {id: key, name, minimumIntervalSeconds: seconds} = indexer;
			const own = {key, name, seconds, maxWaitMs: searchWaitMs};
			return spendAndWait(spend('query', indexer, reserved), [own, intervalOfSite(indexer, leastSeconds, searchWaitMs)], signal);
		},
		test(indexer, signal, leastSeconds) {
			const site = siteOf(indexer);
			const seconds = Math.min(indexer.minimumIntervalSeconds, testSeconds);
			const own = {key: `test-${site}`, name: indexer.name, seconds, maxWaitMs: testWaitMs};
			const spent = spend('query', {...indexer, id: indexer.id || `unsaved-${site}`});
			return spendAndWait(spent, [own, intervalOfSite(indexer, leastSeconds, testWaitMs)], signal);
		},
		waitForRate(indexer, signal, leastSeconds) {
			const {id: key, name, minimumIntervalSeconds: seconds} = indexer;
			const own = {key, name, seconds, maxWaitMs: searchWaitMs};
			return spendAndWait(Promise.resolve(null), [own, intervalOfSite(indexer, leastSeconds, searchWaitMs)], signal);
		},
		async oneAtATime(indexer, signal) {
			const site = siteOf(indexer);
			const waiting = AbortSignal.any([signal, AbortSignal.timeout(searchWaitMs)]);
			let leaveLine: Leave = () => {};
			try {
				// Only the first of each process asks Redis for its turn.
				leaveLine = await hosts.take(site, searchWaitMs, waiting);
				const turn = await sharedHosts.take({name: `site-${site}`, max: () => 1}, waiting);
				return () => {
					void turn.leave();
					leaveLine();
				};
			} catch (error) {
				leaveLine();
				const isLate = error instanceof TooMany || (error instanceof Cancelled && !signal.aborted);
				throw isLate ? new TooMany('rate_limited', `Others have been asking ${indexer.name} all the time.`, lateSeconds) : error;
			}
		},
		async grab(indexer, {byPerson, site} = {byPerson: false}) {
			await refuseIfResting(indexer.id, {name: indexer.name, byPerson});
			if (site !== undefined) {
				await refuseIfResting(keyOfSite(indexer, site), {name: `${site} through ${indexer.name}`, byPerson});
			}
			await spend('grab', indexer);
		},
		pauseGrabs: (indexer, {seconds, isAsked, site}) =>
			budgets.pause(isAsked ? grabs : refusedGrabs, site === undefined ? indexer.id : keyOfSite(indexer, site), seconds * secondMs),
	};
}
