import type {Document} from 'mongodb';
import {pickValues} from '#api/http/fast/bson-value.ts';
import {type SortText, toSort} from '#api/http/pages.ts';
import type {RouteDeps} from '#api/services.ts';
import type {Page} from '#shared/store/lists/pager.ts';
import type {NamedSeries} from '#shared/store/series/series-in-library.ts';
import type {BackOffStanding} from '#shared/store/tasks/search-back-off.ts';
import type {Wish} from '#shared/store/wanted/wanted-lists.ts';
import {nextSearches, type SearchSchedule} from '#shared/tasks/next-searches.ts';
import {type AsOfMemory, createAsOfMemory} from './as-of-memory.ts';
import type {BesideWanted} from './replies.ts';
import type {WantedTitlesQuery} from './schema.ts';

export interface WantedPage extends Page {
	/** For each row. */
	beside: BesideWanted[];
}

export interface WantedReading {
	wish: Wish;
	query: WantedTitlesQuery;
	/** Of the stored documents. */
	projection: Document;
}

/** What was read beside pages, as long as it is true. */
export interface WantedMemory {
	series: AsOfMemory<NamedSeries>;
	standings: AsOfMemory<BackOffStanding>;
}

export const createWantedMemory = (): WantedMemory => ({series: createAsOfMemory(), standings: createAsOfMemory()});

/** One page of a wanted list, with the next search of each title. */
export async function readWantedPage(
	{wish, query, projection}: WantedReading,
	deps: RouteDeps & {schedule(): Promise<SearchSchedule>; memory: WantedMemory},
): Promise<WantedPage> {
	const {type} = query;
	const {searchBackOff, movies, episodes, now} = deps;
	const fields = {...projection, qualityProfileId: 1, availableAt: 1};
	const {rows, total, asOf} = await (type === 'movie' ? readMovies : readEpisodes)({wish, query, projection: fields}, deps);
	const picked = rows.map(row => {
		const values = pickValues(row);
		const [id, lastSearchTime] = [values.text('_id') ?? '', values.moment('lastSearchTime')];
		const availableAt = values.moment(type === 'movie' ? 'availableAt' : 'airDateUtc');
		return {id, lastSearchTime, availableAt, seriesId: values.text('seriesId'), qualityProfileId: values.text('qualityProfileId')};
	});
	const seriesIds = new Set(picked.flatMap(({seriesId}) => seriesId ?? []));
	const schedule = await deps.schedule();
	const standings = deps.memory.standings(asOf, ids => searchBackOff.standings(ids, now()));
	const [owners, next] = await Promise.all([
		deps.memory.series(asOf, deps.series.named)([...seriesIds]),
		nextSearches(
			picked.map(({id, lastSearchTime, availableAt}) => ({id, type, wish, lastSearchTime, availableAt})),
			schedule,
			{movies, episodes, now, searchBackOff: {standings}},
		),
	]);
	const beside = picked.map(({id, seriesId, qualityProfileId}): BesideWanted => {
		const owner = owners.get(seriesId ?? '');
		const {nextSearchAt = null, nextSearchReason = ''} = next.get(id) ?? {};
		return {
			type,
			seriesTitle: owner?.title ?? null,
			qualityProfileId: qualityProfileId ?? owner?.qualityProfileId ?? null,
			nextSearchAt,
			nextSearchReason,
		};
	});
	return {rows, total, asOf, beside};
}

/** What both types have in common. Only the list of subtitles has titles that are not monitored. */
function common({wish, query: {page, limit, sort}}: WantedReading, usualSort: SortText<string>, {settings}: RouteDeps) {
	const monitoredOnly = wish === 'subtitles' && settings.get('subtitles.monitoredOnly');
	return {wish, page, limit, sort: toSort((sort ?? usualSort) as SortText<string>), monitoredOnly};
}

function readMovies(reading: WantedReading, deps: RouteDeps): Promise<Page> {
	const {search, libraryId} = reading.query;
	return deps.movies.wantedPage({...common(reading, 'title:asc', deps), search, libraryId}, reading.projection, deps.now());
}

async function readEpisodes(reading: WantedReading, deps: RouteDeps): Promise<Page> {
	const {search, libraryId, seriesId} = reading.query;
	const selected = await deps.series.selected({search, libraryId});
	const seriesIds = seriesId === undefined ? selected : (selected ?? [seriesId]).filter(id => id === seriesId);
	return deps.episodes.wantedPage({...common(reading, 'airDateUtc:desc', deps), seriesIds}, reading.projection, deps.now());
}
