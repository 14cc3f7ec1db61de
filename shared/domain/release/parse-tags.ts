import {parseGroup} from './group.ts';
import {parseHardcodedSubs, parseLanguages} from './languages.ts';
import type {ParsedTitle, TitleMode} from './parsed-title.ts';
import {findMarks} from './quality/marks.ts';
import {judgeMarks} from './quality/parse-quality.ts';
import {longestName, splitWords} from './quality/words.ts';

/** Everything a release name says except which title it is. */
export type ReleaseTags = Pick<ParsedTitle, 'group' | 'hash' | 'edition' | 'hardcodedSubs' | 'languages' | 'quality'>;

interface TagSource {
	/** The whole name without its extension, but with site names. */
	name: string;
	/** The part after the media title. Languages and editions are searched only here. */
	rest: string;
	extension: string | null;
	mode: TitleMode;
}

/**
 * Quality, group, languages and the like. They are parsed separately from the title, so a name
 * without a title still has them.
 */
export function parseTags({name, rest, extension, mode}: TagSource): ReleaseTags {
	const found = findMarks(splitWords(name));
	return {
		group: parseGroup(name, found),
		hash: parseHash(name),
		edition: parseEdition(rest),
		hardcodedSubs: parseHardcodedSubs(rest),
		languages: parseLanguages(rest),
		quality: judgeMarks(found, extension, mode),
	};
}

const bracketed = /[[(](?<hash>[0-9a-f]{8})[\])]/gi;

/** A quick check that nearly every name fails. */
const mayHaveHash = /[[(][0-9a-f]{8}/i;

/**
 * The CRC32 of an anime release in upper case, from square or round brackets. Eight digits that
 * form a date are not a CRC32.
 */
export function parseHash(name: string): string | null {
	if (!mayHaveHash.test(name)) {
		return null;
	}
	let hash: string | null = null;
	for (const match of name.slice(-longestName).matchAll(bracketed)) {
		hash = match.groups?.['hash'] ?? hash;
	}
	return hash === null ? null : hash.toUpperCase();
}

/** Words that name an edition on their own. */
const alone =
	'extended|uncut|unrated|uncensored|theatrical|remastered|recut|restored|imax|despecialized|ultimate|' +
	"director'?s|directors|collector'?s|collectors|criterion|open[-._ ]?matte|fan[-._ ]?edit|[234]in1|\\d{2,3}(?:st|nd|rd|th)?[-._ ]anniversary";
/** Words that are too common on their own: "cut", "edition", "version" or "collection" must follow. */
const together =
	"special|final|assembly|imperial|diamond|signature|hunter|rekall|rogue|rouge|festival|limited|anniversary|international|definitive|legacy|producer'?s|" +
	'deluxe|redux|superbit|workprint|television|tv|complete|alternative|alternate|original|full|long|preview|roadshow|integral|supreme|black[-._ ]and[-._ ]chrome';
const noun = 'cut|edition|version|collection';

/** One edition, as part of a pattern. */
export const editionWords = `(?:(?:(?:${together})[-._ ])?(?:${alone})[-._ ](?:${noun})|(?:${alone})|(?:${together})[-._ ](?:${noun}))`;
const edition = new RegExp(`(?<![\\p{L}\\p{N}])${editionWords}(?![\\p{L}\\p{N}])`, 'giu');

const gap = /^[-._ ]$/;
/** A quick check that nearly every name fails. */
const mayHaveEdition = new RegExp(`${noun}|${alone}`, 'i');

/**
 * The edition in a name, spelled as there but with spaces: `Extended Directors Cut`; null when there is none. `name` is
 * the part after the title, with or without the year.
 */
export function parseEdition(name: string): string | null {
	const text = name.slice(0, longestName);
	if (!mayHaveEdition.test(text) || text.search(edition) < 0) {
		return null;
	}
	let start = -1;
	let end = -1;
	for (const match of text.matchAll(edition)) {
		if (start >= 0 && !gap.test(text.slice(end, match.index))) {
			break;
		}
		start = start < 0 ? match.index : start;
		end = match.index + match[0].length;
	}
	return start < 0 ? null : text.slice(start, end).replace(/[._]/g, ' ');
}

export type Ids = Pick<ParsedTitle, 'imdbId' | 'tmdbId'>;

const anyId = /(?:tmdb|imdb|tvdb)(?:id)?[-= ]|tt\d{7}/i;
const imdb = /(?<![a-z\d])tt\d{7,8}(?!\d)/i;
const tmdb = /tmdb(?:id)?[-= ](\d{1,8})(?!\d)/i;

/** Finds `tt0123456` anywhere in the name, and `{tmdb-123}`, `[tmdbid-123]`, `{tmdb=123}`. */
export function parseIds(name: string): Ids {
	if (!anyId.test(name)) {
		return {imdbId: null, tmdbId: null};
	}
	const number = tmdb.exec(name)?.[1];
	return {imdbId: imdb.exec(name)?.[0].toLowerCase() ?? null, tmdbId: number === undefined ? null : Number(number)};
}

/** Position of the first id, so that its digits are not read as a year; -1 without one. */
export function idPosition(name: string): number {
	return name.search(/[[({ ._-](?:(?:tmdb|imdb|tvdb)(?:id)?[-= ]|tt\d{7})/i);
}
