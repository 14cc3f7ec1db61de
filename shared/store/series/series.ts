import type {Document} from 'mongodb';
import type {Connection, QueryFilter} from 'mongoose';
import type {Series} from '../../domain/media/library-series.ts';
import type {SeriesDetails} from '../../domain/media/series.ts';
import {noTags} from '../../domain/media/tags.ts';
import {NotFound} from '../../errors.ts';
import type {TitleEvent} from '../../events/library.ts';
import type {Documents} from '../../lists/ordered.ts';
import type {Page} from '../../lists/pager.ts';
import {createRevisions, members} from '../../lists/revisions.ts';
import {pagesById} from '../mongo/pages-by-id.ts';
import {isUuid, type Stored, toRecord} from '../mongo/records.ts';
import type {AlsoWriteGone} from '../mongo/transaction.ts';
import {findListed} from '../titles/listed-titles.ts';
import {selectionFilter, type TitleSelection} from '../titles/selection.ts';
import {copiesOfTitles, type TitleCopy} from '../titles/title-copies.ts';
import {type Leaving, leavingEntry, leavingFields, type Removal} from '../titles/title-entries.ts';
import {tellRemoved, type Witnesses} from '../titles/title-news.ts';
import {labelTitles} from '../titles/title-tags.ts';
import {addSeries, type NewSeries, restoresSeries} from './add-series.ts';
import {changeSeries, countAspects, createSettler, episodeAspects, recount, type SeriesModels} from './count-series.ts';
import {listSeriesBacklog} from './episode-backlog.ts';
import {episodeSchema, type StoredEpisode} from './episode-schema.ts';
import {createEpisodeStore, type EpisodeStore} from './episodes.ts';
import {type EpisodeOrder, type RefreshedEpisodes, refreshSeries} from './refresh-series.ts';
import {changesOfSeries} from './series-changes.ts';
import {listSeriesOfLibraries} from './series-in-library.ts';
import {numberSeries} from './series-numbers.ts';
import {createSeriesPages, type SeriesPageQuery, seriesAspectsOf} from './series-page.ts';
import {hiddenOfSeries, type StoredSeries, seriesSchema} from './series-schema.ts';

export type SeriesStore = ReturnType<typeof createSeriesStore>;
export type SeasonsOfSeries = Pick<Series, 'id' | 'seasons' | 'countsUntil'>;

/** The fields of a series that matching uses. */
export type SeriesTitle = Pick<
	Series,
	| 'id'
	| 'metaId'
	| 'tvMetaId'
	| 'imdbId'
	| 'title'
	| 'originalTitle'
	| 'alternativeTitles'
	| 'seasonTitles'
	| 'sceneTitles'
	| 'releaseNumbering'
	| 'year'
	| 'originalCountries'
	| 'type'
	| 'libraryId'
	| 'addedAt'
>;

/** Series that are read together; each may have thousands of episodes. */
const selectedTogether = 20;
const fieldsOfTitle = {
	metaId: 1,
	tvMetaId: 1,
	imdbId: 1,
	title: 1,
	originalTitle: 1,
	alternativeTitles: 1,
	seasonTitles: 1,
	sceneTitles: 1,
	releaseNumbering: 1,
	year: 1,
	originalCountries: 1,
	type: 1,
	libraryId: 1,
	addedAt: 1,
} as const;

