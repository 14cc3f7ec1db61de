import type {ClientSession} from 'mongoose';
import type {Episode} from '../../domain/media/library-episode.ts';
import type {MediaFile} from '../../domain/media/media-file.ts';
import {numberFiles} from '../mongo/record-numbers.ts';
import {inSmallSteps, repeatable} from '../mongo/small-steps.ts';
import {isAtOldPath, type MovedFile, movedFileStage} from '../titles/moved-file.ts';
import {episodesAspect} from '../wanted/wanted-lists.ts';
import {changeSeries, episodeAspects, recount, type SeriesModels} from './count-series.ts';

/** The fields of an episode that a disk scan uses. */
export type EpisodeOnDisk = Pick<
	Episode,
	'id' | 'seasonNumber' | 'episodeNumber' | 'absoluteEpisodeNumber' | 'numbers' | 'airDate' | 'title' | 'file'
>;

const fields = {seasonNumber: 1, episodeNumber: 1, absoluteEpisodeNumber: 1, numbers: 1, airDate: 1, title: 1, file: 1} as const;

/** Reads and writes of episodes for disk scans. */
export function scanEpisodes(models: SeriesModels) {
	const {series, episodes} = models;
	return {
		async onDisk(seriesId: string): Promise<EpisodeOnDisk[]> {
			const rows = await episodes.find({seriesId}, fields).lean<(Omit<EpisodeOnDisk, 'id'> & {_id: string})[]>();
			return rows.map(({_id, ...row}) => ({id: _id, ...row, file: row.file ?? null}));
		},
		/** The series with an episode whose file is recorded at this path. */
		seriesAtPath: (path: string): Promise<string[]> => episodes.distinct('seriesId', {'file.path': path}),
		/** Paths of the files of these series; series without files are left out. */
		async pathsOf(seriesIds: readonly string[]): Promise<Map<string, Set<string>>> {
			const rows = await episodes
				.find({seriesId: {$in: [...seriesIds]}, file: {$ne: null}}, {_id: 0, seriesId: 1, 'file.path': 1})
				.lean<{seriesId: string; file: {path: string}}[]>();
			const paths = new Map<string, Set<string>>();
			for (const {seriesId, file} of rows) {
				paths.set(seriesId, (paths.get(seriesId) ?? new Set()).add(file.path));
			}
			return paths;
		},
		/** Bytes of the files of a series as they are recorded, by path. */
		async sizesOf(seriesId: string): Promise<Map<string, number>> {
			const rows = await episodes
				.find({seriesId, file: {$ne: null}}, {_id: 0, 'file.path': 1, 'file.size': 1})
				.lean<{file: {path: string; size: number}}[]>();
			return new Map(rows.map(({file}) => [file.path, file.size]));
		},
		/** Stores what was read from the file itself. */
		async setFileInfo(
			seriesId: string,
			path: string,
			{mediaInfo, quality, qualityScore}: Pick<MediaFile, 'mediaInfo' | 'quality' | 'qualityScore'>,
		): Promise<void> {
			await episodes.updateMany(
				{seriesId, 'file.path': path},
				{$set: {'file.mediaInfo': mediaInfo, 'file.quality': quality, 'file.qualityScore': qualityScore}},
			);
			models.titleNews.tell('fileChanged', 'series', [seriesId]);
		},
		/**
		 * Records that files of a series are elsewhere now. Returns the ids of those that are recorded there; the
		 * others are gone or have another file by now. May be repeated, and does not wait for the disk: follow it with
		 * a write that does.
		 */
		async moveFiles(seriesId: string, moved: readonly MovedFile[], at: Date): Promise<Set<string>> {
			const writes = moved.map(file => ({
				updateMany: {filter: {seriesId, ...isAtOldPath(file)}, update: [{$set: {...movedFileStage(file), updatedAt: {$literal: at}}}]},
			}));
			// The driver's type of ids is ObjectId.
			const write = (some: typeof writes) => episodes.collection.bulkWrite(some as never, repeatable);
			await models.revisions.during([episodesAspect], () => inSmallSteps(writes, write));
			models.titleNews.tell('fileChanged', 'series', moved.length > 0 ? [seriesId] : []);
			const rows = await episodes
				.find({seriesId, 'file.path': {$in: moved.map(({to}) => to)}}, {_id: 0, 'file.id': 1, 'file.path': 1})
				.lean<{file: {id: string; path: string}}[]>();
			const there = new Set(rows.map(({file}) => `${file.id} ${file.path}`));
			return new Set(moved.filter(({fileId, to}) => there.has(`${fileId} ${to}`)).map(({fileId}) => fileId));
		},
		/** The next series in order of id, as a disk scan needs them. */
		async seriesOnDisk({after, limit}: {after: string; limit: number}): Promise<{id: string; title: string; path: string}[]> {
			const rows = await series
				.find({_id: {$gt: after}}, {title: 1, path: 1})
				.sort({_id: 1})
				.limit(limit)
				.lean<{_id: string; title: string; path: string}[]>();
			return rows.map(({_id, ...row}) => ({id: _id, ...row}));
		},
	};
}

