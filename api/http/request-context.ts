import {randomUUID} from 'node:crypto';
import type {RequestHandler} from 'express';
import type {Log} from '#shared/log.ts';
import {maskRequest} from '#shared/mask-secrets.ts';
import {traced} from '#shared/trace.ts';

const saneId = /^[\w.:-]{1,100}$/;

/** Gives each request an id, which the reply, the log lines and its jobs carry, and logs the result. */
export function requestContext(log: Log): RequestHandler {
	return (request, response, next) => {
		const given = request.get('x-request-id');
		const requestId = given && saneId.test(given) ? given : randomUUID();
		const startedAt = performance.now();
		response.set('X-Request-Id', requestId);
		response.on('close', () => {
			const {method, originalUrl} = request;
			const {statusCode} = response;
			const level = statusCode >= 400 || method !== 'GET' ? 'info' : 'debug';
			const ms = Math.round(performance.now() - startedAt);
			log[level]({requestId, method, url: maskRequest(originalUrl), status: statusCode, ms}, 'A request ended');
		});
		traced({requestId}, next);
	};
}
