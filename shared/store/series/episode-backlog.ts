import {createHash} from 'node:crypto';
import type {Document} from 'mongodb';
import type {Model, QueryFilter} from 'mongoose';
import type {Episode} from '../../domain/media/library-episode.ts';
import type {Series} from '../../domain/media/library-series.ts';
import {findRaw} from '../../lists/filter.ts';
import {byIndex, type Documents} from '../../lists/ordered.ts';
import type {Page} from '../../lists/pager.ts';
import {type Stored, toRecord} from '../mongo/records.ts';
import {groupKnown} from '../titles/title-schema.ts';
import {type CalendarSpan, calendarIndex, monitoredConditions, wantedEpisodes} from '../wanted/wanted-lists.ts';
import {type Among, createWantedPages, type WantedQuery} from '../wanted/wanted-pages.ts';
import type {SeriesModels} from './count-series.ts';
import {byNumberIndex, type StoredEpisode} from './episode-schema.ts';
import type {StoredSeries} from './series-schema.ts';

/** The fields of a series that the backlog uses; everything else is in its episodes. */
export type BacklogSeries = Pick<Series, 'id' | 'title' | 'type' | 'qualityProfileId'>;

const seriesFields = {title: 1, type: 1, qualityProfileId: 1} as const;
const seriesBatch = 500;

/** Monitored series to search, the least recently searched first. */
export function listSeriesBacklog(series: Model<StoredSeries>) {
	async function* stream(filter: QueryFilter<StoredSeries>): AsyncGenerator<BacklogSeries> {
		const rows = series
			.find({monitored: true, ...filter}, seriesFields)
			.sort({lastSearchTime: 1, _id: 1})
			.lean<Stored<BacklogSeries>[]>()
			.cursor({batchSize: seriesBatch});
		for await (const row of rows) {
			// Mongoose types cursors by the whole document.
			yield toRecord<BacklogSeries>(row as unknown as Stored<BacklogSeries>);
		}
	}

	return {
		/** Which of these series are monitored, by their id. */
		async monitoredOf(ids: readonly string[]): Promise<Map<string, BacklogSeries>> {
			const rows = await series.find({_id: {$in: [...ids]}, monitored: true}, seriesFields).lean<Stored<BacklogSeries>[]>();
			return new Map(rows.map(row => [row._id, toRecord<BacklogSeries>(row)]));
		},
		/** Series with aired, monitored episodes without a file. */
		withMissing: (id?: string) => stream({downloaded: false, episodeCount: {$gt: 0}, ...(id && {_id: id})}),
		withFiles: (id?: string) => stream({episodeFileCount: {$gt: 0}, ...(id && {_id: id})}),
		/** Series with a missing episode, of which an episode has aired since then. */
		airedSince: (date: Date) => stream({previousAiring: {$gte: date}, downloaded: false}),
	};
}

/** The fields of an episode that decide when it is searched. */
export type WaitingEpisode = Pick<Episode, 'id' | 'seriesId' | 'airDateUtc' | 'lastSearchTime'>;

const fields = {seriesId: 1, airDateUtc: 1, lastSearchTime: 1} as const;
/** Served by partial indexes, so that episodes with files cost nothing. */
/** Without episodes that the provider added long after they aired. */
const missing = {...wantedEpisodes.missing.only, appearedLate: {$ne: true}};
const belowCutoff = wantedEpisodes.cutoff.only;
const batchSize = 200;

