import {STATUS_CODES} from 'node:http';
import type {ErrorRequestHandler, Request, Response} from 'express';
import {
	type ExpectedError,
	type FailureName,
	type Fault,
	Invalid,
	isExpected,
	NotFound,
	TooMany,
	Unauthorized,
	Unavailable,
	UpstreamFailed,
} from '#shared/errors.ts';
import type {Log} from '#shared/log/log.ts';
import {maskRequest, maskSecrets} from '#shared/mask-secrets.ts';
import {toUnavailable} from '#shared/server-outage.ts';

interface HttpFailureOptions {
	message: string;
	headers?: Record<string, string>;
	members?: Record<string, unknown>;
}

/** Failures that exist only in HTTP; all others are classes in `shared/errors.ts`. */
export class HttpFailure extends Error {
	override readonly name = 'HttpFailure';
	readonly status: number;
	readonly code: string;
	readonly headers: Record<string, string>;
	/** Additional members of the body. */
	readonly members: Record<string, unknown>;

	constructor(status: number, code: string, {message, headers = {}, members = {}}: HttpFailureOptions) {
		super(message);
		this.status = status;
		this.code = code;
		this.headers = headers;
		this.members = members;
	}
}

/** The body of every failure: RFC 9457 plus our `code`, `requestId` and each fault of the input. */
export interface Problem {
	type: string;
	title: string;
	status: number;
	detail: string;
	instance: string;
	code: string;
	/** The specific failure behind `upstream_failed` and `unavailable`. */
	reason?: string;
	requestId: string | null;
	errors?: Fault[];
	/** The copies of a title that exists already. */
	copies?: {id: string; libraryId: string | null}[];
	/** Other addresses of what was tested. */
	links?: readonly string[];
	/** FlareSolverr's member, for unknown paths outside the API. */
	error?: string;
	status_code?: number;
}

const statuses: Record<FailureName, number> = {
	Invalid: 400,
	Unauthorized: 401,
	Forbidden: 403,
	NotFound: 404,
	Conflict: 409,
	TooMany: 429,
	UpstreamFailed: 502,
	Unavailable: 503,
	Unclear: 504,
	Cancelled: 503,
};

const unexpected = new HttpFailure(500, 'internal_error', {
	message: 'An internal error occurred. The log has its cause under this requestId.',
});

/**
 * Writes the error body of every request. Input that never becomes a request is refused in `http-server.ts`. An
 * unexpected error is a bare 500, and its cause is logged.
 */
export function problemHandler(log: Log): ErrorRequestHandler {
	return (error, request, response, next) => {
		const failure = toFailure(error);
		logFailure(log, failure, {error, request});
		if (response.headersSent) {
			// Part of the reply is already sent, so the broken connection must tell the caller.
			next(error);
			return;
		}
		write(failure, request, response);
	};
}

/** What a failure is for the caller. */
export function toFailure(error: unknown): ExpectedError | HttpFailure {
	if (isExpected(error)) {
		return isProvidersRefusal(error) ? new UpstreamFailed(error.code, error.message, {cause: error}) : error;
	}
	if (error instanceof HttpFailure) {
		return error;
	}
	return toUnavailable(error) ?? fromRouter(error) ?? unexpected;
}

/** The provider rejects our key or our request rate, which is not the caller's fault. */
function isProvidersRefusal(error: ExpectedError): boolean {
	return (error instanceof Invalid || error instanceof TooMany) && error.code.startsWith('provider_');
}

/**
 * Our own servers have their own codes. Everything else that is unavailable or fails upstream shares one code each,
 * with a `reason`.
 */
const namedCodes = new Set(['database_unavailable', 'redis_unavailable']);

function codesOf(failure: ExpectedError | HttpFailure): {code: string; reason?: string} {
	if (failure instanceof UpstreamFailed) {
		return {code: 'upstream_failed', reason: failure.code};
	}
	return failure instanceof Unavailable && !namedCodes.has(failure.code)
		? {code: 'unavailable', reason: failure.code}
		: {code: failure.code};
}

