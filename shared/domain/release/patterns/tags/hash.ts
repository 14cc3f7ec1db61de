import {longestName} from '../marks/words.ts';

const bracketed = /[[(](?<hash>[0-9a-f]{8})[\])]/gi;

/** A quick check that nearly every name fails. */
const mayHaveHash = /[[(][0-9a-f]{8}/i;

/**
 * The CRC32 of an anime release in upper case, from square or round brackets. Eight digits that
 * form a date are not a CRC32.
 */
export function parseHash(name: string): string | null {
	if (!mayHaveHash.test(name)) {
		return null;
	}
	let hash: string | null = null;
	for (const match of name.slice(-longestName).matchAll(bracketed)) {
		hash = match.groups?.['hash'] ?? hash;
	}
	return hash === null ? null : hash.toUpperCase();
}