/** Monitored episodes of monitored series without a file. */
export function listEpisodeBacklog(episodes: Model<StoredEpisode>) {
	/** Each order is that of an index. */
	async function* line(filter: QueryFilter<StoredEpisode>, then: 'airDateUtc' | '_id' = 'airDateUtc'): AsyncGenerator<WaitingEpisode> {
		const rows = episodes
			.find(filter, fields)
			.sort({lastSearchTime: 1, [then]: 1})
			.lean<Stored<WaitingEpisode>[]>()
			.cursor({batchSize});
		for await (const row of rows) {
			// Mongoose types cursors by the whole document.
			yield toWaiting(row as unknown as Stored<WaitingEpisode>);
		}
	}

	async function read(filter: QueryFilter<StoredEpisode>): Promise<WaitingEpisode[]> {
		return (await episodes.find(filter, fields).lean<Stored<WaitingEpisode>[]>()).map(toWaiting);
	}

	return {
		/** The episodes that have aired, the least recently searched first. */
		async *missingLine(now: Date): AsyncGenerator<WaitingEpisode> {
			const aired = {airDateUtc: {$lte: now}};
			// A condition for each field of the index lets MongoDB skip what airs later without reading it.
			yield* line({...missing, lastSearchTime: null, ...aired});
			yield* line({...missing, lastSearchTime: {$gt: new Date(0)}, ...aired});
		},
		/** The missing and available ones that were never searched. */
		unsearched: (now: Date) => line({...missing, lastSearchTime: null, airDateUtc: {$lte: now}}),
		/** The missing and available ones among these ids. */
		missingOf: (ids: readonly string[], now: Date) => read({_id: {$in: [...ids]}, ...missing, airDateUtc: {$lte: now}}),
		belowCutoff: () => line(belowCutoff, '_id'),
		belowCutoffOf: (ids: readonly string[]) => read({_id: {$in: [...ids]}, ...belowCutoff}),
		/** Episodes whose file was added since this date and has a known group. */
		withFileSince: (date: Date) => line({...groupKnown, seriesMonitored: true, 'file.dateAdded': {$gte: date}}),
		async airedBetween(since: Date, now: Date): Promise<WaitingEpisode[]> {
			const rows = await read({...missing, airDateUtc: {$gte: since, $lte: now}});
			return rows.toSorted((a, b) => Number(a.airDateUtc) - Number(b.airDateUtc));
		},
		/** How many episodes air in this time and were not searched yet, counted up to `most`. */
		countAiring: (since: Date, until: Date, max: number): Promise<number> =>
			episodes.countDocuments({...missing, airDateUtc: {$gt: since, $lte: until}, lastSearchTime: null}, {limit: max}),
		async idsOfSeries(seriesIds: readonly string[]): Promise<string[]> {
			const rows = await episodes.find({seriesId: {$in: [...seriesIds]}}, {_id: 1}).lean<{_id: string}[]>();
			return rows.map(({_id}) => _id);
		},
		async nextAiring(now: Date): Promise<Date | null> {
			const [next] = await episodes
				.find({...missing, airDateUtc: {$gt: now}}, {airDateUtc: 1})
				.sort({airDateUtc: 1})
				.limit(1)
				.lean<Pick<StoredEpisode, 'airDateUtc'>[]>();
			return next?.airDateUtc ?? null;
		},
	};
}

/** Mongoose leaves out fields that were never set. */
function toWaiting(row: Stored<WaitingEpisode>): WaitingEpisode {
	return toRecord<WaitingEpisode>({...row, airDateUtc: row.airDateUtc ?? null, lastSearchTime: row.lastSearchTime ?? null});
}

interface WantedEpisodesQuery extends Omit<WantedQuery, 'among'> {
	/** Only episodes of these series. */
	seriesIds?: readonly string[] | null;
	/** Leaves out unmonitored episodes, which only the list of subtitles has. */
	monitoredOnly: boolean;
}

/** More series than this are found faster along the list than one by one. */
const fewSeries = 100;

/** The wanted lists of episodes, and their calendar. */
export function listWantedEpisodes({episodes, revisions}: SeriesModels) {
	// Mongoose's collection is the driver's.
	const documents = () => episodes.collection as unknown as Documents;
	const page = createWantedPages({documents, revisions, lists: wantedEpisodes});
	return {
		/** Raw documents with the fields of `projection`. */
		wantedPage: (query: WantedEpisodesQuery, projection: Document, now: Date): Promise<Page> =>
			page({...query, among: toAmong(query)}, projection, now),
		/** Raw documents of the first episodes that air in this span. */
		async inCalendar({start, end, unmonitored, limit}: CalendarSpan, projection: Document): Promise<Uint8Array[]> {
			const filter = {airDateUtc: {$gte: start, $lt: end}, ...(!unmonitored && monitoredConditions.episodes)};
			const sort = {airDateUtc: 1, _id: 1};
			const rows = await byIndex(calendarIndex, hint => findRaw(documents(), {filter, projection, ...hint, sort, limit}));
			return rows;
		},
	};
}

function toAmong({seriesIds, monitoredOnly}: WantedEpisodesQuery): Among | null {
	if (!seriesIds && !monitoredOnly) {
		return null;
	}
	return {
		// By the ids, not by what selected them: that may select others a moment later, when the list is cached.
		key: JSON.stringify([seriesIds && digestOf(seriesIds), monitoredOnly]),
		conditions: {
			...(seriesIds && {seriesId: {$in: [...seriesIds]}}),
			...(monitoredOnly && monitoredConditions.episodes),
		},
		aspects: [],
		index: seriesIds && seriesIds.length <= fewSeries ? byNumberIndex : null,
	};
}

function digestOf(ids: readonly string[]): string {
	return createHash('sha256').update(ids.join()).digest('base64url');
}
