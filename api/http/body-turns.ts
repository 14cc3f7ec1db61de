import type {RequestHandler, Response} from 'express';
import {createSlots, type Leave} from '#shared/coordination/slots.ts';
import {TooMany} from '#shared/errors.ts';
import {limitKey} from './request-limits.ts';

/** Waits until a body of so many bytes may be parsed and checked. Throws TooMany. */
export type BodyTurn = (bytes: number) => Promise<void>;

/** Waits until a body of at most so many bytes may be received, which may take its time. Throws TooMany. */
type BodyRoom = (bytes: number) => Promise<() => void>;

/** Smaller bodies, in bytes, take about as long as a request without one. */
const smallBytes = 8 * 1024;
/**
 * Milliseconds left to other requests after a body, and more for each MiB: collecting the garbage takes longer than
 * parsing.
 */
const bodyPauseMs = 50;
const bodyPauseMsOfMebi = 200;
const mebi = 1024 * 1024;
const bodySlots = {max: 1, maxWaiting: 64, maxWaitingOfCaller: 4};
/** Bodies of so many bytes are received without limit, larger ones a few at a time, because each is held whole. */
const maxFreeBytes = 64 * 1024;
const receivingSlots = {maxOfCaller: 8, maxWaitingOfCaller: 100, maxWaitMs: 30_000};
const maxWaitingBytes = 64 * mebi;
const oneBodyAfterAnother = 'Too many large bodies are already waiting. Send them one after another.';

/**
 * Large bodies are parsed one at a time, with pauses between them: parsing blocks everything else, and many in a row
 * would delay every caller. They have arrived completely by then, so a slow sender blocks no one.
 */
export function createBodyTurns(): RequestHandler {
	const slots = createSlots({...bodySlots, refusal: () => oneBodyAfterAnother});
	const receiving = createSlots({...receivingSlots, refusal: () => oneBodyAfterAnother});
	let waitingBytes = 0;

	async function take(key: string, bytes: number): Promise<void> {
		if (waitingBytes + bytes > maxWaitingBytes) {
			throw new TooMany('too_many_requests', oneBodyAfterAnother, 5);
		}
		waitingBytes += bytes;
		try {
			const leave: Leave = await slots.take(key);
			leave(bodyPauseMs + (bytes / mebi) * bodyPauseMsOfMebi);
		} finally {
			waitingBytes -= bytes;
		}
	}

	return (request, response, next) => {
		const turn: BodyTurn = async bytes => {
			if (bytes > smallBytes) {
				await take(limitKey(request, response), bytes);
			}
		};
		const room: BodyRoom = async bytes => (bytes > maxFreeBytes ? await receiving.take(limitKey(request, response)) : () => {});
		Object.assign(response.locals, {bodyTurn: turn, bodyRoom: room});
		next();
	};
}

export function bodyTurnOf(response: Response): BodyTurn {
	return response.locals['bodyTurn'] as BodyTurn; // every request has one
}

const boundless: BodyRoom = async () => () => {};

/** Without the middleware there is no limit. */
export function bodyRoomOf(response: Response): BodyRoom {
	return (response.locals['bodyRoom'] as BodyRoom | undefined) ?? boundless;
}
