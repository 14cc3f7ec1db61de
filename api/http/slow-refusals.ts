import type {ErrorRequestHandler} from 'express';
import {createLocalRate} from '#shared/coordination/rate.ts';
import {createSlots} from '#shared/coordination/slots.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {TooMany} from '#shared/errors.ts';
import {callerOf, limitKey} from './access/callers.ts';

/** Milliseconds of the window in which the refusals of a caller are counted. */
const windowMs = 10_000;

/** Refusals within a window that are sent at once to a caller who asks for too much. */
const promptRefusals = 5;
/** Milliseconds by which each further refusal of a caller comes later than the one before. */
const laterMs = 50;
/** The same for each refusal of an address that is held already, so that one after the other hardly waits. */
const besideMs = 10;
const latestMs = 1000;
/** Refusals held at a time; more are sent at once, because each holds a connection. */
const maxHeld = 1000;

interface Refusal {
	/** Its caller asks for too much; otherwise it has no credentials. */
	isTooMuch: boolean;
	/** Refusals of the same caller that are held already. */
	held: number;
}

/** Returns the milliseconds by which the next refusal of a caller comes later; 0 for an answer at once. */
export function createRefusalDelays(perMinute: number, now?: () => number): (key: string, refusal: Refusal) => number {
	const promptToStrangers = Math.ceil((perMinute * windowMs) / minuteMs);
	const refused = createLocalRate(windowMs, now);
	return (key, {isTooMuch, held}) => {
		const excess = refused.hit(key) - (isTooMuch ? promptRefusals : promptToStrangers);
		const wanted = isTooMuch ? excess * laterMs : (held + 1) * besideMs;
		return excess > 0 ? Math.min(wanted, latestMs) : 0;
	};
}

/**
 * A caller that continues after too many requests is answered ever later, up to a second each time, so that refusing
 * costs next to nothing. So is an address that sends many refused requests without credentials, after `perMinute` of
 * them in the window.
 */
export function createSlowRefusals(perMinute: number): ErrorRequestHandler {
	const held = createSlots({max: maxHeld});
	const delayOf = createRefusalDelays(perMinute);

	return (error, request, response, next) => {
		const isTooMuch = error instanceof TooMany;
		const key = `${isTooMuch} ${limitKey(request, response)}`;
		const delayMs = isTooMuch || callerOf(response) === null ? delayOf(key, {isTooMuch, held: held.heldBy(key)}) : 0;
		const leave = delayMs === 0 || response.destroyed ? null : held.tryTake(key);
		if (!leave) {
			next(error);
			return;
		}
		const timer = setTimeout(() => next(error), delayMs);
		response.once('close', () => {
			clearTimeout(timer);
			leave();
		});
	};
}
