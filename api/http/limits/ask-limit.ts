import type {RequestHandler, Response} from 'express';
import type {Redis} from 'ioredis';
import {minuteMs} from '#shared/domain/durations.ts';
import {TooMany} from '#shared/errors.ts';
import {createSlidingWindow} from '#shared/sliding-window.ts';
import {callerId, callerOf} from '../access/callers.ts';
import {createHeldPlaces} from './held-places.ts';
import {createOpenWindow, tooMany} from './rate-limit.ts';

export interface AskLimitOptions {
	redis: Redis;
	/** Of its own for each kind of request. */
	prefix: string;
	/** Requests that a caller may send per minute. */
	perMinute: number;
	/** Requests of a caller that one process works on at a time; fewer than the slots of a pool. */
	atOnce: number;
	/** Whether the requests do without Redis; while it is away there is no limit a minute then. */
	withoutRedis?: boolean;
}

/** Seconds. */
const retryAfter = 5;

/** Limits requests that hold a worker while their caller waits for an indexer or a download client. */
export function createAskLimit({redis, prefix, perMinute, atOnce, withoutRedis = false}: AskLimitOptions): RequestHandler {
	const strict = createSlidingWindow({redis, prefix, limit: perMinute, windowMs: minuteMs});
	const window = withoutRedis ? createOpenWindow(strict) : strict;
	const underWay = createHeldPlaces();

	function hold(key: string, response: Response): void {
		const others = underWay.of(key);
		if (others >= atOnce) {
			throw new TooMany(
				'too_many_requests',
				`${others} of your requests of this kind are in progress. Wait for one of them to finish.`,
				retryAfter,
			);
		}
		response.once('close', underWay.take(key));
	}

	return (_request, response, next) => {
		const caller = callerOf(response);
		if (!caller || response.destroyed) {
			next();
			return;
		}
		const key = callerId(caller);
		const count = async () => {
			hold(key, response);
			const {hits, freeInMs} = await window.hit(key);
			if (hits > perMinute) {
				throw tooMany(freeInMs);
			}
		};
		count().then(() => next(), next);
	};
}
