import type {Episode} from '../../domain/media/library-episode.ts';
import type {MediaFile} from '../../domain/media/media-file.ts';
import {countFilesBelow, filesBelow, recordedAmong} from '../mongo/small-steps.ts';
import type {SeriesModels} from './count-series.ts';

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
		/** Which of these paths are the file of an episode. */
		async recordedAmong(paths: readonly string[]): Promise<Set<string>> {
			return recordedAmong(episodes, paths);
		},
		countFilesBelow: (folder: string): Promise<number> => countFilesBelow(episodes, folder),
		filesBelow: (folder: string, max: number): Promise<string[]> => filesBelow(episodes, folder, max),
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
