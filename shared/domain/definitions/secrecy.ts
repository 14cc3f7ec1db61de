import {type Definition, Unusable} from './definition.ts';
import type {SettingValues} from './settings.ts';
import type {Variables} from './template.ts';

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
	/** What the definition may insert, with stars instead of secrets. */
	shown: Variables;
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

const stars = '********';

/** What stands for a secret where people see what is made of it: an address still leads to the same host. */
function hidden(name: string, value: string): string {
	const address = URL.parse(value) ?? (name === 'apiurl' ? URL.parse(`https://${value}`) : null);
	if (!address || !/^https?:$/.test(address.protocol)) {
		return stars;
	}
	return URL.canParse(value) ? `${address.origin}/` : address.host;
}

interface Asked {
	settings: SettingValues;
	siteLink?: string | null;
	secrets?: SiteSecrets;
}

/**
 * The same question with stars instead of secrets, for whatever people see of its answer. Filters can spell a secret,
 * turn it around or count its letters, so none that is filled in can be found again and hidden afterwards.
 */
export function withoutSecrets<Question extends Asked>(question: Question): Question {
	const {settings, siteLink, secrets} = question;
	const names = secrets?.names ?? [];
	const stand = names.flatMap(name => (typeof settings[name] === 'string' ? [[name, hidden(name, settings[name])]] : []));
	const isKey = names.includes('sitelink') && typeof siteLink === 'string';
	return {...question, settings: {...settings, ...Object.fromEntries(stand)}, ...(isKey && {siteLink: hidden('sitelink', siteLink)})};
}

const magnetHash = /[?&]xt=urn:btih:([\da-z]{32,40})(?![\da-z])/i;

interface Place {
	/** As it comes out with the secrets, which it needs to work. */
	value: string;
	/** As it comes out without them. */
	shown: string | undefined;
	infohash: string | undefined;
	/** Of the page. */
	url: string;
}

/**
 * The place of a file that is made of secrets, if nobody else learns one by it: it has to lead to a site that may
 * receive them, whose name is not made of one, and a magnet link keeps only its hash and trackers of that site. Throws
 * `Unusable`.
 */
export function guardedPlace({value, shown, infohash, url}: Place, secrecy: Secrecy): string {
	if (/^\s*magnet:/i.test(value)) {
		const hash = magnetHash.exec(value)?.[1];
		if (hash === undefined || hash.toLowerCase() !== infohash?.toLowerCase()) {
			throw new Unusable('is made of a secret, which others would see');
		}
		const trackers = new URLSearchParams(value.trim().slice('magnet:?'.length)).getAll('tr').filter(tracker => isOfSite(tracker, secrecy));
		return `magnet:?xt=urn:btih:${hash}${trackers.map(tracker => `&tr=${encodeURIComponent(tracker)}`).join('')}`;
	}
	const address = URL.parse(value.trim(), url);
	if (address && (!secrecy.mayLearn(address) || address.host !== URL.parse(shown?.trim() ?? '', url)?.host)) {
		throw new Unusable('would tell a secret to another site than the one that was entered');
	}
	return value;
}

function isOfSite(address: string, {mayLearn}: Secrecy): boolean {
	const url = URL.parse(address);
	return url !== null && mayLearn(url);
}