/** Express reports a badly encoded path by its status only. */
function fromRouter(error: unknown): NotFound | null {
	return (error as {status?: unknown} | null)?.status === 400
		? new NotFound('not_found', 'The address of the request is badly encoded, so it cannot contain a valid id.')
		: null;
}

/** One line says what was requested and how it ended, because the console shows no other line of the request. */
function logFailure(log: Log, failure: ExpectedError | HttpFailure, {error, request}: {error: unknown; request: Request}): void {
	const url = maskRequest(request.originalUrl);
	const status = statusOf(failure);
	const line = `${request.method} ${url} ${status}`;
	const asked = {method: request.method, url, status};
	if (failure === unexpected) {
		log.error({...asked, err: error}, `${line}: A request failed unexpectedly`);
		return;
	}
	if (failure instanceof Unavailable || failure instanceof UpstreamFailed) {
		log.warn({...asked, err: failure.cause ?? failure, code: failure.code}, `${line}: ${failure.message}`);
	}
}

export function statusOf(failure: ExpectedError | HttpFailure): number {
	return failure instanceof HttpFailure ? failure.status : (statuses[failure.name as FailureName] ?? 500);
}

function write(failure: ExpectedError | HttpFailure, request: Request, response: Response): void {
	const status = statusOf(failure);
	if (failure instanceof HttpFailure) {
		response.set(failure.headers);
	}
	if (failure instanceof TooMany) {
		response.set('Retry-After', String(Math.max(1, Math.ceil(failure.retryAfterSeconds))));
	}
	if (failure instanceof Unauthorized && !response.get('WWW-Authenticate')) {
		response.set('WWW-Authenticate', 'ApiKey header="x-api-key"');
	}
	const problem: Problem = {
		type: 'about:blank',
		title: STATUS_CODES[status] ?? 'Error',
		status,
		detail: maskSecrets(failure.message),
		instance: maskSecrets(request.originalUrl.split('?')[0] ?? request.path),
		...codesOf(failure),
		requestId: response.get('X-Request-Id') ?? null,
		...(failure instanceof Invalid && failure.faults.length > 0 && {errors: failure.faults}),
		...(failure instanceof HttpFailure && failure.members),
	};
	response.status(status).type('application/problem+json').send(JSON.stringify(problem));
}

/** Programs that take us for a FlareSolverr expect its two members, and they only use paths outside the API. */
export const unknownPath = (path: string, apiRoot: string) =>
	new HttpFailure(404, 'unknown_path', {
		message: `There is nothing at ${path}. See /api/docs for every path.`,
		members: path === apiRoot || path.startsWith(`${apiRoot}/`) ? {} : {error: `Not found: '${path}'`, status_code: 404},
	});

export const methodNotAllowed = (method: string, allowed: readonly string[]) =>
	new HttpFailure(405, 'method_not_allowed', {
		message: `${method} is not possible here; ${allowed.join(', ')} ${allowed.length === 1 ? 'is' : 'are'}.`,
		headers: {Allow: allowed.join(', ')},
	});

const kibi = 1024;

/** `bytes` is a whole number of KiB. */
export const bodyTooLarge = (bytes: number) => {
	const limit = bytes < kibi * kibi ? `${bytes / kibi} KiB` : `${bytes / kibi / kibi} MiB`;
	return new HttpFailure(413, 'body_too_large', {message: `The body is larger than ${limit}.`});
};

export const notBytes = () =>
	new HttpFailure(415, 'unsupported_media_type', {message: 'Send the bytes as they are, with Content-Type: application/octet-stream.'});

export const notJson = () =>
	new HttpFailure(415, 'unsupported_media_type', {message: 'Send the body as JSON in UTF-8, with Content-Type: application/json.'});
