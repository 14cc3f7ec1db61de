import {printDate} from './dates/calendar.ts';
import {fuzzyDate} from './dates/fuzzy-date.ts';
import {type Definition, type Selector, Unusable} from './definition.ts';
import {type FilterContext, wordMarks} from './filters.ts';
import {type Row, readBlock} from './read-block.ts';
import {firstDigits, parseDecimal, parseInteger, parseSize} from './read-numbers.ts';
import {guardedPlace, type Secrecy} from './secrecy.ts';
import {categoriesOf, type ShortHash} from './standard-categories.ts';
import {fillTemplate, type Value, type Variables} from './template.ts';

const texts = [
	'title',
	'description',
	'author',
	'booktitle',
	'publisher',
	'artist',
	'album',
	'label',
	'track',
	'genre',
	'infohash',
] as const;
const links = ['details', 'comments', 'poster'] as const;
const integers = ['seeders', 'leechers', 'grabs', 'files', 'year', 'minimumseedtime'] as const;
const decimals = ['downloadvolumefactor', 'uploadvolumefactor', 'minimumratio'] as const;
const ids = ['imdbid', 'tmdbid', 'tvdbid', 'rageid', 'tvmazeid', 'traktid', 'doubanid'] as const;

type Texts = (typeof texts)[number] | (typeof links)[number] | 'download' | 'magnet';
type Numbers = (typeof integers)[number] | (typeof decimals)[number] | (typeof ids)[number] | 'size';

/** The fields of a release in a row, under the names of the format. Missing fields are left out. `size` is bytes. */
export interface SiteRelease extends Partial<Record<Texts, string>>, Partial<Record<Numbers, number>> {
	/** ISO text. */
	date?: string;
	/** Standard categories and those of the site. */
	categories?: number[];
}

/** A field that could not be read, and why. */
export type MissedField = [name: string, reason: string];

export interface RowContext extends FilterContext {
	definition: Definition;
	/** Address of the request, against which links are resolved. */
	url: string;
	shortHash: ShortHash;
	/** Null when the settings have no secrets. */
	secrecy: Secrecy | null;
}

const maxText = 20_000;
/** A higher number of peers is not believed. */
const tooManyPeers = 5_000_000;
const optionalNames = new Set<string>([...ids, 'imdb', 'poster', 'banner', 'description', 'genre']);

const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name => (names as readonly string[]).includes(name);

/** Reads a row. Null when it has no title, or nothing to download. */
export function readRelease(row: Row, context: RowContext): {release: SiteRelease | null; missed: MissedField[]} {
	const {definition, secrecy} = context;
	const {rows} = definition.search;
	const shown = readFields(row, secrecy ? {...context, variables: secrecy.shown} : context);
	const {release, missed} = secrecy && secrecy.fields.size > 0 ? withPlaces(shown, readFields(row, context), context, secrecy) : shown;
	if (release.date === undefined && rows.dateHeaders && !takeDateHeader(release, rows.dateHeaders, row, context)) {
		return {release: null, missed: [...missed, ['date', 'no header above has one']]};
	}
	completeTorrent(release, definition);
	const isWhole =
		release.title !== undefined && release.title.trim() !== '' && (release.download ?? release.magnet ?? release.infohash) !== undefined;
	return {release: isWhole ? release : null, missed};
}

interface ReadFields {
	release: SiteRelease;
	missed: MissedField[];
}

function readFields(row: Row, context: RowContext): ReadFields {
	const {fields} = context.definition.search;
	const names = fields.map(([key]): [string, Value] => [`.Result.${key.split('|')[0]}`, null]);
	const variables = new Map<string, Value>([...context.variables, ...names]);
	const own = {...context, variables};
	const release: SiteRelease = {};
	const missed: MissedField[] = [];
	for (const [key, block] of fields) {
		const [name = '', ...modifiers] = key.split('|');
		try {
			if (name === 'infohash' && context.secrecy?.fields.has(name)) {
				throw new Unusable('is made of a secret, which others would see');
			}
			const value = readField(name, block, modifiers, row, own);
			variables.set(`.Result.${name}`, value === null ? null : takeField(release, {name, value, modifiers, block}, own));
		} catch (error) {
			if (!(error instanceof Unusable)) {
				throw error;
			}
			missed.push([name, error.message]);
		}
	}
	return {release, missed};
}

/** What people see of a release comes out without secrets. Only the places of its file need them. */
function withPlaces(shown: ReadFields, whole: ReadFields, {url}: RowContext, secrecy: Secrecy): ReadFields {
	const {download: _download, magnet: _magnet, ...others} = shown.release;
	const release: SiteRelease = others;
	const missed = [...shown.missed];
	for (const field of ['download', 'magnet'] as const) {
		const [value, seen] = [whole.release[field], shown.release[field]];
		if (value === undefined) {
			missed.push(...(seen === undefined ? [] : [[field, 'was not found'] satisfies MissedField]));
			continue;
		}
		try {
			release[field] = value === seen ? value : guardedPlace({value, shown: seen, infohash: release.infohash, url}, secrecy);
		} catch (error) {
			if (!(error instanceof Unusable)) {
				throw error;
			}
			missed.push([field, error.message]);
		}
	}
	return {release, missed};
}

/** Null for an optional field without value and default. Throws `Unusable` when one that is required is not there. */
function readField(name: string, block: Selector, modifiers: readonly string[], row: Row, context: RowContext): string | null {
	const isOptional = block.isOptional || modifiers.includes('optional') || optionalNames.has(name);
	const value = readOrNull(block, row, context, isOptional);
	if (!isOptional) {
		if (value === null) {
			throw new Unusable('was not found');
		}
		return value.slice(0, maxText);
	}
	const given = value === null || value.trim() === '' ? fillTemplate(block.default ?? '', context.variables) : value;
	return given.trim() === '' ? null : given.slice(0, maxText);
}

