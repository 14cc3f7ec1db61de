import {wait} from '#shared/coordination/wait.ts';
import {secondMs} from '#shared/domain/durations.ts';
import type {ListMedia} from '#shared/domain/import-lists/import-list.ts';
import {isOfMedia, type ListEntry} from '#shared/domain/import-lists/list-item.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {asRecord, asRecords, type JsonRecord, parseJson, readNumber, readText} from '../http/read-body.ts';
import type {OpenKind} from './import-list-client.ts';
import {askSource, type ListPage, readPages, saidIn, testList} from './read-list.ts';

const perPage = 1000;

/** A list of MDBList, by `user/name` or its number. One request a second is allowed. */
export const createMdblist: OpenKind = ({url, apiKey, sourceId, media, limit}, deps) => {
	const path = sourceId.split('/').map(encodeURIComponent).join('/');
	const read = (signal: AbortSignal) => {
		let offset = 0;
		return readPages(
			async number => {
				await (number > 1 && (deps.pause ?? wait)(secondMs, signal));
				const query = new URLSearchParams({apikey: apiKey, limit: String(perPage), offset: String(offset)});
				const address = `${url.replace(/\/+$/, '')}/lists/${path}/items?${query}`;
				const {body, headers} = await askSource({url: address, headers: {accept: 'application/json'}, signal}, deps);
				const {count, ...page} = parseMdblist(body, {media, headers});
				offset += count;
				// A page may have none of our sort.
				return {...page, entries: page.entries, isLast: page.isLast || count === 0};
			},
			{limit},
		);
	};
	return {read, test: signal => testList({read}, signal)};
};

/** Titles of a page. Movies and shows come apart or together, and `id` is that of TMDB. */
function parseMdblist(
	body: Buffer,
	{media, headers}: {media: ListMedia; headers: Readonly<Record<string, string>>},
): ListPage & {count: number} {
	const answer = parseJson(body);
	const lists = asRecord(answer);
	const rows = Array.isArray(answer) ? asRecords(answer) : [...asRecords(lists?.['movies']), ...asRecords(lists?.['shows'])];
	if (!Array.isArray(answer) && !Array.isArray(lists?.['movies']) && !Array.isArray(lists?.['shows'])) {
		const message = `MDBList does not answer with the items of a list. Check the name of the list.${saidIn(answer)}`;
		throw new UpstreamFailed('wrong_protocol', message);
	}
	const wanted = Array.isArray(answer) ? rows : asRecords(media === 'movies' ? lists?.['movies'] : lists?.['shows']);
	return {
		entries: wanted.filter(row => isOfMedia(readText(row, 'mediatype'), media)).map(toEntry),
		isLast: headers['x-has-more']?.toLowerCase() !== 'true',
		count: rows.length,
	};
}

function toEntry(row: JsonRecord): ListEntry {
	const ids = asRecord(row['ids']) ?? {};
	return {
		ids: {
			metaId: readNumber(ids, 'tmdb') ?? readNumber(row, 'id'),
			imdbId: readText(ids, 'imdb') ?? readText(row, 'imdb_id'),
			tvMetaId: readNumber(ids, 'tvdb') ?? readNumber(row, 'tvdb_id'),
		},
		title: readText(row, 'title') ?? '',
		year: readNumber(row, 'release_year') ?? readNumber(row, 'year'),
		seasons: null,
	};
}
