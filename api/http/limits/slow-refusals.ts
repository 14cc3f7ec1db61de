import type {ErrorRequestHandler} from 'express';
import {TooMany} from '#shared/errors.ts';
import {limitKey} from './limit-key.ts';

/** Refusals of a caller within a window that are sent at once. */
const promptRefusals = 5;
const windowMs = 10_000;
const delayMs = 1000;
/** Refusals held at a time; more are sent at once, because each holds a connection. */
const mostHeld = 1000;

/**
 * A caller who goes on although too much was asked already is answered a second later each time, so that refusing costs
 * next to nothing.
 */
export function createSlowRefusals(): ErrorRequestHandler {
	let refused = new Map<string, number>();
	let windowEnd = 0;
	let held = 0;

	function count(key: string): number {
		if (performance.now() >= windowEnd) {
			refused = new Map();
			windowEnd = performance.now() + windowMs;
		}
		const hits = (refused.get(key) ?? 0) + 1;
		refused.set(key, hits);
		return hits;
	}

	return (error, request, response, next) => {
		if (!(error instanceof TooMany) || count(limitKey(request, response)) <= promptRefusals || held >= mostHeld) {
			next(error);
			return;
		}
		held += 1;
		const timer = setTimeout(() => next(error), delayMs);
		response.once('close', () => {
			clearTimeout(timer);
			held -= 1;
		});
	};
}
