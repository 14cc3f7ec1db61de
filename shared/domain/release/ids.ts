import type {ParsedTitle} from './parsed-title.ts';

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
