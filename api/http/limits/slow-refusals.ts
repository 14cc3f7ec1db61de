import type {ErrorRequestHandler} from 'express';
import {minuteMs} from '#shared/domain/durations.ts';
import {TooMany} from '#shared/errors.ts';
import {callerOf} from '../access/callers.ts';
import {createHeldPlaces} from './held-places.ts';
import {limitKey} from './limit-key.ts';

/** Refusals within a window that are sent at once to a caller who asks for too much. */
const promptRefusals = 5;
const windowMs = 10_000;
/** Milliseconds by which each further refusal of a caller comes later than the one before. */
const laterMs = 50;
/** The same for each refusal of an address that is held already, so that one after the other hardly waits. */
const besideMs = 10;
const latestMs = 1000;
/** Refusals held at a time; more are sent at once, because each holds a connection. */
const mostHeld = 1000;

/**
 * A caller who goes on although too much was asked already is answered later and later, up to a second each time, so
 * that refusing costs next to nothing. So is an address from which nobody in particular sends much at once that is
 * refused, after as much as `perMinute` allows in the window.
 */
export function createSlowRefusals(perMinute: number): ErrorRequestHandler {
	const promptToStrangers = Math.ceil((perMinute * windowMs) / minuteMs);
	const held = createHeldPlaces();
	let refused = new Map<string, number>();
	let windowEnd = 0;

	function count(key: string): number {
		if (performance.now() >= windowEnd) {
			refused = new Map();
			windowEnd = performance.now() + windowMs;
		}
		const hits = (refused.get(key) ?? 0) + 1;
		refused.set(key, hits);
		return hits;
	}

	/** Milliseconds; 0 for an answer at once. */
	function delayOf(key: string, isTooMuch: boolean): number {
		const excess = count(key) - (isTooMuch ? promptRefusals : promptToStrangers);
		const wanted = isTooMuch ? excess * laterMs : (held.of(key) + 1) * besideMs;
		return excess > 0 && held.total() < mostHeld ? Math.min(wanted, latestMs) : 0;
	}

	return (error, request, response, next) => {
		const isTooMuch = error instanceof TooMany;
		const key = `${isTooMuch} ${limitKey(request, response)}`;
		const delayMs = isTooMuch || callerOf(response) === null ? delayOf(key, isTooMuch) : 0;
		if (delayMs === 0 || response.destroyed) {
			next(error);
			return;
		}
		const leave = held.take(key);
		const timer = setTimeout(() => next(error), delayMs);
		response.once('close', () => {
			clearTimeout(timer);
			leave();
		});
	};
}
