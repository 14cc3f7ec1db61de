import {openSettings} from '#shared/domain/downloads/blackhole-settings.ts';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import type {Fault} from '#shared/errors.ts';
import {originOf} from '#shared/mask-secrets.ts';
import {textOrNull} from '#shared/presenters/fields.ts';
import type {Part} from '#shared/presenters/view.ts';
import {maskedSecret} from '#shared/secrets.ts';
import {type Caller, isAdministrator} from './access/caller.ts';
import {invalid} from './input.ts';

/** A record whose secrets are sent to its address. */
interface SecretHolder {
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
export function maskedFaults({url, apiPath, settings = {}, ...record}: SecretHolder): Fault[] {
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
export function unmasked<T extends SecretHolder>(stored: SecretHolder, change: T): T {
	const given = withStoredAddress(stored, change);
	refuseMovedSecrets(stored, {...change, url: given.url});
	return {...withoutMasked(given), ...(given.settings && {settings: withStored(given.settings, stored.settings ?? {})})};
}

/** The change with what is stored in the place of a masked address. Throws Invalid if its stars stand for nothing. */
export function withStoredAddress<T extends SecretHolder>(stored: SecretHolder, change: T): T {
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
export function refuseMovedSecrets(stored: SecretHolder, change: SecretHolder): void {
	if (change.url === undefined || siteOf(change.url) === siteOf(stored.url)) {
		return;
	}
	const isUnchanged = (value: unknown) => value === undefined || value === maskedSecret;
	const unchanged = [
		...secretNames.filter(name => stored[name] && isUnchanged(change[name])),
		...(hidesKey(stored.apiPath) && (change.apiPath?.includes(maskedSecret) ?? true) ? ['apiPath'] : []),
		...Object.entries(stored.settings ?? {})
			.filter(entry => isSecretSetting(entry) && (change.settings === undefined || change.settings[entry[0]] === maskedSecret))
			.map(([name]) => `settings.${name}`),
	];
	if (unchanged.length > 0) {
		const message = (name: string) =>
			`${name} must be given again, or as ${name === 'apiPath' ? 'another path' : 'null'}, because url leads to another place: a stored secret is sent only where it was entered for`;
		throw invalid(unchanged.map(path => ({path, message: message(path)})));
	}
}

function withStored(
	given: NonNullable<SecretHolder['settings']>,
	stored: NonNullable<SecretHolder['settings']>,
): NonNullable<SecretHolder['settings']> {
	const faults = maskedFaults({settings: Object.fromEntries(Object.entries(given).filter(([name]) => stored[name] === undefined))});
	if (faults.length > 0) {
		throw invalid(faults);
	}
	return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value === maskedSecret ? (stored[name] ?? null) : value]));
}

function hidesKey(path: string | undefined): boolean {
	return path !== undefined && maskAddress(path) !== path;
}

function siteOf(url: string | null | undefined): string | null {
	return URL.parse(url ?? '')?.origin ?? null;
}

interface Addressed {
	url: string | null;
	apiPath?: string;
	settings?: DownloadClientSettings['settings'];
}

/** Sites put keys into paths too. Masking a word that is none costs nothing: sent back, it stays as it is stored. */
const likeKey = /^(?=.*\d)[^/]{16,}$/;

/**
 * An address that an administrator entered, or its path, as administrators see it: without credentials, values of the
 * query, and parts of the path that look like keys.
 */
export function maskAddress(address: string): string {
	const [, scheme = '', authority = '', path = '', query = ''] = /^(?:([a-z][a-z\d+.-]*:\/\/)([^/?#]*))?([^?#]*)(.*)$/i.exec(address) ?? [];
	const host = authority.slice(authority.lastIndexOf('@') + 1);
	const credentials = host === authority ? '' : `${maskedSecret}@`;
	const parts = path.split('/').map(part => (likeKey.test(part) ? maskedSecret : part));
	const values = query
		.replace(/=[^&;#]+/g, `=${maskedSecret}`)
		.replace(/^\?([^=&;#]+)(?=#|$)/, `?${maskedSecret}`)
		.replace(/#.+$/, `#${maskedSecret}`);
	return `${scheme}${credentials}${host}${parts.join('/')}${values}`;
}

/** The default, which tells nobody anything. */
const usualApiPath = '/api';

/** Values of settings that no kind of client is known to have may be secrets. */
function isSecretSetting([name, value]: [string, unknown]): boolean {
	return typeof value === 'string' && value !== '' && !openSettings.has(name);
}

/** The record with its address and its free settings as this caller may see them. */
export function withShownAddress<Rec extends Addressed>(record: Rec, caller: Caller | null): Rec {
	const isAdmin = caller !== null && isAdministrator(caller);
	const show = isAdmin ? maskAddress : originOf;
	const {url, apiPath, settings} = record;
	return {
		...record,
		url: url && show(url),
		...(apiPath && apiPath !== usualApiPath && {apiPath: isAdmin ? maskAddress(apiPath) : ''}),
		...(settings && {settings: isAdmin ? masked(settings) : {}}),
	};
}

function masked(settings: DownloadClientSettings['settings']): DownloadClientSettings['settings'] {
	return Object.fromEntries(Object.entries(settings).map(entry => [entry[0], isSecretSetting(entry) ? maskedSecret : entry[1]]));
}

/** A secret is shown as stars, or as null if there is none. */
export const secret: Part<string | null, string | null> = {schema: textOrNull, present: stored => (stored ? maskedSecret : null)};
