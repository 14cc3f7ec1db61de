import {textOrNull} from '#shared/presenters/fields.ts';
import type {Part} from '#shared/presenters/view.ts';
import {maskedSecret} from '#shared/secrets.ts';

/**
 * Sites put keys into paths too. It does no harm to mask a part that is no key: a caller who sends the mask back leaves
 * the stored value unchanged.
 */
const likeKey = /^(?=.*\d)[^/]{16,}$|^(?=.*[a-z])(?=.*[A-Z])[^/]{20,}$/;

/**
 * An address that an administrator entered, or its path, as administrators see it: without credentials, values of the
 * query, and parts of the path that look like keys.
 */
export function maskAddress(address: string): string {
	const [, scheme = '', authority = '', path = '', query = ''] =
		/^(?:([a-z][a-z\d+.-]*:\/\/)([^/?#]*))?([^?#&]*)(.*)$/i.exec(address) ?? [];
	const host = authority.slice(authority.lastIndexOf('@') + 1);
	const credentials = host === authority ? '' : `${maskedSecret}@`;
	const parts = path.split('/').map(part => (likeKey.test(part) ? maskedSecret : part));
	const values = query
		.replace(/=[^&;#]+/g, `=${maskedSecret}`)
		.replace(/^\?([^=&;#]+)(?=#|$)/, `?${maskedSecret}`)
		.replace(/#.+$/, `#${maskedSecret}`);
	return `${scheme}${credentials}${host}${parts.join('/')}${values}`;
}

/** The scheme, host and port that an address leads to; null for none. */
export function placeOf(url: string | null): string | null {
	// The origin of other schemes than http and https is always the same.
	const address = URL.parse(url ?? '');
	return address && `${address.protocol}//${address.host}`;
}

/** A secret is shown as asterisks, or as null if there is none. */
export const secret: Part<string | null, string | null> = {schema: textOrNull, present: stored => (stored ? maskedSecret : null)};
