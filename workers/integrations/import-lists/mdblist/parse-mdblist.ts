import type {ListMedia} from '#shared/domain/import-lists/import-list.ts';
import type {ListEntry} from '#shared/domain/import-lists/list-item.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {asRecord, asRecords, type JsonRecord, parseJson, readNumber, readText} from '../../http/read-body.ts';
import {isOfOtherMedia, type ListPage} from '../read-list.ts';

/** Titles of a page. Movies and shows come apart or together, and `id` is that of TMDB. */
export function parseMdblist(
	body: Buffer,
	{media, headers}: {media: ListMedia; headers: Readonly<Record<string, string>>},
): ListPage & {count: number} {
	const answer = parseJson(body);
	const lists = asRecord(answer);
	const rows = Array.isArray(answer) ? asRecords(answer) : [...asRecords(lists?.['movies']), ...asRecords(lists?.['shows'])];
	if (!Array.isArray(answer) && !Array.isArray(lists?.['movies']) && !Array.isArray(lists?.['shows'])) {
		throw new UpstreamFailed('wrong_protocol', 'MDBList does not answer with the items of a list. Check the name of the list.');
	}
	const wanted = Array.isArray(answer) ? rows : asRecords(media === 'movies' ? lists?.['movies'] : lists?.['shows']);
	return {
		entries: wanted.filter(row => !isOfOtherMedia(readText(row, 'mediatype'), media)).map(toEntry),
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
