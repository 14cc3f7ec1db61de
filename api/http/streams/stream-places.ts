import {setTimeout as pause} from 'node:timers/promises';
import type {Request, Response} from 'express';
import {createSlots} from '#shared/coordination/slots.ts';
import {TooMany} from '#shared/errors.ts';
import {callerOf} from '../access/caller.ts';
import {limitKey} from '../limits/request-limits.ts';

/** Streams of one process: each takes a descriptor and some 30 KiB. */
const usualMostStreams = 2000;
/** Part of them that nobody in particular may hold, from however many addresses. */
const strangersShare = 0.75;
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

interface PlacesOptions {
	mostPerCaller: () => number;
	mostStreams?: number;
}

export function createStreamPlaces({mostPerCaller, mostStreams = usualMostStreams}: PlacesOptions): StreamPlaces {
	const [held, ofStrangers] = [createSlots(), createSlots()];

	return {
		async take(request, response) {
			if (response.destroyed) {
				// Its end will not be reported again.
				return;
			}
			const key = limitKey(request, response);
			const isStranger = callerOf(response) === null;
			const open = held.heldBy(key);
			if (open >= mostPerCaller()) {
				const who = isStranger ? 'Your address has' : 'You have';
				throw new TooMany('too_many_streams', `${who} ${open} event streams open already. Close one first.`, retryAfter);
			}
			if (held.held() >= mostStreams || (isStranger && ofStrangers.held() >= mostStreams * strangersShare)) {
				throw new TooMany('too_many_streams', `The service has ${held.held()} event streams open already. Try again later.`, retryAfter);
			}
			const leaves = [held.hold(key), ...(isStranger ? [ofStrangers.hold(key)] : [])];
			response.once('close', () => {
				for (const leave of leaves) {
					leave();
				}
			});
			await pause(Math.min(slowestMs, Math.max(0, open + 1 - promptStreams) * slowerMs));
		},
	};
}
