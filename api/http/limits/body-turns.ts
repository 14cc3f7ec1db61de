import {setTimeout as pause} from 'node:timers/promises';
import type {RequestHandler, Response} from 'express';
import {TooMany} from '#shared/errors.ts';
import {limitKey} from './limit-key.ts';

/** Waits until a body of so many bytes may be parsed and checked. Throws TooMany. */
export type BodyTurn = (bytes: number) => Promise<void>;

/** Smaller bodies, in bytes, take about as long as a request without one. */
const smallBytes = 8 * 1024;
/**
 * Milliseconds left to other requests after a body, and more for each MiB: collecting the garbage takes longer than
 * parsing.
 */
const restMs = 50;
const restMsOfMebi = 200;
const mebi = 1024 * 1024;
/** Bodies that wait. */
const mostOfCaller = 4;
const mostWaiting = 64;
const mostWaitingBytes = 64 * mebi;
/** Seconds. */
const retryAfter = 5;

/**
 * Large bodies are parsed one at a time with rests between them: nothing else happens meanwhile, and many in a row
 * would delay everybody. They have arrived by then, so a slow sender holds up nobody.
 */
export function createBodyTurns(): RequestHandler {
	const waiting = new Map<string, number>();
	const total = {bodies: 0, bytes: 0};
	let free: Promise<unknown> = Promise.resolve();

	async function take(key: string, bytes: number): Promise<void> {
		const ofCaller = waiting.get(key) ?? 0;
		if (ofCaller >= mostOfCaller || total.bodies >= mostWaiting || total.bytes + bytes > mostWaitingBytes) {
			throw new TooMany('too_many_requests', 'Too many large bodies are already waiting. Send them one after another.', retryAfter);
		}
		waiting.set(key, ofCaller + 1);
		total.bodies += 1;
		total.bytes += bytes;
		const turn = free;
		free = turn.then(() => pause(restMs + (bytes / mebi) * restMsOfMebi));
		await turn;
		total.bodies -= 1;
		total.bytes -= bytes;
		const left = (waiting.get(key) ?? 1) - 1;
		left > 0 ? waiting.set(key, left) : waiting.delete(key);
	}

	return (request, response, next) => {
		const turn: BodyTurn = async bytes => {
			if (bytes > smallBytes) {
				await take(limitKey(request, response), bytes);
			}
		};
		response.locals['bodyTurn'] = turn;
		next();
	};
}

export function bodyTurnOf(response: Response): BodyTurn {
	return response.locals['bodyTurn'] as BodyTurn; // every request has one
}
