import type {QueryFilter, UpdateQuery} from 'mongoose';
import type {Subtitle} from '../../domain/media/subtitle.ts';
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
	type TitlesToJudge,
	toFileToJudge,
	toJudgeAfter,
	unreadSince,
	writeMissing,
} from '../titles/file-subtitles.ts';
import {fileAspects} from '../wanted/wanted-lists.ts';
import type {SeriesModels} from './count-series.ts';
import type {StoredEpisode} from './episode-schema.ts';

/** An episode whose subtitles may be searched. */
export interface EpisodeWithSubtitles {
	id: string;
	seriesId: string;
	seriesTitle: string;
	seasonNumber: number;
	episodeNumber: number;
	fileId: string;
	/** The episode and its series. */
	monitored: boolean;
	missing: string[];
	/** Empty where only missing ones were asked for. */
	list: Subtitle[];
}

interface Row {
	_id: string;
	seriesId: string;
	seasonNumber: number;
	episodeNumber: number;
	monitored: boolean;
	file: {id: string; subtitles?: {missing?: string[]; list?: Subtitle[]} | null} | null;
}

const fields = {seriesId: 1, seasonNumber: 1, episodeNumber: 1, monitored: 1, 'file.id': 1, 'file.subtitles.missing': 1} as const;
const batchSize = 500;

interface EpisodeSubtitleBacklog {
	/** Episodes whose file lacks a subtitle that is wanted, in order of id. */
	missingSubtitles(seriesId?: string): AsyncIterable<EpisodeWithSubtitles>;
	/** Episodes that got a subtitle from us since then. */
	downloadedSubtitles(since: Date, seriesId?: string): AsyncIterable<EpisodeWithSubtitles>;
	/** Of these episodes, those with a file whose subtitles are missing or were never read. */
	wantingSubtitles(ids: readonly string[]): Promise<EpisodeWithSubtitles[]>;
}

/** Episodes whose subtitles may be searched, found by indexes of their own. */
export function episodeSubtitleBacklog({series, episodes}: SeriesModels): EpisodeSubtitleBacklog {
	async function* stream(filter: Record<string, unknown>, projection: Record<string, 1>): AsyncGenerator<EpisodeWithSubtitles> {
		let batch: Row[] = [];
		for await (const row of episodes.find(filter, projection).lean<Row[]>().cursor({batchSize})) {
			// Mongoose types cursors by the whole document.
			batch.push(row as unknown as Row);
			if (batch.length >= batchSize) {
				yield* await withSeries(series, batch);
				batch = [];
			}
		}
		yield* await withSeries(series, batch);
	}

	return {
		missingSubtitles: (seriesId?: string) =>
			stream({'file.subtitles.missing.0': {$gt: ''}, ...(seriesId !== undefined && {seriesId})}, fields),
		downloadedSubtitles: (since: Date, seriesId?: string) =>
			stream(
				{
					'file.subtitles.list.source': 'downloaded',
					'file.subtitles.list.downloadedAt': {$gte: since},
					...(seriesId !== undefined && {seriesId}),
				},
				{...fields, 'file.subtitles.list': 1},
			),
		async wantingSubtitles(ids: readonly string[]): Promise<EpisodeWithSubtitles[]> {
			const isOpen = {$or: [{'file.subtitles.missing.0': {$gt: ''}}, {'file.subtitles': null}]};
			return withSeries(series, await episodes.find({_id: {$in: [...ids]}, file: {$ne: null}, ...isOpen}, fields).lean<Row[]>());
		},
	};
}

async function withSeries(series: SeriesModels['series'], rows: readonly Row[]): Promise<EpisodeWithSubtitles[]> {
	const ids = [...new Set(rows.map(({seriesId}) => seriesId))];
	const found = await series.find({_id: {$in: ids}}, {title: 1, monitored: 1}).lean<{_id: string; title: string; monitored: boolean}[]>();
	const known = new Map(found.map(each => [each._id, each]));
	return rows.flatMap(row => {
		const owner = known.get(row.seriesId);
		return owner ? [toEpisode(row, owner)] : [];
	});
}

function toEpisode({_id, file, monitored, ...row}: Row, owner: {title: string; monitored: boolean}): EpisodeWithSubtitles {
	const {missing = [], list = []} = file?.subtitles ?? {};
	return {...row, id: _id, seriesTitle: owner.title, monitored: monitored && owner.monitored, fileId: file?.id ?? '', missing, list};
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
