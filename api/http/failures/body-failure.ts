import {Invalid} from '#shared/errors.ts';
import {bodyTooLarge, notJson} from './http-failure.ts';

/** What the parser of bodies means by a failure; what is none of a caller's is given back as it is. */
export function bodyFailure(error: unknown): unknown {
	const {type, status} = (error ?? {}) as {type?: unknown; status?: unknown};
	if (type === 'entity.too.large') {
		return bodyTooLarge();
	}
	if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
		return notJson();
	}
	// Of what cannot be unpacked the parser tells a status alone.
	return typeof type === 'string' || status === 400
		? new Invalid('malformed_json', 'The body is no well-formed JSON in UTF-8, or not compressed as its Content-Encoding says.')
		: error;
}
