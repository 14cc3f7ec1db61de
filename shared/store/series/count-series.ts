import type {ClientSession, Connection, Model} from 'mongoose';
import {createCache} from '../../coordination/cache.ts';
import {countEpisodes, noCounts} from '../../domain/media/episode-counts.ts';
import type {Episode} from '../../domain/media/library-episode.ts';
import type {MediaFile} from '../../domain/media/media-file.ts';
import type {EpisodeDetails} from '../../domain/media/series.ts';
import type {Aspect, Revisions} from '../../lists/revisions.ts';
import {inTransaction} from '../mongo/transaction.ts';
import type {Witnesses} from '../titles/title-news.ts';
import {episodesAspect} from '../wanted/wanted-lists.ts';
import type {StoredEpisode} from './episode-schema.ts';
import {numbersAspect} from './series-page.ts';
import type {StoredSeries} from './series-schema.ts';

/** The collections that change together. */
export interface SeriesModels extends CountedModels, Witnesses {}

type NotifiedModels = CountedModels & Pick<Witnesses, 'titleNews'>;

interface CountedModels {
	connection: Connection;
	/** Revisions of the series. */
	revisions: Revisions;
	series: Model<StoredSeries>;
	episodes: Model<StoredEpisode>;
}

type SeasonRow = StoredSeries['seasons'][number];
type CountedRow = Pick<Episode, 'seriesId' | 'seasonNumber' | 'monitored' | 'airDateUtc'> & {file: Pick<MediaFile, 'id' | 'size'> | null};

/** Counts of a series and its seasons in their stored form. */
export function toCounts(
	seasons: readonly Omit<SeasonRow, keyof typeof noCounts>[],
	episodes: readonly (Pick<Episode, 'monitored' | 'airDateUtc'> &
		Pick<EpisodeDetails, 'seasonNumber'> & {file: Pick<MediaFile, 'id' | 'size'> | null})[],
	now: Date,
) {
	const {bySeason, ...counts} = countEpisodes(
		episodes.map(({seasonNumber, monitored, airDateUtc, file}) => ({seasonNumber, monitored, airDateUtc, hasFile: file !== null, file})),
		now,
	);
	return {
		...counts,
		seasons: seasons.map(season => ({...season, ...(bySeason.get(season.seasonNumber) ?? noCounts)})),
		seasonCount: seasons.filter(({seasonNumber}) => seasonNumber > 0).length,
		missingCount: Math.max(0, counts.episodeCount - counts.episodeFileCount),
	};
}

/**
 * Recounts some series, in the transaction of the write that requires it, so readers never see one without the other.
 */
export async function recount(
	{series, episodes}: CountedModels,
	{ids, now, set = {}}: {ids: readonly string[]; now: Date; set?: Partial<StoredSeries>},
	session: ClientSession,
): Promise<void> {
	const known = await series.find({_id: {$in: [...ids]}}, {seasons: 1}, {session}).lean<Pick<StoredSeries, '_id' | 'seasons'>[]>();
	const rows = await episodes
		.find({seriesId: {$in: [...ids]}}, {seriesId: 1, seasonNumber: 1, monitored: 1, airDateUtc: 1, 'file.id': 1, 'file.size': 1}, {session})
		.lean<CountedRow[]>();
	const bySeries = Map.groupBy(rows, ({seriesId}) => seriesId);
	const writes = known.map(({_id, seasons}) => {
		const counts = toCounts(
			seasons,
			(bySeries.get(_id) ?? []).map(row => ({...row, file: row.file ?? null})),
			now,
		);
		return {updateOne: {filter: {_id}, update: {$set: {...counts, ...set}}}};
	});
	await (writes.length > 0 ? series.bulkWrite(writes, {session}) : null);
}

/** Maximum number of due series recounted in one transaction. */
const batch = 100;
/** Milliseconds that a list waits for series with outdated counts. */
const settleLimitMs = 1000;
const settleEveryMs = 1000;

/**
 * Recounts the series with episodes that have aired since: at most once a second per process, as
 * many as fit into a second.
 */
export function createSettler(models: NotifiedModels): (now: Date) => Promise<void> {
	const settled = createCache<Promise<void>>({max: 1, ttlMs: settleEveryMs});
	return now => settled.get('due', () => settleDue(models, now));
}

async function settleDue(models: NotifiedModels, now: Date): Promise<void> {
	const until = performance.now() + settleLimitMs;
	for (;;) {
		const due = await models.series
			.find({countsUntil: {$lte: now}}, {_id: 1})
			.sort({countsUntil: 1})
			.limit(batch)
			.lean<{_id: string}[]>();
		if (due.length > 0) {
			const ids = due.map(({_id}) => _id);
			await changeSeries(models, countAspects, session => recount(models, {ids, now}, session));
			models.titleNews.tell('titleChanged', 'series', ids);
		}
		if (due.length < batch || performance.now() > until) {
			return;
		}
	}
}

/** The fields that series lists depend on and that a recount changes. */
export const countAspects: readonly Aspect[] = ['downloaded', 'nextAiring', 'updatedAt', numbersAspect];

/** The same for a write that also changes episodes. */
export const episodeAspects: readonly Aspect[] = [...countAspects, episodesAspect];

/** Runs `work` in one transaction and notifies lists that these aspects of the series changed. */
export function changeSeries<T>(
	{connection, revisions}: {connection: Connection; revisions: Revisions},
	aspects: readonly Aspect[],
	work: (session: ClientSession) => Promise<T>,
): Promise<T> {
	return revisions.during(aspects, () => inTransaction(connection, work));
}
