import type {ImportListSettings} from '#shared/domain/import-lists/import-list.ts';
import {isOfMedia} from '#shared/domain/import-lists/list-item.ts';
import {asRecord, asRecords, type JsonRecord, readNumber, readText} from '../http/read-body.ts';
import type {OpenKind} from './import-list-client.ts';
import {type ListPage, readPages, testList} from './read-list.ts';

type Settings = Pick<ImportListSettings, 'source' | 'sourceId' | 'filters' | 'media'>;

/** Of twenty titles each; the provider shows no more of a list. */
const maxPages = 500;

/** A list of the metadata provider, asked with its key. Lists of users are in version 4 of its API. */
export const createTmdbList: OpenKind = (settings, deps) => {
	const {path, params} = buildRequest(settings);
	const read = (signal: AbortSignal) =>
		readPages(async page => parsePage(await deps.listPage(path, {...params, page}, signal), settings), {limit: settings.limit, maxPages});
	return {read, test: signal => testList({read}, signal)};
};

/** What is asked of the API for each source. */
function buildRequest({source, sourceId, filters, media}: Settings): {path: string; params: Record<string, string>} {
	const kind = media === 'movies' ? 'movie' : 'tv';
	const id = encodeURIComponent(sourceId);
	// Without it, what came out on disc or as an event only is left out of all that somebody has made.
	const withVideos: Record<string, string> = media === 'movies' ? {include_video: 'true'} : {};
	const discover = (params: Record<string, string>) => ({path: `discover/${kind}`, params: {include_adult: 'false', ...params}});
	switch (source) {
		case 'list':
			return {path: `../4/list/${id}`, params: {}};
		case 'collection':
			return {path: `collection/${id}`, params: {}};
		case 'person':
			return {path: `person/${id}/${kind}_credits`, params: {}};
		case 'keyword':
			return discover({...withVideos, with_keywords: sourceId});
		case 'company':
			return discover({...withVideos, with_companies: sourceId});
		case 'discover':
			return discover(Object.fromEntries(new URLSearchParams(filters)));
		case 'upcoming':
			return {path: media === 'movies' ? 'movie/upcoming' : 'tv/on_the_air', params: {}};
		case 'inCinemas':
			return {path: media === 'movies' ? 'movie/now_playing' : 'tv/airing_today', params: {}};
		case 'topRated':
			return {path: `${kind}/top_rated`, params: {}};
		default:
			return {path: `${kind}/popular`, params: {}};
	}
}

/** Pages have `results`; a collection has all `parts`, and a person `cast` and `crew`. */
function parsePage(answer: object, {media}: Settings): ListPage {
	const page = asRecord(answer) ?? {};
	const rows = ['results', 'items', 'parts', 'cast', 'crew'].flatMap(name => asRecords(page[name]));
	const last = readNumber(page, 'total_pages') ?? 1;
	const seen = new Set<number | null>();
	const entries = rows
		.filter(row => isOfMedia(readText(row, 'media_type'), media))
		.map(toEntry)
		// A person may have several parts in one title.
		.filter(({ids}) => !seen.has(ids.metaId) && seen.add(ids.metaId));
	return {entries, isLast: (readNumber(page, 'page') ?? 1) >= last, count: rows.length, total: readNumber(page, 'total_results')};
}

function toEntry(row: JsonRecord) {
	const date = readText(row, 'release_date') ?? readText(row, 'first_air_date') ?? '';
	return {
		ids: {metaId: readNumber(row, 'id'), imdbId: null, tvMetaId: null},
		title: readText(row, 'title') ?? readText(row, 'name') ?? '',
		year: Number(date.slice(0, 4)) || null,
		seasons: null,
	};
}
