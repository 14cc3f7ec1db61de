/** What a person typed to find a title at the metadata provider. */
export type LookupSubject = {by: 'title'; title: string} | {by: 'metaId' | 'tvMetaId'; id: number} | {by: 'imdbId'; id: string};

const byId = /^(tmdb|tvdb|imdb)(?:id)?:\s*(.*)$/i;
const imdbId = /^tt\d{5,10}$/i;
const largestId = 2_147_483_647;

/** Reads a title, or an id as in `tmdb:603`, `imdb:tt0133093`, `tvdb:81189`. Null if no such id follows the prefix. */
export function readLookupQuery(query: string): LookupSubject | null {
	const text = query.trim();
	const [, prefix = '', id = ''] = byId.exec(text) ?? [];
	if (prefix === '') {
		return imdbId.test(text) ? {by: 'imdbId', id: text.toLowerCase()} : {by: 'title', title: text};
	}
	if (prefix.toLowerCase() === 'imdb') {
		return imdbId.test(id) ? {by: 'imdbId', id: id.toLowerCase()} : null;
	}
	const number = /^\d{1,10}$/.test(id) ? Number(id) : 0;
	return number > 0 && number <= largestId ? {by: prefix.toLowerCase() === 'tmdb' ? 'metaId' : 'tvMetaId', id: number} : null;
}
