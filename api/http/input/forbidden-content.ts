import type {Fault} from '#shared/errors.ts';

/** Keys that would change every object when objects are merged; joi's cloning silently drops the first one. */
const poisonous: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

interface Place {
	path: string;
	value: unknown;
}

/**
 * Finds what no schema does: poisonous keys, NUL characters or lone surrogates in texts (the database would store a
 * different text). It is not recursive, because the caller chooses the depth.
 */
export function forbiddenContent(body: unknown): Fault[] {
	const faults: Fault[] = [];
	const places: Place[] = [{path: '', value: body}];
	for (let place = places.pop(); place; place = places.pop()) {
		const {path, value} = place;
		if (typeof value === 'string' && value.includes('\0')) {
			faults.push({path, message: 'must not contain the character NUL'});
		}
		if (typeof value === 'string' && !value.isWellFormed()) {
			faults.push({path, message: 'must be well-formed Unicode: it contains half a character'});
		}
		if (typeof value !== 'object' || value === null) {
			continue;
		}
		for (const [key, inner] of Object.entries(value)) {
			const below = Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key;
			if (!Array.isArray(value) && (poisonous.has(key) || key.includes('\0') || !key.isWellFormed())) {
				faults.push({path: below.replaceAll('\0', '\\0').toWellFormed(), message: 'is not allowed as a name'});
			}
			places.push({path: below, value: inner});
		}
	}
	return faults;
}
