import type {Model, QueryFilter, UpdateQuery} from 'mongoose';
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
import type {TitleNews} from '../titles/title-news.ts';
import {fileAspects} from '../wanted/wanted-lists.ts';
import type {StoredMovie} from './movie-schema.ts';

/** A movie whose subtitles may be searched. */
export interface MovieWithSubtitles extends SubtitledVideo {
	title: string;
	year: number | null;
}

interface Row extends SubtitledVideoRow {
	title: string;
	year: number | null;
}

export function movieSubtitleBacklog(movies: Model<StoredMovie>): SubtitleBacklog<MovieWithSubtitles> {
	return subtitleBacklog<StoredMovie, Row, MovieWithSubtitles>(movies, {
		fields: {title: 1, year: 1},
		titleId: '_id',
		present: async rows => rows.map(row => ({...toSubtitledVideo(row), title: row.title, year: row.year})),
	});
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
