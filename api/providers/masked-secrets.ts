import {invalid} from '#api/http/input.ts';
import {maskAddress, placeOf} from '#api/http/secrets.ts';
import type {ProviderSettings} from '#shared/domain/provider.ts';
import type {Fault} from '#shared/errors.ts';
import {originOf} from '#shared/mask-secrets.ts';
import {isSecretValue, type ProviderFamily, protectedSettings} from '#shared/providers/provider-family.ts';
import {maskedSecret} from '#shared/secrets.ts';

type Values = Readonly<Record<string, unknown>>;

const valuesOf = (settings: object) => settings as Values;
const free = (value: unknown) => Object.entries((value ?? {}) as Values);
const hasStars = (value: unknown): value is string => typeof value === 'string' && value.includes(maskedSecret);
const masked = (value: unknown) => maskAddress(String(value ?? ''));

/**
 * The record as this caller may see it; the view masks its secrets. An address that is the default of all records
 * reveals nothing.
 */
export function shownTo<Rec extends ProviderSettings>(isAdmin: boolean, record: Rec, family: ProviderFamily): Rec {
	const values = valuesOf(record);
	const defaults = valuesOf(family.defaults);
	const isFolder = family.kinds[record.kind]?.isFolder ?? false;
	const addresses = protectedSettings(family, 'address')
		.filter(name => values[name] && values[name] !== defaults[name] && !(isFolder && name === 'url'))
		.map(name => [name, isAdmin ? masked(values[name]) : name === 'url' ? originOf(String(values[name])) : '']);
	const stars = ([name, value]: [string, unknown]) => [name, isSecretValue(family, name, value) ? maskedSecret : value];
	const settings = protectedSettings(family, 'values').map(name => [
		name,
		isAdmin ? Object.fromEntries(free(values[name]).map(stars)) : {},
	]);
	return {...record, ...Object.fromEntries([...addresses, ...settings])};
}

/** Removes masked secrets from a change, so that the stored ones stay. */
export function withoutMasked<T extends object>(change: T): T {
	return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== maskedSecret)) as T; // fields of T are optional in a change
}

/** A new record must not contain masked secrets. */
export function maskedFaults(given: object, family: ProviderFamily): Fault[] {
	const paths = Object.entries(given).flatMap(([name, value]) => {
		switch (protectionOf(family, name)) {
			case 'address':
				return hasStars(value) ? [name] : [];
			case 'values':
				return free(value).flatMap(([key, inner]) => (inner === maskedSecret ? [`${name}.${key}`] : []));
			default:
				return value === maskedSecret ? [name] : [];
		}
	});
	return paths.map(path => ({
		path,
		message: `${path} must be the secret itself: there is no stored secret that the asterisks could stand for`,
	}));
}

/**
 * The change with masked values replaced by the stored ones. Throws Invalid with each masked field that has no stored
 * value.
 */
export function unmasked<T extends object>(stored: object, change: T, family: ProviderFamily): T {
	const given = withoutMasked(withStoredAddresses(stored, change, family));
	const settings = protectedSettings(family, 'values').filter(name => valuesOf(given)[name] !== undefined);
	return {...given, ...Object.fromEntries(settings.map(name => [name, withStoredValues(name, {stored, given}, family)]))};
}

/** Throws Invalid if a masked part of an address has no stored value. */
function withStoredAddresses<T extends object>(stored: object, change: T, family: ProviderFamily): T {
	const names = protectedSettings(family, 'address').filter(name => hasStars(valuesOf(change)[name]));
	const wrong = names.filter(name => valuesOf(change)[name] !== masked(valuesOf(stored)[name]));
	if (wrong.length > 0) {
		const message = (path: string) =>
			`${path} must be written out: the asterisks only stand for the stored value if nothing else in it changes`;
		throw invalid(wrong.map(path => ({path, message: message(path)})));
	}
	return {...change, ...Object.fromEntries(names.map(name => [name, valuesOf(stored)[name]]))};
}

function withStoredValues(name: string, {stored, given}: {stored: object; given: object}, family: ProviderFamily): Values {
	const known = (valuesOf(stored)[name] ?? {}) as Values;
	const entries = free(valuesOf(given)[name]);
	const faults = maskedFaults({[name]: Object.fromEntries(entries.filter(([key]) => known[key] === undefined))}, family);
	if (faults.length > 0) {
		throw invalid(faults);
	}
	return Object.fromEntries(entries.map(([key, value]) => [key, value === maskedSecret ? (known[key] ?? null) : value]));
}

/**
 * A stored secret is sent only to the address for which it was entered. Throws Invalid naming each secret that must be
 * given again because the record's new `url`, or a new address among its settings, leads to another scheme, host or
 * port.
 */
export function refuseMovedSecrets(
	stored: ProviderSettings,
	change: object,
	{url, family}: {url: string | null; family: ProviderFamily},
): void {
	const [place] = [...(placeOf(url) === placeOf(stored.url) ? [] : ['url']), ...newPlaces(stored, change, family)];
	if (place === undefined) {
		return;
	}
	const before = valuesOf(stored);
	const after = valuesOf(change);
	const isStored = (value: unknown) => value === undefined || value === maskedSecret;
	const secrets = protectedSettings(family, 'secret').filter(name => before[name] && isStored(after[name]));
	const paths = protectedSettings(family, 'address')
		.filter(name => name !== 'url' && hidesKey(before[name]))
		.filter(name => after[name] === undefined || hasStars(after[name]));
	const values = protectedSettings(family, 'values').flatMap(name =>
		free(before[name])
			.filter(([key, value]) => isSecretValue(family, key, value))
			.filter(([key]) => after[name] === undefined || (after[name] as Values)[key] === maskedSecret)
			.map(([key]) => `${name}.${key}`),
	);
	const moved = [...secrets, ...paths, ...values];
	if (moved.length > 0) {
		const message = (name: string) =>
			`${name} must be given again, or as ${paths.includes(name) ? 'another path' : 'null'}, because ${place} leads to another place: a stored secret is sent only where it was entered for`;
		throw invalid(moved.map(path => ({path, message: message(path)})));
	}
}

/** Addresses among the free settings that lead where nothing led before. They are sent the secrets, too. */
function newPlaces(stored: ProviderSettings, change: object, family: ProviderFamily): string[] {
	const names = protectedSettings(family, 'values');
	const placesIn = (values: unknown) => free(values).flatMap(([key, value]) => placeIn(key, value) ?? []);
	const before = new Set([placeOf(stored.url), ...names.flatMap(name => placesIn(valuesOf(stored)[name]))]);
	const isNew = (place: string | null) => place !== null && !before.has(place);
	return names.flatMap(name =>
		free(valuesOf(change)[name]).flatMap(([key, value]) => (isNew(placeIn(key, value)) ? [`${name}.${key}`] : [])),
	);
}

/** Null for what is no web address. That of an API may stand there without its scheme. */
function placeIn(key: string, value: unknown): string | null {
	if (typeof value !== 'string') {
		return null;
	}
	const isBare = key === 'apiurl' && /^[\w.-]+(?:[:/]|$)/.test(value) && !/^https?:/i.test(value);
	return /^https?:\/\//i.test(value) ? placeOf(value) : isBare ? placeOf(`https://${value}`) : null;
}

function protectionOf({protection}: ProviderFamily, name: string) {
	return (protection as Values)[name];
}

function hidesKey(path: unknown): boolean {
	return typeof path === 'string' && maskAddress(path) !== path;
}