export interface FileOfEpisodes {
	/** Not empty, all from one series. */
	episodeIds: readonly string[];
	file: MediaFile;
	/** Ids of the files that it replaces. */
	replaces: readonly string[];
}

/** `changed`: one of the episodes is gone or has another file by now, and nothing was recorded. */
export type RecordOutcome = 'recorded' | 'changed';

interface Recording {
	seriesId: string;
	rows: readonly FileOfEpisodes[];
	at: Date;
}

/** Writes files into the episodes of a series and recounts it, in one transaction. Repeating it is harmless. */
export async function recordFiles(models: SeriesModels, {seriesId, rows: given, at}: Recording): Promise<RecordOutcome[]> {
	const numbered = await numberFiles(
		models.connection,
		given.map(({file}) => file),
	);
	const rows = given.map((row, index) => ({...row, file: numbered[index] ?? row.file}));
	const outcomes = await changeSeries(models, episodeAspects, async session => {
		const present = await presentFiles(models, {seriesId, rows}, session);
		const outcomes: RecordOutcome[] = [];
		let isChanged = false;
		for (const {episodeIds, file, replaces} of rows) {
			const files = episodeIds.map(id => present.get(id));
			const mayRecord = files.every(old => old === null || old?.id === file.id || (old !== undefined && replaces.includes(old.id)));
			outcomes.push(mayRecord && files.length > 0 ? 'recorded' : 'changed');
			if (!mayRecord || files.every(old => old?.id === file.id && old.size === file.size)) {
				continue;
			}
			// Recorded again after a kill, it keeps its number.
			const known = files.find(old => old?.id === file.id)?.number;
			const set = {file: {...file, ...(known && {number: known})}, hasFile: true, updatedAt: at};
			await models.episodes.updateMany({seriesId, _id: {$in: [...episodeIds]}}, {$set: set}, {session});
			for (const id of episodeIds) {
				present.set(id, file);
			}
			isChanged = true;
		}
		if (isChanged) {
			await recount(models, {ids: [seriesId], now: at, set: {updatedAt: at}}, session);
		}
		return outcomes;
	});
	const recorded = rows.filter((_, index) => outcomes[index] === 'recorded');
	if (recorded.length > 0) {
		models.titleNews.tell(recorded.some(({replaces}) => replaces.length === 0) ? 'fileAdded' : 'fileChanged', 'series', [seriesId]);
	}
	return outcomes;
}

/** The file of each existing episode; null for one without. */
async function presentFiles(
	{episodes}: SeriesModels,
	{seriesId, rows}: Pick<Recording, 'seriesId' | 'rows'>,
	session: ClientSession,
): Promise<Map<string, Pick<MediaFile, 'id' | 'size' | 'number'> | null>> {
	const ids = [...new Set(rows.flatMap(({episodeIds}) => episodeIds))];
	const found = await episodes
		.find({seriesId, _id: {$in: ids}}, {'file.id': 1, 'file.size': 1, 'file.number': 1}, {session})
		.lean<{_id: string; file?: Pick<MediaFile, 'id' | 'size' | 'number'> | null}[]>();
	return new Map(found.map(({_id, file}) => [_id, file ?? null]));
}
