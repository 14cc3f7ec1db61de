import type {Fault} from '#shared/errors.ts';
import {maskedSecret} from '#shared/secrets.ts';
import {isSecretSetting, maskAddress} from '../replies/shown-address.ts';
import {invalid} from './read-input.ts';

/** A record whose secrets are sent to its address. */
interface Addressed {
	url?: string | null | undefined;
	apiPath?: string | undefined;
	apiKey?: string | null | undefined;
	password?: string | null | undefined;
	secret?: string | null | undefined;
	settings?: Record<string, string | number | boolean | null> | undefined;
}

const secretNames = ['apiKey', 'password', 'secret'] as const;
const addressNames = ['url', 'apiPath'] as const;

/** Removes masked secrets from a change, so that the stored ones stay. */
export function withoutMasked<T extends object>(change: T): T {
	return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== maskedSecret)) as T; // fields of T are optional in a change
}

/** A new record must not contain masked secrets. */
export function maskedFaults({url, apiPath, settings = {}, ...record}: Addressed): Fault[] {
	const fields = [...Object.entries(record), ...Object.entries(settings).map(([name, value]) => [`settings.${name}`, value] as const)];
	const masked = fields.filter(([, value]) => value === maskedSecret).map(([path]) => path);
	const starred = Object.entries({url, apiPath}).filter(([, value]) => value?.includes(maskedSecret));
	return [...masked, ...starred.map(([path]) => path)].map(path => ({
		path,
		message: `${path} must be the secret itself: there is no stored secret that the stars could stand for`,
	}));
}

/**
 * The change of a stored record that came back as it was shown: what is masked stands for what is stored. Throws
 * Invalid naming each field whose stars stand for nothing, and each secret that must be given again.
 */
export function unmasked<T extends Addressed>(stored: Addressed, change: T): T {
	const given = withStoredAddress(stored, change);
	refuseMovedSecrets(stored, {...change, url: given.url});
	return {...withoutMasked(given), ...(given.settings && {settings: withStored(given.settings, stored.settings ?? {})})};
}

/** The change with what is stored in the place of a masked address. Throws Invalid if its stars stand for nothing. */
export function withStoredAddress<T extends Addressed>(stored: Addressed, change: T): T {
	const names = addressNames.filter(name => change[name]?.includes(maskedSecret));
	const faults = names
		.filter(name => change[name] !== maskAddress(stored[name] ?? ''))
		.map(
			(path): Fault => ({
				path,
				message: `${path} must be written out: its stars stand for what is stored only while nothing else in it changes`,
			}),
		);
	if (faults.length > 0) {
		throw invalid(faults);
	}
	return {...change, ...Object.fromEntries(names.map(name => [name, stored[name]]))};
}

/**
 * A stored secret is sent only to the address for which it was entered. Throws Invalid naming each secret that must be
 * given again because the change leads to another scheme, host or port.
 */
export function refuseMovedSecrets(stored: Addressed, change: Addressed): void {
	if (change.url === undefined || originOf(change.url) === originOf(stored.url)) {
		return;
	}
	const isKept = (value: unknown) => value === undefined || value === maskedSecret;
	const kept = [
		...secretNames.filter(name => stored[name] && isKept(change[name])),
		...(hidesKey(stored.apiPath) && (change.apiPath?.includes(maskedSecret) ?? true) ? ['apiPath'] : []),
		...Object.entries(stored.settings ?? {})
			.filter(entry => isSecretSetting(entry) && (change.settings === undefined || change.settings[entry[0]] === maskedSecret))
			.map(([name]) => `settings.${name}`),
	];
	if (kept.length > 0) {
		const message = (name: string) =>
			`${name} must be given again, or as ${name === 'apiPath' ? 'another path' : 'null'}, because url leads to another place: a stored secret is sent only where it was entered for`;
		throw invalid(kept.map(path => ({path, message: message(path)})));
	}
}

function withStored(
	given: NonNullable<Addressed['settings']>,
	stored: NonNullable<Addressed['settings']>,
): NonNullable<Addressed['settings']> {
	const faults = maskedFaults({settings: Object.fromEntries(Object.entries(given).filter(([name]) => stored[name] === undefined))});
	if (faults.length > 0) {
		throw invalid(faults);
	}
	return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value === maskedSecret ? (stored[name] ?? null) : value]));
}

function hidesKey(path: string | undefined): boolean {
	return path !== undefined && maskAddress(path) !== path;
}

function originOf(url: string | null | undefined): string | null {
	return URL.parse(url ?? '')?.origin ?? null;
}
