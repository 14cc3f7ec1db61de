import type {Redis} from 'ioredis';
import {dayMs, hourMs, minuteMs, secondMs} from '../domain/durations.ts';
import {clockSkewMs} from '../domain/network/clock-skew.ts';

export interface Backoff {
	/** Milliseconds after the first, second, third … failure in a row; the last one repeats. */
	delaysMs: readonly number[];
	/** The longest time for which the other side may ask, in milliseconds. */
	maxAskedMs?: number;
	/** Share of a delay that is random, so that callers that collided once do not collide again. */
	jitter?: number;
}

const minutes = (...list: number[]) => list.map(each => each * minuteMs);

/** Every service that fails for now, and how long we leave it alone. */
export const backoffs = {
	indexer: {delaysMs: [0, ...minutes(1, 5, 15, 30), hourMs, 3 * hourMs, 6 * hourMs, 12 * hourMs, dayMs]},
	importList: {delaysMs: [...minutes(5, 30), 2 * hourMs, 12 * hourMs]},
	receiver: {delaysMs: doubled(5 * secondMs, 5 * minuteMs), maxAskedMs: hourMs},
	/** Tries of one message to a receiver. */
	delivery: {
		delaysMs: [5 * secondMs, ...minutes(1, 5, 30), hourMs, 2 * hourMs, 4 * hourMs, 8 * hourMs],
		maxAskedMs: hourMs,
	},
	/** A login that a site refused: each try more may lock the account. */
	siteLogin: {delaysMs: [...minutes(5, 30), 2 * hourMs, 12 * hourMs, dayMs]},
	/** A login that a download client refused. qBittorrent bans an address for an hour after five. */
	clientLogin: {delaysMs: minutes(1, 5, 15, 30)},
	/** A site whose challenge could not be solved. */
	unsolvedSite: {delaysMs: minutes(1, 5, 15, 60, 240)},
	/** An import that failed unexpectedly; after the last delay a person decides. */
	import: {delaysMs: minutes(1, 5, 15, 60, 240)},
	/** A release that its download client did not take. */
	send: {delaysMs: doubled(2 * minuteMs, hourMs)},
	/** A title that is looked up at the metadata provider during a backfill. */
	lookUp: {delaysMs: doubled(500, 8 * secondMs), maxAskedMs: 2 * minuteMs},
	tracker: {delaysMs: doubled(30 * secondMs, 4 * hourMs)},
	/** The process of the built-in torrent client, after it has ended by itself. */
	torrentEngine: {delaysMs: doubled(secondMs, minuteMs)},
	transaction: {delaysMs: doubled(10, 200), jitter: 1},
	redisConnection: {delaysMs: doubled(100, 2 * secondMs)},
} as const satisfies Record<string, Backoff>;

function doubled(firstMs: number, maxMs: number): number[] {
	return firstMs < maxMs ? [firstMs, ...doubled(2 * firstMs, maxMs)] : [maxMs];
}

/** Milliseconds until the next try after so many failures in a row, or longer if the other side asked for more. */
export function backoffMs(
	failures: number,
	{delaysMs, maxAskedMs = dayMs, jitter = 0}: Backoff,
	askedSeconds: number | null = null,
): number {
	const delayMs = failures < 1 ? 0 : (delaysMs[Math.min(failures, delaysMs.length) - 1] ?? 0);
	const askedMs = Math.min((askedSeconds ?? 0) * secondMs, maxAskedMs);
	return Math.max(delayMs * (1 - jitter * Math.random()), askedMs);
}

const after = (now: Date, milliseconds: number) => new Date(Number(now) + milliseconds);

export function nextTry(failures: number, backoff: Backoff, now: Date, askedSeconds: number | null = null): Date {
	return after(now, backoffMs(failures, backoff, askedSeconds));
}

/** What we learned about a foreign service by using it. */
export interface Health {
	status: string;
	lastError: string | null;
	/** No request is sent before this time; null if there is no pause. */
	disabledUntil: Date | null;
	/** In a row. */
	failures: number;
}

/** A record of a service. One that has no pauses has no `failures`. */
export type HealthRecord = Pick<Health, 'status' | 'lastError'> & Partial<Pick<Health, 'disabledUntil' | 'failures'>> & {id: string};

/** Each store has statuses and fields of its own besides these. */
export interface HealthStore {
	setHealth(id: string, health: never, seen?: never): Promise<void>;
}

/** Nothing is written if the record was changed, or was given another pause, since it was read. */
function write(store: HealthStore, record: HealthRecord, health: Partial<Health>): Promise<void> {
	return store.setHealth(record.id, health as never, record as never); // every store takes at least these
}

/** How the health of a sort of services follows from successes and failures. */
export interface HealthRules {
	backoff: Backoff;
	/** Failures that a success takes back: those of a service that fails now and then are forgotten one by one. */
	recovers: 'at once' | 'step by step';
	/** Whether a rate limit only pauses it, for as long as it asks. Otherwise it counts as a failure. */
	hasLimits: boolean;
	/** Milliseconds of the longest pause that is respected. */
	maxPauseMs: number;
}

