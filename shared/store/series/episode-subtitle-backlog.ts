import type {QueryFilter, UpdateQuery} from 'mongoose';
import {pagesById} from '../mongo/pages-by-id.ts';
import {inTransaction} from '../mongo/transaction.ts';
import {
	changeOfSubtitles,
	type FileToJudge,
	idsWithUnread,
	type Judged,
	type JudgedTitle,
	judgedFields,
	type ReadOfSubtitles,
	readAgain,
	type SubtitleBacklog,
	type SubtitledVideo,
	type SubtitledVideoRow,
	subtitleBacklog,
	type TitlesToJudge,
	toFileToJudge,
	toJudgeAfter,
	toSubtitledVideo,
	unreadSince,
	writeMissing,
} from '../titles/file-subtitles.ts';
import {fileAspects} from '../wanted/wanted-lists.ts';
import type {SeriesModels} from './count-series.ts';
import type {StoredEpisode} from './episode-schema.ts';

/** An episode whose subtitles may be searched. */
export interface EpisodeWithSubtitles extends SubtitledVideo {
	seriesId: string;
	seriesTitle: string;
	seasonNumber: number;
	episodeNumber: number;
}

interface Row extends SubtitledVideoRow {
	seriesId: string;
	seasonNumber: number;
	episodeNumber: number;
}

export function episodeSubtitleBacklog({series, episodes}: SeriesModels): SubtitleBacklog<EpisodeWithSubtitles> {
	return subtitleBacklog<StoredEpisode, Row, EpisodeWithSubtitles>(episodes, {
		fields: {seriesId: 1, seasonNumber: 1, episodeNumber: 1},
		titleId: 'seriesId',
		present: rows => withSeries(series, rows),
	});
}

async function withSeries(series: SeriesModels['series'], rows: readonly Row[]): Promise<EpisodeWithSubtitles[]> {
	const ids = [...new Set(rows.map(({seriesId}) => seriesId))];
	const found = await series.find({_id: {$in: ids}}, {title: 1, monitored: 1}).lean<{_id: string; title: string; monitored: boolean}[]>();
	const known = new Map(found.map(each => [each._id, each]));
	return rows.flatMap(row => {
		const owner = known.get(row.seriesId);
		const {seriesId, seasonNumber, episodeNumber} = row;
		const monitored = row.monitored && owner?.monitored === true;
		return owner ? [{...toSubtitledVideo(row), monitored, seriesId, seriesTitle: owner.title, seasonNumber, episodeNumber}] : [];
	});
}

/** A file of a series, and when the folders of its subtitles were seen last. */
interface SeenSubtitles {
	fileId: string;
	path: string;
	stamp: string;
}

const seriesTogether = 20;

type JudgedEpisode = {_id: string; seriesId: string; file: Parameters<typeof toFileToJudge>[0]};

/** Reads and writes of the subtitles of episodes. A file with several episodes is stored in each of them. */
export function subtitlesOfEpisodes({connection, series, episodes, revisions, titleNews}: SeriesModels) {
	async function filesOf(owners: ReadonlyMap<string, JudgedTitle>): Promise<FileToJudge[]> {
		const rows = await episodes
			.find({seriesId: {$in: [...owners.keys()]}, file: {$ne: null}}, {seriesId: 1, ...judgedFields})
			.lean<JudgedEpisode[]>();
		return rows.flatMap(({_id, seriesId, file}) => {
			const {libraryId = null, languageProfileId = null} = owners.get(seriesId) ?? {};
			return toFileToJudge(file, {id: _id, libraryId, languageProfileId});
		});
	}

	return {
		/** Ids of episodes whose subtitles were never read, or whose folder has changed. */
		unreadSubtitles: (limit: number): Promise<string[]> => idsWithUnread(episodes, limit),
		/**
		 * Stores what was read in all episodes of the file. False when this episode has another file by now, or its
		 * subtitles were read again meanwhile.
		 */
		async setSubtitles(id: string, {seriesId, ...read}: ReadOfSubtitles & {seriesId: string}): Promise<boolean> {
			const isStored = await revisions.during([fileAspects.subtitles], () =>
				inTransaction(connection, async session => {
					const change = changeOfSubtitles(read) as UpdateQuery<StoredEpisode>;
					const filter = {_id: id, ...unreadSince(read)} as QueryFilter<StoredEpisode>;
					if ((await episodes.updateOne(filter, change, {session})).matchedCount === 0) {
						return false;
					}
					await episodes.updateMany({seriesId, 'file.id': read.fileId, _id: {$ne: id}}, change, {session});
					return true;
				}),
			);
			titleNews.tell('fileChanged', 'series', isStored ? [seriesId] : []);
			return isStored;
		},
		/** The episodes of a file. */
		async idsOfFile(seriesId: string, fileId: string): Promise<string[]> {
			const rows = await episodes
				.find({seriesId, 'file.id': fileId}, {_id: 1})
				.sort({seasonNumber: 1, episodeNumber: 1})
				.lean<{_id: string}[]>();
			return rows.map(({_id}) => _id);
		},
		/** Lets the subtitles of these files be read again. */
		async forgetReading(seriesId: string, fileIds: readonly string[]): Promise<void> {
			const filter = {seriesId, 'file.id': {$in: [...fileIds]}, 'file.subtitles.stamp': {$exists: true}};
			await episodes.updateMany(filter, {$set: {'file.subtitles.readAt': readAgain}} as UpdateQuery<StoredEpisode>);
		},
		/** The files of a series whose subtitles are known. */
		async seenSubtitles(seriesId: string): Promise<SeenSubtitles[]> {
			const rows = await episodes
				.find({seriesId, 'file.subtitles.stamp': {$exists: true}}, {'file.id': 1, 'file.path': 1, 'file.subtitles.stamp': 1})
				.lean<{file: {id: string; path: string; subtitles: {stamp: string}}}[]>();
			const files = rows.map(({file: {id, path, subtitles}}) => ({fileId: id, path, stamp: subtitles.stamp}));
			return [...new Map(files.map(file => [file.fileId, file])).values()];
		},
		/** Files whose subtitles are known, a few series at a time, for each of their episodes. */
		async *subtitlesToJudge(titles: TitlesToJudge): AsyncGenerator<FileToJudge[]> {
			const read = async (after: string) =>
				series
					.find(toJudgeAfter(after, titles), {libraryId: 1, languageProfileId: 1})
					.sort({_id: 1})
					.limit(seriesTogether)
					.lean<JudgedTitle[]>();
			for await (const rows of pagesById(seriesTogether, read)) {
				yield await filesOf(new Map(rows.map(row => [row._id, row])));
			}
		},
		async setMissing(rows: readonly Judged[]): Promise<void> {
			await revisions.during(rows.length > 0 ? [fileAspects.subtitles] : [], () => writeMissing(episodes, rows));
			const owners = rows.length > 0 ? await episodes.distinct('seriesId', {_id: {$in: rows.map(({id}) => id)}}) : [];
			titleNews.tell('fileChanged', 'series', owners);
		},
	};
}
