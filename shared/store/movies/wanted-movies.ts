import type {Document} from 'mongodb';
import type {Model} from 'mongoose';
import type {Movie} from '../../domain/media/library-movie.ts';
import type {Page} from '../lists/pager.ts';
import type {Revisions} from '../lists/revisions.ts';
import {searchConditions, searchIndex} from '../lists/search-parts.ts';
import type {Documents} from '../lists/segment.ts';
import {type CalendarSpan, calendarIndex} from '../wanted/calendar.ts';
import {readRows} from '../wanted/read-rows.ts';
import {monitoredConditions, wantedMovies} from '../wanted/wanted-lists.ts';
import {type Among, createWantedPages, type WantedQuery} from '../wanted/wanted-pages.ts';
import type {StoredMovie} from './movie-schema.ts';

export interface WantedMoviesQuery extends Omit<WantedQuery, 'among'> {
	search?: string | undefined;
	libraryId?: string | undefined;
	/** Leaves out unmonitored movies, which only the list of subtitles has. */
	monitoredOnly: boolean;
}

type Dates = 'inCinemas' | 'digitalRelease' | 'physicalRelease';
/** A movie with a release date in the calendar. */
export type CalendarMovie = Pick<Movie, 'id' | 'title' | 'year' | 'overview' | 'monitored' | Dates | 'updatedAt'> & {hasFile: boolean};

const inCalendar = {
	title: 1,
	year: 1,
	overview: 1,
	monitored: 1,
	inCinemas: 1,
	digitalRelease: 1,
	physicalRelease: 1,
	updatedAt: 1,
	hasFile: 1,
};

/** The wanted lists of movies, and their calendar. */
export function listWantedMovies(movies: Model<StoredMovie>, revisions: Revisions) {
	// Mongoose's collection is the driver's.
	const documents = () => movies.collection as unknown as Documents;
	const page = createWantedPages({documents, revisions, lists: wantedMovies});
	return {
		/** Raw documents with the fields of `projection`. */
		wantedPage: (query: WantedMoviesQuery, projection: Document, now: Date): Promise<Page> =>
			page({...query, among: toAmong(query)}, projection, now),
		/** The movies with a release in this span, by the first of them. */
		async inCalendar({start, end, unmonitored, limit}: CalendarSpan): Promise<CalendarMovie[]> {
			const filter = {releaseDates: {$elemMatch: {$gte: start, $lt: end}}, ...(!unmonitored && {monitored: true})};
			const found = documents()
				.find(filter, {projection: inCalendar, hint: calendarIndex, raw: true, batchSize: limit + 1})
				.limit(limit);
			return readRows<CalendarMovie>((await found.toArray()) as unknown as Uint8Array[]); // `raw` returns bytes
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
