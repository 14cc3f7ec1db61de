import type {Fault} from '#shared/errors.ts';
import {maskedSecret} from '#shared/secrets.ts';
import {invalid} from './read-input.ts';

/** Removes masked secrets from a change, so that the stored ones stay. */
export function withoutMasked<T extends object>(change: T): T {
	return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== maskedSecret)) as T; // fields of T are optional in a change
}

/** A new record must not contain masked secrets. Throws Invalid naming each such field. */
export function refuseMasked(record: object): void {
	const faults: Fault[] = Object.entries(record)
		.filter(([, value]) => value === maskedSecret)
		.map(([path]) => ({path, message: `${path} must be the secret itself: there is no stored secret that the stars could stand for`}));
	if (faults.length > 0) {
		throw invalid(faults);
	}
}
