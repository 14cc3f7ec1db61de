import type {Document} from 'mongodb';
import type {QueryFilter} from 'mongoose';
import type {Episode} from '../../domain/media/library-episode.ts';
import type {MediaFile} from '../../domain/media/media-file.ts';
import {NotFound} from '../../errors.ts';
import {findRaw} from '../../lists/filter.ts';
import type {Documents} from '../../lists/ordered.ts';
import {isUuid, type Stored, toRecord} from '../mongo/records.ts';
import {type ScoredFile, scoreFields, type TitlesToScore, type TitleToScore, titlesToScore, writeScores} from '../titles/file-scores.ts';
import {changeSeries, episodeAspects, recount, type SeriesModels} from './count-series.ts';
import {listEpisodeBacklog, listWantedEpisodes} from './episode-backlog.ts';
import {type FileOfEpisodes, type RecordOutcome, recordFiles, scanEpisodes} from './episode-scan.ts';
import {hiddenOfEpisode, type StoredEpisode} from './episode-schema.ts';
import {episodeSubtitleBacklog, subtitlesOfEpisodes} from './episode-subtitle-backlog.ts';

export type EpisodeStore = ReturnType<typeof createEpisodeStore>;

const briefFields = {
	seriesId: 1,
	seasonNumber: 1,
	episodeNumber: 1,
	monitored: 1,
	airDateUtc: 1,
	appearedLate: 1,
	lastSearchTime: 1,
	hasFile: 1,
} as const;
/** An episode without what only its own page shows. */
export type BriefEpisode = Pick<
	StoredEpisode,
	'seriesId' | 'seasonNumber' | 'episodeNumber' | 'monitored' | 'airDateUtc' | 'appearedLate' | 'lastSearchTime' | 'hasFile'
> & {id: string};

const inOrder = {seasonNumber: 1, episodeNumber: 1} as const;

export function createEpisodeStore(models: SeriesModels) {
	const {episodes} = models;

	async function list(filter: QueryFilter<StoredEpisode>): Promise<Episode[]> {
		const rows = await episodes.find(filter, hiddenOfEpisode).sort(inOrder).lean<Stored<Episode>[]>();
		return rows.map(row => toRecord<Episode>({...row, file: row.file ?? null}));
	}

	async function find(id: string): Promise<Episode | null> {
		return isUuid(id) ? ((await list({_id: id}))[0] ?? null) : null;
	}

	return {
		find,
		/** Throws NotFound `episode_not_found`, also for a malformed id. */
		async get(id: string): Promise<Episode> {
			const episode = await find(id);
			if (!episode) {
				throw new NotFound('episode_not_found', `There is no episode with the id ${id}.`);
			}
			return episode;
		},
		getMany: (ids: readonly string[]) => list({_id: {$in: [...ids]}}),
		/** The series of each of these episodes that exists; by the ids of the episodes. */
		async seriesIdsOf(ids: readonly string[]): Promise<Map<string, string>> {
			const rows = await episodes.find({_id: {$in: [...ids]}}, {seriesId: 1}).lean<Pick<StoredEpisode, '_id' | 'seriesId'>[]>();
			return new Map(rows.map(({_id, seriesId}) => [_id, seriesId]));
		},
		ofSeries: (seriesId: string) => list({seriesId}),
		/** When the first and last episodes of these series air, and whether the scene numbers one differently. */
		async airingsOf(
			seriesIds: readonly string[],
		): Promise<Map<string, {first: Date | null; last: Date | null; usesSceneNumbers: boolean}>> {
			const isRegular = {$cond: [{$gt: ['$seasonNumber', 0]}, '$airDateUtc', null]};
			const rows = await episodes.aggregate<{_id: string; first: Date | null; last: Date | null; scene: number}>([
				{$match: {seriesId: {$in: [...seriesIds]}}},
				{
					$group: {
						_id: '$seriesId',
						first: {$min: isRegular},
						last: {$max: isRegular},
						scene: {$max: {$cond: [{$gt: ['$numbers.scene', null]}, 1, 0]}},
					},
				},
			]);
			return new Map(rows.map(({_id, first, last, scene}) => [_id, {first, last, usesSceneNumbers: scene === 1}]));
		},
		ofSeason: (seriesId: string, seasonNumber: number) => list({seriesId, seasonNumber}),
		/** What the states of the episodes of a series, or of one season, depend on; the latest first. */
		async briefly(seriesId: string, seasonNumber?: number): Promise<BriefEpisode[]> {
			const filter = {seriesId, ...(seasonNumber !== undefined && {seasonNumber})};
			const rows = await episodes.find(filter, briefFields).sort({seasonNumber: -1, episodeNumber: -1}).lean<Stored<BriefEpisode>[]>();
			return rows.map(row => toRecord<BriefEpisode>(row));
		},
		/** Raw documents with at least the fields in `projection`. */
		async rowsOfSeason(seriesId: string, seasonNumber: number, projection: Document): Promise<Uint8Array[]> {
			const documents = episodes.collection as unknown as Documents; // mongoose's collection is the driver's
			return findRaw(documents, {filter: {seriesId, seasonNumber}, projection, sort: inOrder});
		},
		/** Sets the flag and recounts the series; false when the episode is gone. */
		async setMonitored(id: string, monitored: boolean, at: Date): Promise<boolean> {
			const owner = await changeSeries(models, episodeAspects, async session => {
				const changed = await episodes
					.findOneAndUpdate(
						{_id: id},
						{$set: {monitored, updatedAt: at}, ...(monitored && {$unset: {appearedLate: 1}})},
						{session, projection: {seriesId: 1}},
					)
					.lean<Pick<StoredEpisode, 'seriesId'>>();
				if (changed) {
					await recount(models, {ids: [changed.seriesId], now: at}, session);
				}
				return changed;
			});
			models.titleNews.tell('titleChanged', 'series', owner ? [owner.seriesId] : []);
			return owner !== null;
		},
		/** Sets the flags of several episodes of a series and recounts it, in one step. */
		async setFlags(seriesId: string, {on, off}: {on: readonly string[]; off: readonly string[]}, at: Date): Promise<void> {
			await changeSeries(models, episodeAspects, async session => {
				const set = (ids: readonly string[], monitored: boolean) =>
					episodes.updateMany({seriesId, _id: {$in: [...ids]}}, {$set: {monitored, updatedAt: at}}, {session});
				await (on.length > 0 ? set(on, true) : null);
				await (off.length > 0 ? set(off, false) : null);
				await recount(models, {ids: [seriesId], now: at}, session);
			});
			models.titleNews.tell('titleChanged', 'series', [seriesId]);
		},
		/** Like `recordFiles`, for one file. */
		async recordFile({seriesId, ...row}: FileOfEpisodes & {seriesId: string}, at: Date): Promise<RecordOutcome> {
			return (await recordFiles(models, {seriesId, rows: [row], at}))[0] ?? 'changed';
		},
		/**
		 * Records files of one series in one step and returns an outcome for each. A file replaces either none or
		 * those in its `replaces`.
		 */
		recordFiles: (seriesId: string, rows: readonly FileOfEpisodes[], at: Date) => recordFiles(models, {seriesId, rows, at}),
		/**
		 * Removes these files from the episodes of a series, with `path` only where it is the file's path still;
		 * returns how many episodes lost their file.
		 */
		async removeFiles({seriesId, fileIds, path}: {seriesId: string; fileIds: readonly string[]; path?: string}, at: Date): Promise<number> {
			const count = await changeSeries(models, episodeAspects, async session => {
				const {modifiedCount} = await episodes.updateMany(
					{seriesId, 'file.id': {$in: [...fileIds]}, ...(path !== undefined && {'file.path': path})},
					{$set: {file: null, hasFile: false, updatedAt: at}},
					{session},
				);
				await recount(models, {ids: [seriesId], now: at, set: {updatedAt: at}}, session);
				return modifiedCount;
			});
			models.titleNews.tell('fileRemoved', 'series', count > 0 ? [seriesId] : []);
			return count;
		},
		async markSearched(ids: readonly string[], at: Date): Promise<void> {
			const write = () => episodes.updateMany({_id: {$in: [...ids]}}, {$set: {lastSearchTime: at}, $unset: {appearedLate: 1}});
			await models.revisions.during(['lastSearchTime'], write);
			models.titleNews.tell('titleChanged', 'series', await episodes.distinct('seriesId', {_id: {$in: [...ids]}}));
		},
		...listEpisodeBacklog(episodes),
		...episodeSubtitleBacklog(models),
		...scanEpisodes(models),
		...scoreEpisodes(models),
		...listWantedEpisodes(models),
		...subtitlesOfEpisodes(models),
		/** Which of these files belong to an episode of another series. */
		async pathsOwned(paths: readonly string[], {except}: {except: string}): Promise<Set<string>> {
			const rows = await episodes
				.find({'file.path': {$in: [...paths]}, seriesId: {$ne: except}}, {'file.path': 1})
				.lean<{file: {path: string}}[]>();
			return new Set(rows.map(({file}) => file.path));
		},
	};
}

