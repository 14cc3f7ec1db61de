import type {Document} from 'mongodb';
import type {Model} from 'mongoose';
import {searchConditions, searchIndex} from '../../lists/filter.ts';
import {byIndex, type Documents} from '../../lists/ordered.ts';
import type {Page, Revisions} from '../../lists/pager.ts';
import {type CalendarSpan, calendarIndex, monitoredConditions, wantedMovies} from '../wanted/wanted-lists.ts';
import {type Among, createWantedPages, type WantedQuery} from '../wanted/wanted-pages.ts';
import type {StoredMovie} from './movie-schema.ts';

export interface WantedMoviesQuery extends Omit<WantedQuery, 'among'> {
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
				const found = documents().find(filter, {projection, ...hint, raw: true, batchSize: limit + 1});
				// An index of lists spares no sorting, but is read in the order of the dates.
				return (hint.hint === undefined ? found.sort({releaseDates: 1}) : found).limit(limit).toArray();
			});
			return rows as unknown as Uint8Array[]; // `raw` returns bytes
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
