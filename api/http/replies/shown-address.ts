import {openSettings} from '#shared/domain/downloads/blackhole-settings.ts';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {originOf} from '#shared/mask-secrets.ts';
import {maskedSecret} from '#shared/secrets.ts';
import {type Caller, isAdministrator} from '../access/caller.ts';

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
export function isSecretSetting([name, value]: [string, unknown]): boolean {
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
