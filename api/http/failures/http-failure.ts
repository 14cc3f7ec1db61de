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

export const notJson = () =>
	new HttpFailure(415, 'unsupported_media_type', {message: 'Send the body as JSON in UTF-8, with Content-Type: application/json.'});
