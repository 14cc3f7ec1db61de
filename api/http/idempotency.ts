import {createHash} from 'node:crypto';
import type {Request, Response} from 'express';
import {createHandOverList} from '#shared/coordination/cache.ts';
import {keepRenewed, steadyClock} from '#shared/coordination/wait.ts';
import {dayMs, minuteMs} from '#shared/domain/durations.ts';
import {Invalid, Unavailable} from '#shared/errors.ts';
import type {ApiDeps} from '../deps.ts';
import {limitKey} from './access/callers.ts';
import {receiveBody} from './body.ts';
import {HttpFailure} from './failures.ts';
import type {Operation} from './operation.ts';
import type {Reply, Route} from './route.ts';

/** What is known about a request with a key. */
interface Known {
	/** Of method, path and body: the same key with another request is a mistake of the caller. */
	fingerprint: string;
	/** Null while it is being answered. */
	reply: Reply | null;
}

export interface Idempotency {
	/** Answers a request once: who repeats it with the same key gets the first reply again. */
	once(request: Request, response: Response, route: Route, answer: () => Promise<Reply | null>): Promise<Reply | null>;
}

export const idempotencyHeader = 'Idempotency-Key';
/** A key that cannot be guessed has some forty characters. */
const keyForm = /^[\x21-\x7e]{1,200}$/;
/** A process that dies leaves its mark for so long; one that lives renews it. */
const answeringMs = minuteMs;
const againSeconds = 20;
/** More than callers add in a day. */
const maxKnown = 20_000;

/** Whether a request may be sent again with its key: what adds or grabs something. */
export const takesKey = (route: Pick<Route, 'method'>, operation: Operation | undefined): boolean =>
	route.method === 'POST' && operation !== undefined && 201 in operation.replies;

export function createIdempotency({producer, prefix, secrets}: Pick<ApiDeps, 'producer' | 'prefix' | 'secrets'>): Idempotency {
	const known = createHandOverList<Known>({redis: producer, prefix, secrets, name: 'idempotent', ttlMs: answeringMs, max: maxKnown});
	return {
		async once(request, response, route, answer) {
			const key = request.get(idempotencyHeader);
			if (key === undefined) {
				return await answer();
			}
			if (!keyForm.test(key)) {
				const fault = {path: idempotencyHeader, message: 'must be 1 to 200 visible characters, such as a UUID'};
				throw new Invalid('validation_failed', `The header ${idempotencyHeader} has a wrong form.`, [fault]);
			}
			const id = digestOf(limitKey(request, response), key);
			const {bytes} = await receiveBody(request, response, route.request.bodyLimit ?? {});
			const fingerprint = digestOf(route.method, request.originalUrl, bytes);
			const outcome = await known.add(id, {fingerprint, reply: null});
			if (outcome === 'exists') {
				return replay(await known.get(id), fingerprint, response);
			}
			if (outcome === 'full') {
				throw new Unavailable(
					'too_many_keys',
					`Too many requests with ${idempotencyHeader} are remembered. Try again later, or without it.`,
				);
			}
			const stop = keepMark(() => known.put({[id]: {fingerprint, reply: null}}, answeringMs));
			const reply = await answer().catch(async error => {
				await stop();
				// A request that failed may be sent again as it is.
				await known.drop(id).catch(() => false);
				throw error;
			});
			await stop();
			// The reply is sent even if Redis has gone meanwhile; a repetition then waits until the mark expires.
			await known.put({[id]: {fingerprint, reply}}, dayMs).catch(() => {});
			return reply;
		},
	};
}

/** Renews the mark; the function returned ends that, and waits until no renewal is on its way. */
function keepMark(put: () => Promise<unknown>): () => Promise<void> {
	let last: Promise<boolean> = Promise.resolve(true);
	const renew = () => {
		last = put().then(
			() => true,
			() => false,
		);
		return last;
	};
	const {end} = keepRenewed(renew, answeringMs, steadyClock.now());
	return async () => {
		end();
		await last;
	};
}

function replay(found: Known | null, fingerprint: string, response: Response): Reply {
	if (found && found.fingerprint !== fingerprint) {
		throw new HttpFailure(422, 'idempotency_key_reused', {message: `This ${idempotencyHeader} was sent with another request.`});
	}
	if (!found?.reply) {
		const message = 'The first request with this key is still being answered, or was cut off. Try again within a minute.';
		throw new HttpFailure(409, 'request_in_progress', {message, headers: {'Retry-After': String(againSeconds)}});
	}
	response.set('Idempotency-Replayed', 'true');
	return found.reply;
}

function digestOf(...parts: (string | Buffer)[]): string {
	const hash = createHash('sha256');
	for (const part of parts) {
		hash.update(`${Buffer.byteLength(part)}:`).update(part);
	}
	return hash.digest('base64url');
}
