import {Invalid} from '#shared/errors.ts';
import {bodyTooLarge, notJson} from './http-failure.ts';

export const malformedJson = () =>
	new Invalid('malformed_json', 'The body is not well-formed JSON in UTF-8, or is not compressed as its Content-Encoding says.');

export const notAnObject = () => new Invalid('malformed_json', 'The body is JSON, but not an object.');

/** Translates failures of the body reader; errors that are not the caller's fault are returned unchanged. */
export function bodyFailure(error: unknown, limitBytes: number): unknown {
	const {type, status} = (error ?? {}) as {type?: unknown; status?: unknown};
	if (type === 'entity.too.large') {
		return bodyTooLarge(limitBytes);
	}
	if (type === 'encoding.unsupported') {
		return notJson();
	}
	// For a body that cannot be decompressed the parser reports only a status.
	return typeof type === 'string' || status === 400 ? malformedJson() : error;
}
