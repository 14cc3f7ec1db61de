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

/** A record whose secrets are sent to its address. */
interface Addressed {
	url?: string | null | undefined;
	apiKey?: string | null | undefined;
	password?: string | null | undefined;
}

const secretNames = ['apiKey', 'password'] as const;

/**
 * A stored secret is sent only to the address for which it was entered. Throws Invalid naming each secret that must be
 * given again because the change leads to another scheme, host or port.
 */
export function refuseMovedSecrets(stored: Addressed, change: Addressed): void {
	if (change.url === undefined || originOf(change.url) === originOf(stored.url)) {
		return;
	}
	const kept = secretNames.filter(name => stored[name] && (change[name] === undefined || change[name] === maskedSecret));
	if (kept.length > 0) {
		const message = (name: string) =>
			`${name} must be given again, or as null, because url leads to another place: a stored secret is sent only where it was entered for`;
		throw invalid(kept.map(path => ({path, message: message(path)})));
	}
}

function originOf(url: string | null | undefined): string | null {
	return URL.parse(url ?? '')?.origin ?? null;
}
