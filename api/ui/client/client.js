import {isAbort, Problem, readProblem} from './problem.js';

/**
 * @typedef {object} Watch
 * @property {() => void} onSignedOut The session has ended.
 * @property {() => void} onAway The service does not answer.
 */

/**
 * @typedef {object} RequestOptions
 * @property {unknown} [body]
 * @property {AbortSignal | undefined} [signal]
 */

/** Longer than any answer of the service takes: a search may take 65 s. */
const limitMs = 90_000;

/** @typedef {ReturnType<typeof createClient>} Client */

/**
 * Calls the public API with the session's cookie. Paths are relative to the base of the page: `api/…`.
 * @param {Watch} watch
 */
export function createClient({onSignedOut, onAway}) {
	/**
	 * @param {string} method
	 * @param {string} path
	 * @param {RequestOptions} [options]
	 * @returns {Promise<any>}
	 */
	async function send(method, path, {body, signal} = {}) {
		const limit = AbortSignal.timeout(limitMs);
		/** @type {RequestInit} */
		const init = {method, headers: {accept: 'application/json'}, signal: signal ? AbortSignal.any([signal, limit]) : limit};
		if (body instanceof Blob) {
			init.headers = {...init.headers, 'content-type': 'application/octet-stream'};
			init.body = body;
		} else if (body !== undefined) {
			init.headers = {...init.headers, 'content-type': 'application/json'};
			init.body = JSON.stringify(body);
		}
		const fail = (/** @type {unknown} */ error) => {
			throw isAbort(error)
				? error
				: error instanceof SyntaxError
					? foreign()
					: unreachable({isTimedOut: limit.aborted, isRead: method === 'GET', onAway});
		};
		const response = await fetch(path, init).catch(fail);
		if (!response.ok) {
			throw await toProblem(response, method);
		}
		return response.status === 204 ? null : response.json().catch(fail); // it may also break off in the middle
	}

	/** @param {Response} response @param {string} method */
	async function toProblem(response, method) {
		const isOurs = (response.headers.get('content-type') ?? '').includes('json');
		if (!isOurs && response.status >= 502) {
			return unreachable({isTimedOut: false, isRead: method === 'GET', onAway});
		}
		const problem = await readProblem(response);
		if (problem.status === 401 && problem.code !== 'wrong_credentials') {
			onSignedOut();
			return new Problem({...problem, errors: [], detail: 'Your session has ended. Log in, then try again.'});
		}
		return problem;
	}

	return {
		/** @param {string} path @param {RequestOptions} [options] */
		get: (path, options) => send('GET', path, options),
		/** @param {string} path @param {unknown} [body] */
		post: (path, body) => send('POST', path, {body}),
		/** @param {string} path @param {unknown} [body] */
		put: (path, body) => send('PUT', path, {body}),
		/** @param {string} path @param {Blob} body */
		putBytes: (path, body) => send('PUT', path, {body}),
		/** @param {string} path */
		remove: path => send('DELETE', path),
	};
}

/**
 * What was to be read is read again by itself; what somebody wanted to do is not done again.
 * @param {{isTimedOut: boolean, isRead: boolean, onAway: () => void}} how
 */
function unreachable({isTimedOut, isRead, onAway}) {
	if (isTimedOut) {
		return new Problem({status: 0, code: 'timed_out', detail: 'Kinoteka did not answer in time. Try again.'});
	}
	onAway();
	const next = isRead ? 'This page continues as soon as it answers.' : 'Try again once it answers.';
	return new Problem({status: 0, code: 'unreachable', detail: `Kinoteka could not be reached. ${next}`});
}

/** What is not JSON comes from something in between. */
function foreign() {
	return new Problem({
		status: 0,
		code: 'foreign_answer',
		detail: 'The answer is not from Kinoteka: a proxy or a login page may be in between. Reload the page.',
	});
}

/**
 * The query part of an address, without parameters that have no value.
 * @param {Record<string, string | number | boolean | null | undefined>} values
 */
export function query(values) {
	const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
	const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
	return text && `?${text}`;
}
