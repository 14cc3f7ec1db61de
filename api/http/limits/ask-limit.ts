import type {RequestHandler, Response} from 'express';
import type {Redis} from 'ioredis';
import {TooMany} from '#shared/errors.ts';
import {createSlidingWindow} from '#shared/sliding-window.ts';
import {callerId, callerOf} from '../access/caller.ts';
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

const minuteMs = 60_000;
/** Seconds. */
const retryAfter = 5;

/** Limits requests that hold a worker while their caller waits for an indexer or a download client. */
export function createAskLimit({redis, prefix, perMinute, atOnce, withoutRedis = false}: AskLimitOptions): RequestHandler {
	const strict = createSlidingWindow({redis, prefix, limit: perMinute, windowMs: minuteMs});
	const window = withoutRedis ? createOpenWindow(strict) : strict;
	const underWay = new Map<string, number>();

	function hold(key: string, response: Response): void {
		const others = underWay.get(key) ?? 0;
		if (others >= atOnce) {
			throw new TooMany('too_many_requests', `${others} such requests of yours are under way. Wait for one of them.`, retryAfter);
		}
		underWay.set(key, others + 1);
		response.once('close', () => {
			const left = (underWay.get(key) ?? 1) - 1;
			left > 0 ? underWay.set(key, left) : underWay.delete(key);
		});
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
