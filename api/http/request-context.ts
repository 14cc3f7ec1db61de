import {randomUUID} from 'node:crypto';
import type {RequestHandler, Response} from 'express';
import type {Log} from '#shared/log.ts';
import {maskRequest} from '#shared/mask-secrets.ts';
import {traced} from '#shared/trace.ts';

/** Limits, figures and pipelines each wait for the end of a response. Node warns of more than ten. */
const maxListeners = 20;

const saneId = /^[\w.:-]{1,100}$/;

/** Gives each request an id, which the reply, the log lines and its jobs carry, and logs the result. */
export function requestContext(log: Log): RequestHandler {
	return (request, response, next) => {
		const given = request.get('x-request-id');
		const requestId = given && saneId.test(given) ? given : randomUUID();
		const startedAt = performance.now();
		response.set('X-Request-Id', requestId).setMaxListeners(maxListeners);
		response.on('close', () => {
			const {method, originalUrl} = request;
			const status = statusOf(response);
			const level = status >= 400 || method !== 'GET' ? 'info' : 'debug';
			const ms = Math.round(performance.now() - startedAt);
			const url = maskRequest(originalUrl);
			log[level]({requestId, method, url, status, ms}, `${method} ${url} ${status} in ${ms} ms`);
		});
		traced({requestId}, next);
	};
}

/** What proxies log for a caller who left before the reply was complete. A stream of events has no other end. */
const callerLeft = 499;

function statusOf(response: Response): number {
	const isStream = String(response.get('Content-Type')).startsWith('text/event-stream');
	return response.writableFinished || isStream ? response.statusCode : callerLeft;
}