export const healthRules = {
	indexer: {backoff: backoffs.indexer, recovers: 'step by step', hasLimits: true, maxPauseMs: dayMs},
	/** A quota may be used up until the end of the next day. */
	subtitleProvider: {backoff: backoffs.indexer, recovers: 'at once', hasLimits: true, maxPauseMs: 2 * dayMs},
	importList: {backoff: backoffs.importList, recovers: 'at once', hasLimits: true, maxPauseMs: dayMs},
	receiver: {backoff: backoffs.receiver, recovers: 'at once', hasLimits: false, maxPauseMs: hourMs},
	downloadClient: {backoff: {delaysMs: [0]}, recovers: 'at once', hasLimits: false, maxPauseMs: 0},
} as const satisfies Record<string, HealthRules>;

export interface Failure {
	message: string;
	/** The service limits our requests. */
	isLimit?: boolean;
	/** How long it asks us to wait. */
	retryAfterSeconds?: number | null;
}

interface Times {
	now: Date;
	/** When this process started: the network may not be up yet then, so pauses are short. */
	startedAt?: Date;
}

const startUp = {lastsMs: 15 * minuteMs, maxPauseMs: 5 * minuteMs};
const usualLimitSeconds = 3600;

/** Writes only changes, so a hundred good answers in a row cause no write. */
export async function recordSuccess(store: HealthStore, record: HealthRecord, {recovers}: HealthRules): Promise<void> {
	const {status, failures, disabledUntil} = record;
	if (status === 'ok' && !failures && !disabledUntil) {
		return;
	}
	const left = recovers === 'at once' ? 0 : Math.max((failures ?? 0) - 1, 0);
	const paused = failures === undefined ? {} : {failures: left, disabledUntil: null};
	await write(store, record, {status: 'ok', lastError: null, ...paused});
}

export async function recordFailure(
	store: HealthStore,
	record: HealthRecord,
	{message, isLimit = false, retryAfterSeconds = null}: Failure,
	{rules, now, startedAt}: Times & {rules: HealthRules},
): Promise<void> {
	const {failures: before, status, lastError} = record;
	if (before === undefined) {
		await (status === 'error' && lastError === message ? undefined : write(store, record, {status: 'error', lastError: message}));
		return;
	}
	if (isLimit && rules.hasLimits) {
		const disabledUntil = after(now, (retryAfterSeconds ?? usualLimitSeconds) * secondMs);
		await write(store, record, {status: 'rate_limited', lastError: message, failures: before, disabledUntil});
		return;
	}
	const failures = Math.min(before + 1, rules.backoff.delaysMs.length);
	const pauseMs = backoffMs(failures, rules.backoff, retryAfterSeconds);
	const isStarting = startedAt !== undefined && Number(now) - Number(startedAt) < startUp.lastsMs;
	const allowedMs = isStarting ? Math.min(pauseMs, startUp.maxPauseMs) : pauseMs;
	const disabledUntil = allowedMs === 0 ? null : after(now, allowedMs);
	await write(store, record, {status: 'error', lastError: message, failures, disabledUntil});
}

/**
 * The end of a pause. One further ahead than the longest pause was set under a clock that was ahead, and is ignored.
 */
export function endOfPause(disabledUntil: Date | null, now: Date, maxMs: number = dayMs): Date | null {
	return disabledUntil && Number(disabledUntil) > Number(now) + maxMs + clockSkewMs ? now : disabledUntil;
}

/** The record, whose pause is moved in the store, too, after the clock was put right. */
export async function withCappedPause<Seen extends HealthRecord & Pick<Health, 'disabledUntil'>>(
	store: HealthStore,
	record: Seen,
	now: Date,
	{maxPauseMs}: Pick<HealthRules, 'maxPauseMs'>,
): Promise<Seen> {
	const disabledUntil = endOfPause(record.disabledUntil, now, maxPauseMs);
	if (disabledUntil === record.disabledUntil) {
		return record;
	}
	await write(store, record, {disabledUntil});
	return {...record, disabledUntil};
}

/** Pauses by name that belong to no record. All processes share them, and nothing is lost if Redis forgets them. */
export type SharedBackoff = ReturnType<typeof createSharedBackoff>;

interface Pause {
	failures: number;
	message: string;
	/** ISO time. */
	until: string;
}

/** Seconds without a new failure after which all failures are forgotten. */
const memorySeconds = 24 * 3600;

export function createSharedBackoff({redis, key, backoff}: {redis: Redis; key: string; backoff: Backoff}) {
	const read = async (name: string) => JSON.parse((await redis.hget(key, name)) ?? 'null') as Pause | null;
	return {
		/** The pause that has not ended yet, or null. */
		async find(name: string, now: Date): Promise<{message: string; until: Date} | null> {
			const pause = await read(name);
			const until = pause && endOfPause(new Date(pause.until), now);
			return pause && until && until > now ? {message: pause.message, until} : null;
		},
		async recordFailure(name: string, {message, retryAfterSeconds = null}: Failure, now: Date): Promise<void> {
			const failures = ((await read(name))?.failures ?? 0) + 1;
			const until = nextTry(failures, backoff, now, retryAfterSeconds).toISOString();
			await redis.hset(key, name, JSON.stringify({failures, message, until} satisfies Pause));
			await redis.expire(key, memorySeconds);
		},
		async recordSuccess(name: string): Promise<void> {
			await redis.hdel(key, name);
		},
		/** After this everything may be tried at once. */
		async clear(): Promise<void> {
			await redis.del(key);
		},
	};
}
