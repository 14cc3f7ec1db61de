import type {RequestHandler, Response} from 'express';
import {rateLimit, type Store} from 'express-rate-limit';
import type {RateLimit, Rates} from '#shared/coordination/rate.ts';
import {createSlots} from '#shared/coordination/slots.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {TooMany} from '#shared/errors.ts';
import {callerId, callerOf, limitKey} from './access/callers.ts';

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
