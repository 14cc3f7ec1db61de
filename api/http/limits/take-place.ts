import type {Request, Response} from 'express';
import {callerOf} from '../access/callers.ts';
import type {CallerLines, Leave} from './caller-lines.ts';
import {limitKey} from './limit-key.ts';

/**
 * Requests of one caller that a process works on at a time, and milliseconds that more of them wait. They are enough
 * for one core, and another caller comes after these few instead of after hundreds.
 */
const usualPlace = {atOnce: 8, limitMs: 30_000, pace: {promptEntries: Number.POSITIVE_INFINITY, promptWaits: 100, restMs: 25}};
/** The page has some hundred files, and an address may have several people. */
const placeOfStranger = {...usualPlace, pace: {...usualPlace.pace, promptEntries: 500}};

/** Waits for a place in the line of this caller. It is left when the reply is written, which takes its time, too. */
export async function takePlace(places: CallerLines, request: Request, response: Response): Promise<Leave> {
	const leave = await places.enter(limitKey(request, response), callerOf(response) ? usualPlace : placeOfStranger);
	if (response.destroyed) {
		leave();
	} else {
		response.once('close', leave);
	}
	return leave;
}
