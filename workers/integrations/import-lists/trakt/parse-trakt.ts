import type {ListMedia} from '#shared/domain/import-lists/import-list.ts';
import type {ListEntry} from '#shared/domain/import-lists/list-item.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {asRecord, asRecords, type JsonRecord, parseJson, readNumber, readText} from '../../http/read-body.ts';
import type {ListPage} from '../read-list.ts';

interface Circumstances {
	media: ListMedia;
	headers: Readonly<Record<string, string>>;
	/** Of the page. */
	number: number;
}

/**
 * Titles of a page, each in a `movie` or `show` of its row or as the row itself. Headers say how many pages and titles
 * there are; an answer without them is all.
 */
export function parseTrakt(body: Buffer, {media, headers, number}: Circumstances): ListPage {
	const answer = parseJson(body);
	if (!Array.isArray(answer)) {
		throw new UpstreamFailed('wrong_protocol', 'Trakt does not answer with a list of titles. Check the list and the address.');
	}
	const rows = asRecords(answer);
	const kind = media === 'movies' ? 'movie' : 'show';
	const pages = headers['x-pagination-page-count'];
	const total = headers['x-pagination-item-count'];
	return {
		entries: rows.filter(row => (readText(row, 'type') ?? kind) === kind).map(row => toEntry(asRecord(row[kind]) ?? row)),
		isLast: pages === undefined || number >= Number(pages),
		count: rows.length,
		total: total === undefined || !Number.isInteger(Number(total)) ? null : Number(total),
	};
}

function toEntry(title: JsonRecord): ListEntry {
	const ids = asRecord(title['ids']) ?? {};
	return {
		ids: {metaId: readNumber(ids, 'tmdb'), imdbId: readText(ids, 'imdb'), tvMetaId: readNumber(ids, 'tvdb')},
		title: readText(title, 'title') ?? '',
		year: readNumber(title, 'year'),
		seasons: null,
	};
}
