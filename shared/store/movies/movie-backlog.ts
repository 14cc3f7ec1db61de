import type {Document} from 'mongodb';
import type {Model} from 'mongoose';
import type {Movie} from '../../domain/media/movie.ts';
import {findRaw, searchConditions, searchIndex} from '../../lists/filter.ts';
import {byIndex, type Documents} from '../../lists/ordered.ts';
import type {Page} from '../../lists/pager.ts';
import type {Revisions} from '../../lists/revisions.ts';
import {type Stored, toRecord} from '../mongo/records.ts';
import {groupKnown} from '../titles/title-schema.ts';
import {type CalendarSpan, calendarIndex, monitoredConditions, wantedMovies} from '../wanted/wanted-lists.ts';
import {type Among, createWantedPages, type WantedQuery} from '../wanted/wanted-pages.ts';
import type {StoredMovie} from './movie-schema.ts';

/** The fields of a movie that the backlog uses. */
export type BacklogMovie = Pick<Movie, 'id' | 'title' | 'qualityProfileId' | 'file' | 'lastSearchTime'> & {
	/** By its own setting; null while no date is known. */
	availableAt: Date | null;
};

const fields = {
	title: 1,
	availableAt: 1,
	qualityProfileId: 1,
	lastSearchTime: 1,
	'file.quality': 1,
	'file.formatScore': 1,
	'file.releaseGroup': 1,
	'file.dateAdded': 1,
} as const;
const batchSize = 500;

/** Monitored movies to search, the least recently searched first. */
export function listMovieBacklog(movies: Model<StoredMovie>) {
	async function* stream(filter: Record<string, unknown>): AsyncGenerator<BacklogMovie> {
		const rows = movies
			.find({monitored: true, ...filter}, fields)
			.sort({lastSearchTime: 1, _id: 1})
			.lean<Stored<BacklogMovie>[]>()
			.cursor({batchSize});
		for await (const row of rows) {
			// Mongoose types cursors by the whole document.
			yield toRecord<BacklogMovie>(row as unknown as Stored<BacklogMovie>);
		}
	}

	async function read(filter: Record<string, unknown>): Promise<BacklogMovie[]> {
		const rows = await movies.find({monitored: true, ...filter}, fields).lean<Stored<BacklogMovie>[]>();
		return rows.map(row => toRecord<BacklogMovie>(row));
	}

	return {
		/** These movies, with the dates from which they are available. */
		async releaseDatesOf(ids: readonly string[]): Promise<BacklogMovie[]> {
			const rows = ids.length === 0 ? [] : await movies.find({_id: {$in: [...ids]}}, fields).lean<Stored<BacklogMovie>[]>();
			return rows.map(row => toRecord<BacklogMovie>(row));
		},
		/** The missing movies that are available. */
		missingLine: (now: Date) => stream({hasFile: false, availableAt: {$lte: now}}),
		/** The missing and available movies that were never searched. */
		unsearched: (now: Date) => stream({hasFile: false, lastSearchTime: null, availableAt: {$lte: now}}),
		/** The missing and available movies among these ids. */
		missingOf: (ids: readonly string[], now: Date) => read({_id: {$in: [...ids]}, hasFile: false, availableAt: {$lte: now}}),
		/** When the next missing one becomes available. */
		async nextAvailable(now: Date): Promise<Date | null> {
			const [next] = await movies
				.find({monitored: true, hasFile: false, availableAt: {$gt: now}}, {availableAt: 1})
				.sort({availableAt: 1})
				.limit(1)
				.lean<Pick<StoredMovie, 'availableAt'>[]>();
			return next?.availableAt ?? null;
		},
		belowCutoff: () => stream({'file.belowCutoff': true}),
		belowCutoffOf: (ids: readonly string[]) => read({_id: {$in: [...ids]}, 'file.belowCutoff': true}),
		/** Movies whose file was added since this date and has a known group. */
		withFileSince: (date: Date) => stream({...groupKnown, 'file.dateAdded': {$gte: date}}),
		/** Movies without a file, or one of them. */
		missing: (id?: string) => stream({hasFile: false, ...(id && {_id: id})}),
		/** Movies with a file; of the file, only the fields that decide whether a better one is wanted. */
		withFile: (id?: string) => stream({file: {$ne: null}, ...(id && {_id: id})}),
	};
}

interface WantedMoviesQuery extends Omit<WantedQuery, 'among'> {
	search?: string | undefined;
	libraryId?: string | undefined;
	/** Leaves out unmonitored movies, which only the list of subtitles has. */
	monitoredOnly: boolean;
}

/** The wanted lists of movies, and their calendar. */
export function listWantedMovies(movies: Model<StoredMovie>, revisions: Revisions) {
	// Mongoose's collection is the driver's.
	const documents = () => movies.collection as unknown as Documents;
	const page = createWantedPages({documents, revisions, lists: wantedMovies});
	return {
		/** Raw documents with the fields of `projection`. */
		wantedPage: (query: WantedMoviesQuery, projection: Document, now: Date): Promise<Page> =>
			page({...query, among: toAmong(query)}, projection, now),
		/** Raw documents of the movies with a release in this span, by the first of them. */
		async inCalendar({start, end, unmonitored, limit}: CalendarSpan, projection: Document): Promise<Uint8Array[]> {
			const filter = {releaseDates: {$elemMatch: {$gte: start, $lt: end}}, ...(!unmonitored && {monitored: true})};
			const rows = await byIndex(calendarIndex, hint => {
				// An index of lists spares no sorting, but is read in the order of the dates.
				const sort = hint.hint === undefined ? {sort: {releaseDates: 1}} : {};
				return findRaw(documents(), {filter, projection, ...hint, ...sort, limit});
			});
			return rows;
		},
	};
}

function toAmong({search, libraryId, monitoredOnly}: WantedMoviesQuery): Among | null {
	const found = search === undefined ? null : searchConditions(search);
	if (!found && libraryId === undefined && !monitoredOnly) {
		return null;
	}
	return {
		key: JSON.stringify([found?.key, libraryId, monitoredOnly]),
		conditions: {
			...(libraryId !== undefined && {libraryId}),
			...(monitoredOnly && monitoredConditions.movies),
			...found?.conditions,
		},
		aspects: found ? ['searchParts'] : [],
		index: found ? searchIndex : null,
	};
}
