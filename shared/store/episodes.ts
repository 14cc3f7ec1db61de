import type {QueryFilter} from 'mongoose';
import type {Episode} from '../domain/media/library-episode.ts';
import type {MediaFile} from '../domain/media/media-file.ts';
import {NotFound} from '../errors.ts';
import {recount, type SeriesModels} from './count-series.ts';
import {scanEpisodes} from './episode-scan.ts';
import type {StoredEpisode} from './episode-schema.ts';
import {isUuid, type Stored, toRecord} from './record.ts';
import {inTransaction} from './transaction.ts';

export type EpisodeStore = ReturnType<typeof createEpisodeStore>;

export interface RecordedFile {
	seriesId: string;
	episodeIds: readonly string[];
	file: MediaFile;
	/** Ids of the files that it replaces. */
	replaces: readonly string[];
}

const inOrder = {seasonNumber: 1, episodeNumber: 1} as const;

export function createEpisodeStore(models: SeriesModels) {
	const {connection, episodes} = models;

	async function list(filter: QueryFilter<StoredEpisode>): Promise<Episode[]> {
		const rows = await episodes.find(filter).sort(inOrder).lean<Stored<Episode>[]>();
		return rows.map(row => toRecord<Episode>({...row, file: row.file ?? null}));
	}

	async function find(id: string): Promise<Episode | null> {
		return isUuid(id) ? ((await list({_id: id}))[0] ?? null) : null;
	}

	return {
		find,
		/** Throws NotFound `episode_not_found`; an id that is not well-formed is as unknown as any. */
		async get(id: string): Promise<Episode> {
			const episode = await find(id);
			if (!episode) {
				throw new NotFound('episode_not_found', `There is no episode with the id ${id}.`);
			}
			return episode;
		},
		getMany: (ids: readonly string[]) => list({_id: {$in: [...ids]}}),
		ofSeries: (seriesId: string) => list({seriesId}),
		ofSeason: (seriesId: string, seasonNumber: number) => list({seriesId, seasonNumber}),
		/** Sets the flag and counts its series anew; false when the episode is gone. */
		setMonitored: (id: string, monitored: boolean, at: Date): Promise<boolean> =>
			inTransaction(connection, async session => {
				const changed = await episodes
					.findOneAndUpdate({_id: id}, {$set: {monitored, updatedAt: at}}, {session, projection: {seriesId: 1}})
					.lean<Pick<StoredEpisode, 'seriesId'>>();
				if (changed) {
					await recount(models, {ids: [changed.seriesId], now: at}, session);
				}
				return changed !== null;
			}),
		/**
		 * Records a file for some episodes of a series in one step, in place of none or of those in `replaces`. `changed` when one of the episodes is gone
		 * or has another file by now; repeating it is harmless.
		 */
		recordFile: ({seriesId, episodeIds, file, replaces}: RecordedFile, at: Date): Promise<'recorded' | 'changed'> =>
			inTransaction(connection, async session => {
				const rows = await episodes
					.find({seriesId, _id: {$in: [...episodeIds]}}, {'file.id': 1}, {session})
					.lean<{file: {id: string} | null}[]>();
				const present = rows.map(row => row.file?.id ?? null);
				const mayRecord = present.every(id => id === null || id === file.id || replaces.includes(id));
				if (rows.length === 0 || rows.length < episodeIds.length || !mayRecord) {
					return 'changed';
				}
				if (!present.every(id => id === file.id)) {
					await episodes.updateMany({seriesId, _id: {$in: [...episodeIds]}}, {$set: {file, updatedAt: at}}, {session});
					await recount(models, {ids: [seriesId], now: at, set: {updatedAt: at}}, session);
				}
				return 'recorded';
			}),
		/** Takes these files from the episodes of a series; answers how many episodes lost theirs. */
		removeFiles: ({seriesId, fileIds}: {seriesId: string; fileIds: readonly string[]}, at: Date): Promise<number> =>
			inTransaction(connection, async session => {
				const {modifiedCount} = await episodes.updateMany(
					{seriesId, 'file.id': {$in: [...fileIds]}},
					{$set: {file: null, updatedAt: at}},
					{session},
				);
				await recount(models, {ids: [seriesId], now: at, set: {updatedAt: at}}, session);
				return modifiedCount;
			}),
		async markSearched(ids: readonly string[], at: Date): Promise<void> {
			await episodes.updateMany({_id: {$in: [...ids]}}, {$set: {lastSearchTime: at}});
		},
		...scanEpisodes(models),
		/** Paths of all the files of a series, each once. */
		async filePaths(seriesId: string): Promise<string[]> {
			const rows = await episodes.find({seriesId, file: {$ne: null}}, {'file.path': 1}).lean<{file: {path: string}}[]>();
			return [...new Set(rows.map(({file}) => file.path))];
		},
		/** Which of these files belong to an episode of another series. */
		async pathsOwned(paths: readonly string[], {except}: {except: string}): Promise<Set<string>> {
			const rows = await episodes
				.find({'file.path': {$in: [...paths]}, seriesId: {$ne: except}}, {'file.path': 1})
				.lean<{file: {path: string}}[]>();
			return new Set(rows.map(({file}) => file.path));
		},
	};
}
