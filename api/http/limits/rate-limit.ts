import type {RequestHandler} from 'express';
import {rateLimit, type Store} from 'express-rate-limit';
import type {Redis} from 'ioredis';
import {withinLimit} from '#shared/coordination/wait.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {TooMany} from '#shared/errors.ts';
import {createSlidingWindow, type SlidingWindow} from '#shared/sliding-window.ts';
import {limitKey} from './limit-key.ts';

export interface LimitOptions {
	redis: Redis;
	prefix: string;
	/** Requests that a caller may send per minute. */
	perMinute: number;
}

/** Time limit for counting, in milliseconds: a hanging Redis must not delay a list. */
const countMs = 250;
const uncounted = {hits: 1, freeInMs: minuteMs};

/**
 * Limits each caller across all processes. While Redis is down there is no limit, because lists do
 * not need Redis otherwise.
 */
export function createListLimit({redis, prefix, perMinute}: LimitOptions): RequestHandler {
	const window = createOpenWindow(createSlidingWindow({redis, prefix: `${prefix}:limit:lists`, limit: perMinute, windowMs: minuteMs}));
	return rateLimit({
		identifier: 'lists',
		limit: perMinute,
		windowMs: minuteMs,
		standardHeaders: 'draft-8',
		legacyHeaders: false,
		store: storeOver(window),
		keyGenerator: limitKey,
		handler: (request, _response, next) => {
			const resetTime = (request as {rateLimit?: {resetTime?: Date}}).rateLimit?.resetTime; // express-rate-limit sets it
			next(tooMany(resetTime ? Number(resetTime) - Date.now() : minuteMs));
		},
	});
}

/** Counts nothing while Redis is away or hangs. */
export const createOpenWindow = ({hit}: SlidingWindow): Pick<SlidingWindow, 'hit'> => ({
	hit: key =>
		withinLimit(
			hit(key).catch(() => uncounted),
			countMs,
			uncounted,
		),
});

export function tooMany(waitMs: number): TooMany {
	const seconds = Math.max(1, Math.ceil(waitMs / 1000));
	return new TooMany('too_many_requests', `Too many requests. Try again in ${seconds} s.`, seconds);
}

/** A store for express-rate-limit. Hits cannot be taken back, because nothing asks for it. */
function storeOver(window: Pick<SlidingWindow, 'hit'>): Store {
	return {
		async increment(key) {
			const {hits, freeInMs} = await window.hit(key);
			return {totalHits: hits, resetTime: new Date(Date.now() + freeInMs)};
		},
		decrement() {},
		resetKey() {},
	};
}
