/** The public API of a running service, as an outside program uses it. */
export interface ApiClient {
	get<Reply>(path: string): Promise<Reply>;
	post<Reply>(path: string, body?: object): Promise<Reply>;
	put<Reply>(path: string, body: object): Promise<Reply>;
	putBytes<Reply>(path: string, bytes: Uint8Array): Promise<Reply>;
}

/** A reply without a success status; `code` is that of the problem. */
export class ApiRefusal extends Error {
	override readonly name = 'ApiRefusal';
	readonly status: number;
	readonly code: string;

	constructor(request: string, status: number, {code = 'unknown', detail = ''}: {code?: string; detail?: string}) {
		super(`${request} answered ${status}: ${detail || code}`);
		this.status = status;
		this.code = code;
	}
}

interface ApiOptions {
	/** Without a trailing slash. */
	url: string;
	apiKey: string;
	/** Aborts all running calls. */
	signal: AbortSignal;
}

/** Slightly longer than the longest wait of the service itself. */
const limitMs = 70_000;

/** Every call rejects with ApiRefusal for a status of 400 or above. The shape of replies is not checked. */
export function createApiClient({url, apiKey, signal}: ApiOptions): ApiClient {
	const call = async <Reply>(method: string, path: string, body?: object): Promise<Reply> => {
		const isBytes = body instanceof Uint8Array;
		const type = isBytes ? 'application/octet-stream' : 'application/json';
		const response = await fetch(url + path, {
			method,
			headers: {'x-api-key': apiKey, ...(body ? {'content-type': type} : {})},
			signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
			...(body ? {body: isBytes ? new Uint8Array(body) : JSON.stringify(body)} : {}),
		});
		const text = await response.text();
		const reply = text === '' ? {} : JSON.parse(text);
		if (!response.ok) {
			throw new ApiRefusal(`${method} ${path}`, response.status, reply);
		}
		return reply as Reply;
	};
	return {
		get: path => call('GET', path),
		post: (path, body) => call('POST', path, body),
		put: (path, body) => call('PUT', path, body),
		putBytes: (path, bytes) => call('PUT', path, bytes),
	};
}