function readOrNull(block: Selector, row: Row, context: RowContext, isOptional: boolean): string | null {
	try {
		return readBlock(block, row, context);
	} catch (error) {
		if (isOptional && block.default !== null && error instanceof Unusable) {
			return null;
		}
		throw error;
	}
}

interface FieldValue {
	name: string;
	value: string;
	modifiers: readonly string[];
	block: Selector;
}

/** Definitions write `now` for sites that show no date, or not in all rows. Nobody knows the date then. */
function isMadeUp(date: Date, {text, default: given}: Selector, {now}: RowContext): boolean {
	return (text !== null || given !== null) && date.getTime() === now.getTime();
}

/** Puts a value into the release and returns what later fields see of it. Fields of other names are only for those. */
function takeField(release: SiteRelease, {name, value, modifiers, block}: FieldValue, context: RowContext): string | null {
	if (name === 'download' || name === 'magnet') {
		return takeDownload(release, name, value, context.url);
	}
	if (name === 'category' || name === 'categorydesc') {
		const found = categoriesOf(context.definition.caps, value, name === 'category' ? 'id' : 'description', context.shortHash);
		const before = modifiers.includes('noappend') ? [] : (release.categories ?? []);
		release.categories = [...new Set([...before, ...found])];
		return value;
	}
	if (name === 'date') {
		const date = fuzzyDate(value, context.now);
		if (!isMadeUp(date, block, context)) {
			release.date = date.toISOString();
		}
		return printDate(date);
	}
	if (value.trim() === '' && (isOneOf(links, name) || isOneOf(texts, name))) {
		return value;
	}
	if (isOneOf(links, name)) {
		release[name] = resolve(value, context.url);
		return release[name];
	}
	if (isOneOf(texts, name)) {
		const text = name === 'genre' ? genresOf(value) : value;
		release[name] = modifiers.includes('append') && (name === 'title' || name === 'description') ? (release[name] ?? '') + text : text;
		return release[name];
	}
	return takeNumber(release, name, value) ?? value;
}

function takeNumber(release: SiteRelease, name: string, value: string): string | null {
	const id = name === 'imdb' ? 'imdbid' : name;
	if (name === 'size') {
		release.size = parseSize(value);
		return String(release.size);
	}
	if (isOneOf(integers, name)) {
		const number = parseInteger(value);
		release[name] = (name === 'seeders' || name === 'leechers') && number >= tooManyPeers ? 0 : number;
		return String(release[name]);
	}
	if (isOneOf(decimals, name)) {
		release[name] = parseDecimal(value);
		return String(release[name]);
	}
	if (isOneOf(ids, id)) {
		release[id] = firstDigits(value);
		return String(release[id]);
	}
	return null;
}

function genresOf(value: string): string {
	return value
		.split(wordMarks)
		.filter(word => word !== '')
		.map(word => word.replaceAll('_', ' '))
		.join(', ');
}

function takeDownload(release: SiteRelease, name: 'download' | 'magnet', value: string, url: string): string | null {
	const text = value.trim();
	if (text === '') {
		return null;
	}
	if (/^magnet:/i.test(text)) {
		release.magnet = text;
		return text;
	}
	if (name === 'magnet') {
		throw new Unusable('is no magnet link');
	}
	release.download = resolve(text, url);
	return release.download;
}

function resolve(value: string, url: string): string {
	const address = URL.parse(value.trim(), url);
	// Stars stand for a secret, of which no name of a host is made.
	if (!address || !/^https?:$/.test(address.protocol) || address.host.includes('*')) {
		throw new Unusable(`${value.slice(0, 60)} is no address`);
	}
	return address.href;
}

/** False when no header has a date and the definition demands one. */
function takeDateHeader(release: SiteRelease, block: Selector, row: Row, context: RowContext): boolean {
	for (const header of row.above()) {
		try {
			const value = readBlock(block, header, context);
			if (value !== null && value.trim() !== '') {
				release.date = fuzzyDate(value, context.now).toISOString();
				return true;
			}
		} catch (error) {
			if (!(error instanceof Unusable)) {
				throw error;
			}
		}
	}
	return block.isOptional;
}

/** A magnet link from the hash, for sites whose torrents anybody may find, and the hash from a magnet link. */
function completeTorrent(release: SiteRelease, {type}: Definition): void {
	const {magnet, infohash, title} = release;
	if (infohash !== undefined && magnet === undefined && type !== 'private') {
		release.magnet = `magnet:?xt=urn:btih:${encodeURIComponent(infohash)}&dn=${encodeURIComponent(title ?? '')}`;
	}
	const hash = /[?&]xt=urn:btih:([\da-f]{40}|[a-z2-7]{32})(?![\da-z])/i.exec(magnet ?? '')?.[1];
	if (infohash === undefined && hash !== undefined) {
		release.infohash = hash;
	}
}

const unsaid = new Set(['and', 'the', 'an']);

/**
 * Whether a title has all words of what was searched. The argument of the filter cuts the text to that many
 * characters.
 */
export function hasAllWords(title: string, variables: Variables, cut: string | undefined): boolean {
	const keywords = String(variables.get('.Keywords') ?? '');
	const length = Number(cut ?? '');
	const text = length > 0 ? keywords.slice(0, length) : keywords;
	const words = text.toLowerCase().split(/[^\p{L}\p{Mn}\p{Nd}\p{Pc}]+/u);
	const lower = title.toLowerCase();
	return words.every(word => word.length < 2 || unsaid.has(word) || lower.includes(word));
}
