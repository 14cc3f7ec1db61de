import {invalid} from '#api/http/input/read-input.ts';
import {type SortText, toSort} from '#api/http/replies/page.ts';
import type {RouteDeps} from '#api/services.ts';
import type {Fault} from '#shared/errors.ts';
import type {Wish} from '#shared/store/wanted/wanted-lists.ts';
import {type NextSearch, nextSearches} from '#shared/tasks/next-searches.ts';
import {episodeRow, movieRow, type WantedRow} from './rows.ts';
import {sortsOf, type WantedTitlesQuery} from './schema.ts';

export interface WantedPage {
	rows: (WantedRow & NextSearch)[];
	total: number;
}

const unknownSearch: NextSearch = {nextSearchAt: null, nextSearchReason: ''};

/** One page of a wanted list, with the next search of each title. */
export async function readWantedPage(wish: Wish, query: WantedTitlesQuery, deps: RouteDeps): Promise<WantedPage> {
	const faults = faultsOf(wish, query);
	if (faults.length > 0) {
		throw invalid(faults);
	}
	const {rows, total} = query.type === 'movie' ? await readMovies(wish, query, deps) : await readEpisodes(wish, query, deps);
	const next = await nextSearches(rows.map(({id, type, lastSearchTime}) => ({id, type, wish, lastSearchTime: lastSearchTime ?? null})));
	return {rows: rows.map(row => ({...row, ...(next.get(row.id) ?? unknownSearch)})), total};
}

function faultsOf(wish: Wish, {type, sort, seriesId}: WantedTitlesQuery): Fault[] {
	const sorts = sortsOf(wish, type);
	const isUnknown = sort !== undefined && !sorts.includes(sort.split(':')[0] ?? '');
	return [
		...(isUnknown ? [{path: 'sort', message: `sort of type ${type} must be one of ${sorts.join(', ')}, with :asc or :desc`}] : []),
		...(seriesId !== undefined && type === 'movie' ? [{path: 'seriesId', message: 'seriesId needs type=episode'}] : []),
	];
}

/** What both types have in common. Only the list of subtitles has titles that are not monitored. */
function common(wish: Wish, {page, limit, sort}: WantedTitlesQuery, {fallback, deps}: {fallback: SortText<string>; deps: RouteDeps}) {
	const monitoredOnly = wish === 'subtitles' && deps.settings.get('subtitles.monitoredOnly');
	return {wish, page, limit, sort: toSort((sort ?? fallback) as SortText<string>), monitoredOnly};
}

async function readMovies(wish: Wish, query: WantedTitlesQuery, deps: RouteDeps): Promise<{rows: WantedRow[]; total: number}> {
	const {search, libraryId} = query;
	const {rows, total} = await deps.movies.wantedPage(
		{...common(wish, query, {fallback: 'title:asc', deps}), search, libraryId},
		deps.now(),
	);
	return {rows: rows.map(movieRow), total};
}

async function readEpisodes(wish: Wish, query: WantedTitlesQuery, deps: RouteDeps): Promise<{rows: WantedRow[]; total: number}> {
	const {search, libraryId, seriesId} = query;
	const selected = await deps.series.selected({search, libraryId});
	const ids = seriesId === undefined ? selected : (selected ?? [seriesId]).filter(id => id === seriesId);
	const series = ids && {ids, key: JSON.stringify([search, libraryId, seriesId])};
	const {rows, total} = await deps.episodes.wantedPage({...common(wish, query, {fallback: 'airDateUtc:desc', deps}), series}, deps.now());
	const owners = await deps.series.named([...new Set(rows.map(row => row.seriesId))]);
	return {rows: rows.map(row => episodeRow(row, owners)), total};
}