function createSeriesStore(models: SeriesModels) {
	const {revisions, series, episodes, history, titleNews} = models;
	const tell = (event: TitleEvent, ids: readonly string[], libraryId?: string | null) => titleNews.tell(event, 'series', ids, libraryId);
	const settle = createSettler(models);
	// Mongoose's collection is the driver's.
	const pages = createSeriesPages(() => series.collection as unknown as Documents, revisions);

	async function findOne(filter: QueryFilter<StoredSeries>): Promise<Series | null> {
		const found = await series.findOne(filter, hiddenOfSeries).lean<Stored<Series>>();
		return found && toSeries(found);
	}

	const copies = copiesOfTitles<StoredSeries, Series>(series, {hidden: hiddenOfSeries, open: toSeries});

	const find = async (id: string): Promise<Series | null> => (isUuid(id) ? findOne({_id: id}) : null);

	/** Throws NotFound `series_not_found`, also for a malformed id. */
	async function get(id: string): Promise<Series> {
		const found = await find(id);
		return found ?? unknown(id);
	}

	/** Recounts a series if one of its episodes has aired since it was written. */
	async function counted<T extends Pick<Series, 'id' | 'countsUntil'>>(read: () => Promise<T>, now: Date): Promise<T> {
		const found = await read();
		if (found.countsUntil === null || found.countsUntil > now) {
			return found;
		}
		await changeSeries(models, countAspects, session => recount(models, {ids: [found.id], now}, session));
		tell('titleChanged', [found.id]);
		return read();
	}

	async function update(id: string, change: Partial<StoredSeries>): Promise<boolean> {
		const write = () => series.updateOne({_id: id}, {$set: change});
		return (await revisions.during(seriesAspectsOf(change), write)).matchedCount > 0;
	}

	/**
	 * Removes those that there are with all their episodes in one step, together with what `alsoWrite` writes, and
	 * returns their ids.
	 */
	async function removeMany(ids: readonly string[], {alsoWrite, at, files = null}: Removal): Promise<string[]> {
		const removed = await history.alongside(note =>
			changeSeries(models, [members], async session => {
				const gone = await series.find({_id: {$in: [...ids]}}, {...leavingFields, tvMetaId: 1}, {session}).lean<Leaving[]>();
				await series.deleteMany({_id: {$in: gone.map(({_id}) => _id)}}, {session});
				await episodes.deleteMany({seriesId: {$in: [...ids]}}, {session});
				const entries = gone.map(each => leavingEntry('series', each, {at, files}));
				await note(entries, session);
				await alsoWrite?.(
					session,
					gone.map(({_id}) => _id),
				);
				return gone;
			}),
		);
		return tellRemoved(removed, 'series', titleNews);
	}

	return {
		find,
		get,
		/** Differs whenever a list of series or episodes may have changed. */
		revision: revisions.read,
		/** With current counts, even if an episode has just aired, and its copies, itself among them. */
		shown: (id: string, now: Date): Promise<Series & {copies: TitleCopy[]}> =>
			counted(async () => (await copies.withCopies(id)) ?? unknown(id), now),
		/** Only the seasons, with current counts. */
		seasons: (id: string, now: Date): Promise<SeasonsOfSeries> =>
			counted(async () => {
				const fields = {seasons: 1, countsUntil: 1};
				const found = isUuid(id) ? await series.findById(id, fields).lean<Stored<SeasonsOfSeries>>() : null;
				return found ? toRecord<SeasonsOfSeries>(found) : unknown(id);
			}, now),
		...copies,
		findByTvMetaId: (tvMetaId: number) => findOne({tvMetaId}),
		async getMany(ids: readonly string[]): Promise<Series[]> {
			return (await series.find({_id: {$in: [...ids]}}, hiddenOfSeries).lean<Stored<Series>[]>()).map(toSeries);
		},
		/** The series of a selection, a few at a time. */
		async *ofSelection(selection: TitleSelection & {seriesIds: readonly string[]}): AsyncGenerator<Series[]> {
			const filter = selectionFilter(selection, selection.seriesIds);
			const read = (after: string) =>
				series
					.find({...filter, $and: [{_id: {$gt: after}}]} as QueryFilter<StoredSeries>, hiddenOfSeries)
					.sort({_id: 1})
					.limit(selectedTogether)
					.lean<Stored<Series>[]>();
			for await (const rows of pagesById(selectedTogether, read)) {
				yield rows.map(row => toRecord<Series>(row));
			}
		},
		/** Throws Conflict `series_exists` when the title is already in the library. */
		add: (details: SeriesDetails, choice: NewSeries, now: Date) => addSeries(models, details, {...choice, now}),
		/** Stores the provider's current data; null when the series is gone. */
		async refresh(id: string, details: SeriesDetails, now: Date, order?: EpisodeOrder): Promise<RefreshedEpisodes | null> {
			const refreshed = await refreshSeries(models, {id, details, now, order});
			tell('titleChanged', refreshed ? [id] : []);
			return refreshed;
		},
		/** Recounts the series with episodes that have aired since; at most once a second per process. */
		settle,
		/** The documents have at least the fields in `projection`. */
		async page(query: SeriesPageQuery, projection: Document, now: Date): Promise<Page> {
			await settle(now);
			return pages.page(query, projection);
		},
		letters: pages.letters,
		/** The series that one of these names or ids may mean. */
		async byKeys(keys: {names: string[]; imdbIds: string[]; metaIds: number[]; tvMetaIds: number[]}): Promise<SeriesTitle[]> {
			const rows = await series
				.find(
					{
						$or: [
							{matchKeys: {$in: keys.names}},
							{imdbId: {$in: keys.imdbIds}},
							{metaId: {$in: keys.metaIds}},
							{tvMetaId: {$in: keys.tvMetaIds}},
						],
					},
					fieldsOfTitle,
				)
				.lean<Stored<SeriesTitle>[]>();
			return rows.map(row => toRecord<SeriesTitle>(row));
		},
		...changesOfSeries(models),
		/** Sets the flag of a season and all its episodes; false when the season does not exist. */
		async setSeasonMonitored(
			id: string,
			{seasonNumber, monitored}: {seasonNumber: number; monitored: boolean},
			at: Date,
		): Promise<boolean> {
			const isChanged = await changeSeries(models, episodeAspects, async session => {
				const set = {'seasons.$.monitored': monitored};
				const {matchedCount} = await series.updateOne({_id: id, 'seasons.seasonNumber': seasonNumber}, {$set: set}, {session});
				if (matchedCount === 0) {
					return false;
				}
				await episodes.updateMany({seriesId: id, seasonNumber, monitored: !monitored}, {$set: {monitored, updatedAt: at}}, {session});
				await recount(models, {ids: [id], now: at, set: {updatedAt: at}}, session);
				return true;
			});
			tell('titleChanged', isChanged ? [id] : []);
			return isChanged;
		},
		...listSeriesBacklog(series),
		...findListed(series),
		async markSearched(id: string, at: Date): Promise<void> {
			tell('titleChanged', (await update(id, {lastSearchTime: at})) ? [id] : []);
		},
		async postponeRefresh(id: string, until: Date): Promise<void> {
			await update(id, {refreshAt: until});
		},
		...listSeriesOfLibraries(models),
		...labelTitles(series, revisions, ids => tell('titleChanged', ids)),
		...numberSeries(models),
		...restoresSeries(models),
		removeMany,
		/** False when it does not exist. */
		remove: async (id: string, alsoWrite: AlsoWriteGone | null = null, at = new Date()): Promise<boolean> =>
			(await removeMany([id], {alsoWrite, at})).length > 0,
	};
}

function unknown(id: string): never {
	throw new NotFound('series_not_found', `There is no series with the id ${id}.`);
}

/** A series as it is used; older ones are stored without tags. */
const toSeries = (row: Stored<Series>): Series => ({...noTags, ...toRecord<Series>(row)});

/** Series and episodes change together, so their stores are created together. */
export function createSeriesStores(connection: Connection, witnesses: Witnesses): {series: SeriesStore; episodes: EpisodeStore} {
	const models: SeriesModels = {
		...witnesses,
		connection,
		revisions: createRevisions(connection, 'series'),
		series: connection.model<StoredSeries>('Series', seriesSchema, 'series'),
		episodes: connection.model<StoredEpisode>('Episode', episodeSchema, 'episodes'),
	};
	return {series: createSeriesStore(models), episodes: createEpisodeStore(models)};
}