/** A file of a series, with the number of its episodes. */
export type EpisodeFileToScore = TitleToScore & {file: MediaFile; episodes: number};

const pageSize = 20;

/** Reads and writes of episodes for recalculating scores. */
function scoreEpisodes({series, episodes, revisions, titleNews}: SeriesModels) {
	async function filesOf(seriesIds: readonly string[]): Promise<{seriesId: string; file: MediaFile; episodes: number}[]> {
		const rows = await episodes
			.find({seriesId: {$in: [...seriesIds]}, file: {$ne: null}}, {_id: 0, seriesId: 1, file: 1})
			.lean<{seriesId: string; file: MediaFile}[]>();
		const files = new Map<string, {seriesId: string; file: MediaFile; episodes: number}>();
		for (const row of rows) {
			files.set(row.file.id, {...row, episodes: (files.get(row.file.id)?.episodes ?? 0) + 1});
		}
		return [...files.values()];
	}

	return {
		/** Files of series, a few series at a time, each file once. */
		async *toScore(titles: TitlesToScore): AsyncGenerator<EpisodeFileToScore[]> {
			for await (const rows of titlesToScore(series, titles, pageSize)) {
				const owners = new Map(rows.map(row => [row.id, row]));
				yield (await filesOf([...owners.keys()])).flatMap(({seriesId, ...file}) => {
					const owner = owners.get(seriesId);
					return owner ? [{...owner, ...file}] : [];
				});
			}
		},
		/** Skips files that were replaced in the meantime. A file with several episodes is stored in each of them. */
		async setScores(rows: readonly ScoredFile[]): Promise<void> {
			const operations = rows.map(({titleId, fileId, ...scores}) => ({
				updateMany: {filter: {seriesId: titleId, 'file.id': fileId}, update: {$set: scoreFields(scores)}},
			}));
			await writeScores(episodes, operations, revisions);
			titleNews.tell('fileChanged', 'series', [...new Set(rows.map(({titleId}) => titleId))]);
		},
	};
}
