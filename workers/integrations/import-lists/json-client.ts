import type {ListMedia} from '#shared/domain/import-lists/import-list.ts';
import {imdbIdOf, isOfMedia, type ListEntry} from '#shared/domain/import-lists/list-item.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {asRecord, asRecords, type JsonRecord, parseJson, readNumber, readText} from '../http/read-body.ts';
import type {OpenKind} from './import-list-client.ts';
import {askSource, saidIn, testList} from './read-list.ts';

/** A JSON document with all titles. */
export const createJsonList: OpenKind = ({url, media}, deps) => {
	const read = async (signal: AbortSignal) => {
		const {body} = await askSource({url, headers: {accept: 'application/json'}, signal}, deps);
		return {entries: parseJsonList(body, media), missing: null, failure: null};
	};
	return {read, test: signal => testList({read}, signal)};
};

const titleNames = ['title', 'name'];
/** Members that hold the title of a row, and may say of which sort it is. */
const wrappers = ['movie', 'show', 'series', 'mediaitem', 'media'];
/** Members of the titles of a program that manages them: its `id` means nothing elsewhere. */
const ofLibraries = ['qualityprofileid', 'rootfolderpath', 'titleslug'];

/**
 * Objects with any of the members that lists of this field use, however they are written. Their own `id` is that of
 * TMDB, or of IMDb, unless the title or its ids are in a member of their own, or the row is one of a library: then it
 * is a number of that program.
 */
function parseJsonList(body: Buffer, media: ListMedia): ListEntry[] {
	const answer = parseJson(body);
	if (!Array.isArray(answer)) {
		throw new UpstreamFailed('wrong_protocol', `There is no JSON list at this address. It must be an array of objects.${saidIn(answer)}`);
	}
	return asRecords(answer).flatMap(item => {
		const row = plainNames(item);
		const wrapper = textIn(row, titleNames) === null ? wrappers.find(name => asRecord(row[name]) !== null) : undefined;
		const title = wrapper === undefined ? row : plainNames(asRecord(row[wrapper]) ?? {});
		const words = [textIn(row, ['mediatype', 'type']), textIn(title, ['mediatype', 'type']), wrapper ?? null];
		return words.every(word => isOfMedia(word, media)) ? [toEntry(title, {isWrapped: wrapper !== undefined})] : [];
	});
}

function toEntry(title: JsonRecord, {isWrapped}: {isWrapped: boolean}): ListEntry {
	const ids = asRecord(title['ids']);
	const all = {...title, ...plainNames(ids ?? {})};
	const own = isWrapped || ids || ofLibraries.some(name => name in title) ? [] : ['id'];
	return {
		ids: {
			metaId: numberIn(all, ['tmdbid', 'tmdb', ...own]),
			imdbId: imdbIdOf(textIn(all, ['imdbid', 'imdb', ...own])),
			tvMetaId: numberIn(all, ['tvdbid', 'tvdb']),
		},
		title: textIn(title, titleNames) ?? '',
		year: numberIn(title, ['year', 'releaseyear']) ?? (Number(textIn(title, ['releasedate', 'firstairdate'])?.slice(0, 4)) || null),
		seasons: null,
	};
}

/** `tmdb_id`, `tmdbId` and `TMDBID` are the same. */
const plainNames = (item: JsonRecord): JsonRecord =>
	Object.fromEntries(Object.entries(item).map(([name, value]) => [name.toLowerCase().replaceAll('_', ''), value]));

function numberIn(item: JsonRecord, names: readonly string[]): number | null {
	return names.map(name => readNumber(item, name)).find(value => value !== null && value > 0) ?? null;
}

function textIn(item: JsonRecord, names: readonly string[]): string | null {
	return names.map(name => readText(item, name)).find(value => value !== null && value !== '') ?? null;
}
