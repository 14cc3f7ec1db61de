const imdb = /(?<![a-z\d])tt\d{7,8}(?!\d)/i;
const tmdb = /[[({]? ?tmdb(?:id)?[-= ](\d{1,8})[\])}]?/i;

/** `tt0123456` wherever it stands. */
export function parseImdbId(name: string): string | null {
	return imdb.exec(name)?.[0].toLowerCase() ?? null;
}

/** `{tmdb-123}`, `[tmdbid-123]`, `{tmdb=123}`. */
export function parseTmdbId(name: string): number | null {
	const found = tmdb.exec(name);
	return found ? Number(found[1]) : null;
}

/** Where the first id stands, so that its digits are not read as a year; -1 without one. */
export function idPosition(name: string): number {
	return name.search(/[[({ ._-](?:tmdb(?:id)?[-= ]|imdb(?:id)?[-= ]|tvdb(?:id)?[-= ]|tt\d{7})\d?/i);
}
