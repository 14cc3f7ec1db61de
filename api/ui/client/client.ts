import {isAbort, Problem, readProblem} from './problem.ts';

interface Watch {
	/** The session has ended. */
	onSignedOut: () => void;
	/** The service does not answer. */
	onAway: () => void;
}

interface RequestOptions {
	body?: unknown;
	signal?: AbortSignal | undefined;
}

/** Longer than any answer of the service takes: a search may take 65 s. */
const limitMs = 90_000;

export type Client = ReturnType<typeof createClient>;

/** Calls the public API with the session's cookie. Paths are relative to the base of the page: `api/…`. */
export function createClient({onSignedOut, onAway}: Watch) {
	async function send(method: string, path: string, {body, signal}: RequestOptions = {}): Promise<any> {
		const limit = AbortSignal.timeout(limitMs);
		const init: RequestInit = {method, headers: {accept: 'application/json'}, signal: signal ? AbortSignal.any([signal, limit]) : limit};
		if (body instanceof Blob) {
			init.headers = {...init.headers, 'content-type': 'application/octet-stream'};
			init.body = body;
		} else if (body !== undefined) {
			init.headers = {...init.headers, 'content-type': 'application/json'};
			init.body = JSON.stringify(body);
		}
		const fail = (error: unknown) => {
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

	async function toProblem(response: Response, method: string) {
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
		get: (path: string, options?: RequestOptions) => send('GET', path, options),
		post: (path: string, body?: unknown) => send('POST', path, {body}),
		put: (path: string, body?: unknown) => send('PUT', path, {body}),
		putBytes: (path: string, body: Blob) => send('PUT', path, {body}),
		remove: (path: string) => send('DELETE', path),
	};
}

/** What was to be read is read again by itself; what somebody wanted to do is not done again. */
function unreachable({isTimedOut, isRead, onAway}: {isTimedOut: boolean; isRead: boolean; onAway: () => void}) {
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

/** The query part of an address, without parameters that have no value. */
export function query(values: Record<string, string | number | boolean | null | undefined>) {
	const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '');
	const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
	return text && `?${text}`;
}
