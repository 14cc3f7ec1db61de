import {setTimeout as pause} from 'node:timers/promises';
import type {Request, Response} from 'express';
import {TooMany} from '#shared/errors.ts';
import {callerOf} from '../access/caller.ts';
import {createHeldPlaces} from '../limits/held-places.ts';
import {limitKey} from '../limits/limit-key.ts';

/** Streams of one process: each takes a descriptor and some 30 KiB. */
const mostStreams = 2000;
/** A caller's streams that open at once. Each further one takes longer, so that opening many delays nobody else. */
const promptStreams = 4;
/** Milliseconds. */
const slowerMs = 25;
const slowestMs = 500;
/** Seconds. */
const retryAfter = 30;

/** Counts the open streams of this process, so that no caller uses up its connections. */
export interface StreamPlaces {
	/** Holds a place until the response ends, and waits until it may open. Throws TooMany `too_many_streams`. */
	take(request: Request, response: Response): Promise<void>;
}

export function createStreamPlaces({mostPerCaller}: {mostPerCaller: () => number}): StreamPlaces {
	const held = createHeldPlaces();

	return {
		async take(request, response) {
			if (response.destroyed) {
				// Its end will not be reported again.
				return;
			}
			const key = limitKey(request, response);
			const open = held.of(key);
			if (open >= mostPerCaller()) {
				const who = callerOf(response) ? 'You have' : 'Your address has';
				throw new TooMany('too_many_streams', `${who} ${open} event streams open already. Close one first.`, retryAfter);
			}
			if (held.total() >= mostStreams) {
				throw new TooMany('too_many_streams', `The service has ${held.total()} event streams open already. Try again later.`, retryAfter);
			}
			response.once('close', held.take(key));
			await pause(Math.min(slowestMs, Math.max(0, open + 1 - promptStreams) * slowerMs));
		},
	};
}
