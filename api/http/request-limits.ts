import {AsyncLocalStorage} from 'node:async_hooks';
import type {Request, RequestHandler, Response} from 'express';
import {ipKeyGenerator, rateLimit, type Store} from 'express-rate-limit';
import type {RateLimit, Rates} from '#shared/coordination/rate.ts';
import {createSlots, type Slots} from '#shared/coordination/slots.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {TooMany} from '#shared/errors.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import type {Pool} from '#shared/jobs/queues.ts';
import type {WaitLimits} from '../wait-limits.ts';
import {callerId, callerOf} from './access/callers.ts';

/** The network that a request came from; of IPv6, the part that one customer gets. */
export const addressKey = (request: Request): string => `address:${ipKeyGenerator(request.ip ?? '')}`;

/** What a limit counts by: the caller, or its address on public endpoints. */
export function limitKey(request: Request, response: Response): string {
	const caller = callerOf(response);
	return caller ? callerId(caller) : addressKey(request);
}

export function tooMany(waitMs: number): TooMany {
	const seconds = Math.max(1, Math.ceil(waitMs / 1000));
	return new TooMany('too_many_requests', `Too many requests. Try again in ${seconds} s.`, seconds);
}

interface JobLimit {
	/** Requests of a caller that one process works on at a time; fewer than the slots of a pool. */
	atOnce: number;
	/** False for those that do without Redis; while it is away there is no limit a minute then. */
	needsRedis: boolean;
}

/** Requests that hold a worker while their caller waits for an indexer, a provider or a download client. */
const jobLimits = {
	exports: {atOnce: 3, needsRedis: true},
	lookups: {atOnce: 3, needsRedis: true},
	runs: {atOnce: 3, needsRedis: false},
	searches: {atOnce: 3, needsRedis: true},
	// The pool solves two at a time by default, and those of indexers must go on.
	solves: {atOnce: 1, needsRedis: true},
	tests: {atOnce: 3, needsRedis: true},
} as const satisfies Record<string, JobLimit>;

/** Each sort of request has a limit of its own: so many a minute for each caller, over all processes. */
export type RequestLimit = keyof typeof jobLimits | 'lists';

/** Seconds. */
const retryAfter = 5;

export function createRequestLimits(rates: Rates, perMinute: {lists: number; jobs: number}): Record<RequestLimit, RequestHandler> {
	const limits = Object.entries(jobLimits).map(([name, jobLimit]) => [
		name,
		limitJobs({name, max: perMinute.jobs, windowMs: minuteMs}, jobLimit, rates),
	]);
	const lists = limitLists({name: 'lists', max: perMinute.lists, windowMs: minuteMs}, rates);
	return {...(Object.fromEntries(limits) as Record<keyof typeof jobLimits, RequestHandler>), lists};
}

/** Lists have no limit while Redis is down, because they do not need it otherwise. */
function limitLists(limit: RateLimit, {tolerantHit}: Rates): RequestHandler {
	const store: Store = {
		async increment(key) {
			const {hits, freeInMs} = await tolerantHit(limit, key);
			return {totalHits: hits, resetTime: new Date(Date.now() + freeInMs)};
		},
		// Nothing asks for these.
		decrement() {},
		resetKey() {},
	};
	return rateLimit({
		identifier: limit.name,
		limit: limit.max,
		windowMs: limit.windowMs,
		standardHeaders: 'draft-8',
		legacyHeaders: false,
		store,
		keyGenerator: limitKey,
		handler: (request, _response, next) => {
			const resetTime = (request as {rateLimit?: {resetTime?: Date}}).rateLimit?.resetTime; // express-rate-limit sets it
			next(tooMany(resetTime ? Number(resetTime) - Date.now() : limit.windowMs));
		},
	});
}

function limitJobs(limit: RateLimit, {atOnce, needsRedis}: JobLimit, {hit, tolerantHit}: Rates): RequestHandler {
	const underWay = createSlots({maxOfCaller: atOnce});
	const count = needsRedis ? hit : tolerantHit;

	async function check(key: string, response: Response): Promise<void> {
		const leave = underWay.tryTake(key);
		if (!leave) {
			const message = `${underWay.heldBy(key)} of your requests of this kind are in progress. Wait for one of them to finish.`;
			throw new TooMany('too_many_requests', message, retryAfter);
		}
		response.once('close', () => leave());
		const {isOver, freeInMs} = await count(limit, key);
		if (isOver) {
			throw tooMany(freeInMs);
		}
	}

	return (_request, response, next) => {
		const caller = callerOf(response);
		if (!caller || response.destroyed) {
			next();
			return;
		}
		check(callerId(caller), response).then(() => next(), next);
	};
}

export interface FairAsks {
	/** Its jobs wait in a queue for each caller. Jobs without a caller do not wait. */
	jobs: JobClient;
	/** Runs the work of a request; whatever it asks counts for its caller. */
	as<T>(asking: Asking, work: () => T): T;
}

interface Asking {
	callerId: string | null;
	/** Called as soon as the request waits for a worker, because it blocks no other request from then on. */
	leave(): void;
}

/** Jobs of one caller that a pool runs at the same time: a slot of a worker process is left for the others. */
const usualAtOnce = 3;
const atOnce: Partial<Record<Pool, number>> = {backfill: 1, captcha: 24, connections: 6, disks: 24, import: 1};
const refusal = (waiting: number) => `Requests of yours are under way, and ${waiting} more wait. Wait for some of them.`;
/** A wall has some hundred pictures. */
const maxWaitingOfCaller = 100;

/**
 * A pool takes jobs in order, whoever asks. So a single caller could fill its queue, even one that hangs up at once and
 * asks again.
 */
export function createFairAsks(jobs: JobClient, {leastAskMs}: Pick<WaitLimits, 'leastAskMs'>): FairAsks {
	const requests = new AsyncLocalStorage<Asking>();
	const pools = new Map<Pool, Slots>();

	function slotsOf(pool: Pool): Slots {
		const slots = pools.get(pool) ?? createSlots({maxOfCaller: atOnce[pool] ?? usualAtOnce, maxWaitingOfCaller, refusal});
		pools.set(pool, slots);
		return slots;
	}

	const ask: JobClient['ask'] = async (job, payload, options) => {
		const {callerId = null, leave: leaveRequest} = requests.getStore() ?? {};
		leaveRequest?.();
		if (callerId === null) {
			return jobs.ask(job, payload, options);
		}
		const begunAt = performance.now();
		const limitMs = Math.max(leastAskMs, options.timeoutMs);
		const leave = await slotsOf(job.queue).take(callerId, limitMs);
		try {
			const timeoutMs = Math.max(1, limitMs - (performance.now() - begunAt));
			return await jobs.ask(job, payload, {...options, timeoutMs});
		} finally {
			leave();
		}
	};

	return {
		jobs: {...jobs, ask},
		as: (asking, work) => requests.run(asking, work),
	};
}
