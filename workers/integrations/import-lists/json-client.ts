import type {ListMedia} from '#shared/domain/import-lists/import-list.ts';
import {imdbIdOf, type ListEntry} from '#shared/domain/import-lists/list-item.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {asRecords, type JsonRecord, parseJson, readNumber, readText} from '../http/read-body.ts';
import type {OpenKind} from './import-list-client.ts';
import {askSource, isOfOtherMedia, saidIn, testList} from './read-list.ts';

/** A JSON document with all titles. */
export const createJsonList: OpenKind = ({url, media}, deps) => {
	const read = async (signal: AbortSignal) => {
		const {body} = await askSource({url, headers: {accept: 'application/json'}, signal}, deps);
		return {entries: parseJsonList(body, media), missing: null, failure: null};
	};
	return {read, test: signal => testList({read}, signal)};
};

/** Objects with any of the members that lists of this field use: their own `id` is that of TMDB, or of IMDb. */
function parseJsonList(body: Buffer, media: ListMedia): ListEntry[] {
	const answer = parseJson(body);
	if (!Array.isArray(answer)) {
		throw new UpstreamFailed('wrong_protocol', `There is no JSON list at this address. It must be an array of objects.${saidIn(answer)}`);
	}
	return asRecords(answer)
		.filter(item => !isOfOtherMedia(textIn(item, ['mediatype', 'media_type', 'mediaType']), media))
		.map(item => ({
			ids: {
				metaId: numberIn(item, ['tmdbId', 'tmdb_id', 'TmdbId', 'id']),
				imdbId: imdbIdOf(textIn(item, ['imdbId', 'imdb_id', 'ImdbId', 'imdb', 'id'])),
				tvMetaId: numberIn(item, ['tvdbId', 'tvdb_id', 'TvdbId']),
			},
			title: textIn(item, ['title', 'Title', 'name']) ?? '',
			year: numberIn(item, ['year', 'release_year', 'Year']),
			seasons: null,
		}));
}

function numberIn(item: JsonRecord, names: readonly string[]): number | null {
	return names.map(name => readNumber(item, name)).find(value => value !== null && value > 0) ?? null;
}

function textIn(item: JsonRecord, names: readonly string[]): string | null {
	return names.map(name => readText(item, name)).find(value => value !== null && value !== '') ?? null;
}
