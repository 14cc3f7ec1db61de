import type {ErrorRequestHandler} from 'express';
import {TooMany} from '#shared/errors.ts';
import {callerOf} from '../access/caller.ts';
import {limitKey} from './limit-key.ts';

/** Refusals within a window that are sent at once to a caller who asks for too much. */
const promptRefusals = 5;
const windowMs = 10_000;
const minuteMs = 60_000;
const delayMs = 1000;
/** Refusals held at a time; more are sent at once, because each holds a connection. */
const mostHeld = 1000;

/**
 * A caller who goes on although too much was asked already is answered a second later each time, so that refusing costs
 * next to nothing. So is an address from which nobody in particular sends what is refused, after as many as `perMinute`
 * allows in the window.
 */
export function createSlowRefusals(perMinute: number): ErrorRequestHandler {
	const promptToStrangers = Math.ceil((perMinute * windowMs) / minuteMs);
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
		const isTooMuch = error instanceof TooMany;
		const mayBePrompt = isTooMuch ? promptRefusals : promptToStrangers;
		const counts = isTooMuch || callerOf(response) === null;
		if (!counts || count(`${isTooMuch} ${limitKey(request, response)}`) <= mayBePrompt || held >= mostHeld) {
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
