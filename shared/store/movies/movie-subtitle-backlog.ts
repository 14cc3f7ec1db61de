import type {Model, QueryFilter, UpdateQuery} from 'mongoose';
import type {Subtitle} from '../../domain/media/subtitle.ts';
import type {Revisions} from '../../lists/revisions.ts';
import {pagesById} from '../mongo/pages-by-id.ts';
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
import type {TitleNews} from '../titles/title-news.ts';
import {fileAspects} from '../wanted/wanted-lists.ts';
import type {StoredMovie} from './movie-schema.ts';

/** A movie whose subtitles may be searched. */
export interface MovieWithSubtitles {
	id: string;
	title: string;
	year: number | null;
	fileId: string;
	monitored: boolean;
	missing: string[];
	/** Empty where only missing ones were asked for. */
	list: Subtitle[];
}

interface Row {
	_id: string;
	title: string;
	year: number | null;
	monitored: boolean;
	file: {id: string; subtitles?: {missing?: string[]; list?: Subtitle[]} | null} | null;
}

const fields = {title: 1, year: 1, monitored: 1, 'file.id': 1, 'file.subtitles.missing': 1} as const;
const batchSize = 500;

/** Movies whose subtitles may be searched, found by indexes of their own. */
export function movieSubtitleBacklog(movies: Model<StoredMovie>) {
	async function* stream(filter: Record<string, unknown>, projection: Record<string, 1>): AsyncGenerator<MovieWithSubtitles> {
		// Mongoose types cursors by the whole document.
		for await (const row of movies.find(filter, projection).lean<Row[]>().cursor({batchSize})) {
			yield toMovie(row as unknown as Row);
		}
	}

	return {
		/** Movies whose file lacks a subtitle that is wanted, in order of id. */
		missingSubtitles: (id?: string) => stream({'file.subtitles.missing.0': {$gt: ''}, ...(id !== undefined && {_id: id})}, fields),
		/** Movies that got a subtitle from us since then. */
		downloadedSubtitles: (since: Date, id?: string) =>
			stream(
				{
					'file.subtitles.list.source': 'downloaded',
					'file.subtitles.list.downloadedAt': {$gte: since},
					...(id !== undefined && {_id: id}),
				},
				{...fields, 'file.subtitles.list': 1},
			),
		/** Of these movies, those with a file whose subtitles are missing or were never read. */
		async wantingSubtitles(ids: readonly string[]): Promise<MovieWithSubtitles[]> {
			const isOpen = {$or: [{'file.subtitles.missing.0': {$gt: ''}}, {'file.subtitles': null}]};
			const rows = await movies.find({_id: {$in: [...ids]}, file: {$ne: null}, ...isOpen}, fields).lean<Row[]>();
			return rows.map(toMovie);
		},
	};
}

function toMovie({_id, title, year, monitored, file}: Row): MovieWithSubtitles {
	const {missing = [], list = []} = file?.subtitles ?? {};
	return {id: _id, title, year, monitored, fileId: file?.id ?? '', missing, list};
}

const pageSize = 500;

/** Reads and writes of the subtitles of movies. */
export function subtitlesOfMovies(movies: Model<StoredMovie>, revisions: Revisions, titleNews: TitleNews) {
	return {
		/** Ids of movies whose subtitles were never read, or whose folder has changed. */
		unreadSubtitles: (limit: number): Promise<string[]> => idsWithUnread(movies, limit),
		/**
		 * Stores what was read. False when the movie has another file by now, or its subtitles were read again
		 * meanwhile.
		 */
		async setSubtitles(id: string, read: ReadOfSubtitles): Promise<boolean> {
			const filter = {_id: id, ...unreadSince(read)} as QueryFilter<StoredMovie>;
			const write = () => movies.updateOne(filter, changeOfSubtitles(read) as UpdateQuery<StoredMovie>);
			const isStored = (await revisions.during([fileAspects.subtitles], write)).matchedCount > 0;
			titleNews.tell('fileChanged', 'movie', isStored ? [id] : []);
			return isStored;
		},
		/** Lets the subtitles of the file be read again. */
		async forgetReading(id: string, fileId: string): Promise<void> {
			await movies.updateOne({_id: id, 'file.id': fileId, 'file.subtitles.stamp': {$exists: true}}, {
				$set: {'file.subtitles.readAt': readAgain},
			} as UpdateQuery<StoredMovie>);
		},
		/** Files whose subtitles are known, in order of the movies' ids, a few hundred at a time. */
		async *subtitlesToJudge(titles: TitlesToJudge): AsyncGenerator<FileToJudge[]> {
			const read = async (after: string) =>
				movies
					.find(toJudgeAfter(after, titles), {libraryId: 1, languageProfileId: 1, ...judgedFields})
					.sort({_id: 1})
					.limit(pageSize)
					.lean<(JudgedTitle & {file: Parameters<typeof toFileToJudge>[0] | null})[]>();
			for await (const rows of pagesById(pageSize, read)) {
				yield rows.flatMap(({_id, libraryId, languageProfileId, file}) =>
					file ? toFileToJudge(file, {id: _id, libraryId: libraryId ?? null, languageProfileId: languageProfileId ?? null}) : [],
				);
			}
		},
		async setMissing(rows: readonly Judged[]): Promise<void> {
			await revisions.during(rows.length > 0 ? [fileAspects.subtitles] : [], () => writeMissing(movies, rows));
			titleNews.tell(
				'fileChanged',
				'movie',
				rows.map(({id}) => id),
			);
		},
	};
}
