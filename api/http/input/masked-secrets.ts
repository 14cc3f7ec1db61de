import type {Fault} from '#shared/errors.ts';
import {maskedSecret} from '#shared/secrets.ts';
import {invalid} from './read-input.ts';

/** A change without the secrets that came back as stars: those keep what is stored. */
export function withoutMasked<T extends object>(change: T): T {
	return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== maskedSecret)) as T; // fields of T are optional in a change
}

/** Stars in a new record stand for nothing. Throws Invalid naming each such field. */
export function refuseMasked(record: object): void {
	const faults: Fault[] = Object.entries(record)
		.filter(([, value]) => value === maskedSecret)
		.map(([path]) => ({path, message: `${path} must be the secret itself: nothing is stored yet that the stars could stand for`}));
	if (faults.length > 0) {
		throw invalid(faults);
	}
}
