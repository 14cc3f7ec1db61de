import {type Definition, Unusable} from './definition.ts';

/** Values that a definition may use, but that only some sites may receive. */
export interface SiteSecrets {
	/** Names of settings; `sitelink` when the address of the site may hold a key. */
	names: readonly string[];
	/** The sites that may receive them. */
	sites: readonly string[];
}

/** How the values of a release are kept from telling secrets. */
export interface Secrecy {
	/** Fields whose values may be made of secrets. */
	fields: ReadonlySet<string>;
	/** The secrets themselves. */
	values: readonly string[];
	mayLearn(url: URL): boolean;
}

/** A variable used directly. Template logic can build names, so any other use counts as any variable. */
const alone = /^\.([\w-]+)(?=[\s}]|\)(?:[\s)}]|$)|$)/;

/** Each variable of this kind in a text, by its name; an empty name stands for any. */
function variablesIn(text: string, kind: '.Config' | '.Result' | '.Keywords'): string[] {
	return text
		.split(kind)
		.slice(1)
		.map(rest => alone.exec(rest)?.[1] ?? '');
}

function textsIn(part: unknown): string[] {
	if (typeof part === 'string') {
		return [part];
	}
	return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : [];
}

/** Whether a part of a definition may be filled in with a secret setting. */
export function namesSecret(part: unknown, {names}: Pick<SiteSecrets, 'names'>): boolean {
	const isSecret = (name: string) => name === '' || names.includes(name);
	return names.length > 0 && textsIn(part).some(text => variablesIn(text, '.Config').some(isSecret));
}

/** The fields of a release whose values may contain secrets, directly or through other fields. */
export function secretFields({search}: Definition, secrets: Pick<SiteSecrets, 'names'>): Set<string> {
	const {fields, keywordsFilters, preprocessingFilters} = search;
	const isEverySecret = namesSecret(preprocessingFilters, secrets);
	const areKeywordsSecret = namesSecret(keywordsFilters, secrets);
	const found = new Set<string>();
	for (const [key, block] of fields) {
		const texts = textsIn(block);
		const has = (kind: '.Result' | '.Keywords', isSecret: (name: string) => boolean) =>
			texts.some(text => variablesIn(text, kind).some(isSecret));
		const isByOthers = found.size > 0 && has('.Result', name => name === '' || found.has(name));
		if (isEverySecret || namesSecret(block, secrets) || isByOthers || (areKeywordsSecret && has('.Keywords', () => true))) {
			found.add(key.split('|')[0] ?? '');
		}
	}
	return found;
}

const addresses = new Set(['download', 'magnet', 'details', 'comments', 'poster']);
const magnetHash = /[?&]xt=urn:btih:([\da-z]{32,40})(?![\da-z])/i;
/** A shorter one would be replaced inside of words. */
const shortest = 4;

/**
 * The part of a secret field's value that may be shown: addresses only of sites that may receive it, and magnet links
 * only of a hash that the site gave. Throws `Unusable`.
 */
export function guarded(
	name: string,
	value: string,
	{infohash, url}: {infohash: string | undefined; url: string},
	secrecy: Secrecy,
): string {
	if (name === 'infohash') {
		throw new Unusable('is made of a secret, which others would see');
	}
	if (!addresses.has(name)) {
		return secrecy.values.filter(({length}) => length >= shortest).reduce((text, secret) => text.replaceAll(secret, '********'), value);
	}
	if (/^\s*magnet:/i.test(value)) {
		const hash = magnetHash.exec(value)?.[1];
		if (hash === undefined || hash.toLowerCase() !== infohash?.toLowerCase()) {
			throw new Unusable('is made of a secret, which others would see');
		}
		const trackers = new URLSearchParams(value.trim().slice('magnet:?'.length)).getAll('tr').filter(tracker => isOfSite(tracker, secrecy));
		return `magnet:?xt=urn:btih:${hash}${trackers.map(tracker => `&tr=${encodeURIComponent(tracker)}`).join('')}`;
	}
	const address = URL.parse(value.trim(), url);
	if (address && !secrecy.mayLearn(address)) {
		throw new Unusable(`would tell a secret to ${hostOf(address)}, which is not the site that was entered`);
	}
	return value;
}

/** The definition may have written a secret into the first parts of a name, and not into an address. */
function hostOf({hostname}: URL): string {
	return /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
}

function isOfSite(address: string, {mayLearn}: Secrecy): boolean {
	const url = URL.parse(address);
	return url !== null && mayLearn(url);
}
