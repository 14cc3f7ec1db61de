import {randomUUID} from 'node:crypto';
import {titleKeys} from '../../domain/matching/title-index.ts';
import {availableAt, availableBy, type ReleaseDates, releasedAt} from '../../domain/media/availability.ts';
import type {Movie} from '../../domain/media/library-movie.ts';
import type {MovieDetails} from '../../domain/media/movie.ts';
import {nextMovieRefresh} from '../../domain/media/next-refresh.ts';
import {searchForm, sortTitle} from '../../domain/media/sort-title.ts';
import {titleSlug} from '../../domain/naming/title-slug.ts';
import {searchParts} from '../lists/filter.ts';
import {indexedFirst} from '../mongo/indexed-first.ts';
import {lineOf} from './movie-page.ts';
import {movieSchema, type StoredMovie} from './movie-schema.ts';

export type NewMovie = Pick<
	Movie,
	'monitored' | 'minimumAvailability' | 'rootFolderPath' | 'qualityProfileId' | 'libraryId' | 'searchOnAdd'
>;

const arrange = indexedFirst(movieSchema);

/** The stored form of a movie that is added to the library. */
export function toStoredMovie(details: MovieDetails, choice: NewMovie, now: Date): StoredMovie {
	const by = availableBy(details);
	return arrange({
		_id: randomUUID(),
		...fromMovieDetails(details),
		...choice,
		lastSearchTime: null,
		lastRefreshTime: now,
		refreshAt: nextMovieRefresh(details, now),
		file: null,
		hasFile: false,
		availableAt: availableAt(choice.minimumAvailability, by),
		releasedAt: releasedAt(choice.minimumAvailability, by),
		addedAt: now,
		createdAt: now,
		updatedAt: now,
	});
}

/** The stored fields that come from the provider. */
export function fromMovieDetails(details: MovieDetails) {
	const searchTitles = [...new Set([details.title, details.originalTitle, ...details.alternativeTitles].map(searchForm))];
	return {
		...details,
		sortTitle: sortTitle(details.title),
		genreLine: lineOf(details.genres),
		searchTitles,
		searchParts: searchParts(searchTitles),
		matchKeys: titleKeys({...details, id: '', tvMetaId: null}),
		titleSlug: titleSlug(details.title, details.metaId),
		availableBy: availableBy(details),
		releaseDates: releaseDates(details),
	};
}

/** The dates that are known. */
export function releaseDates({inCinemas, digitalRelease, physicalRelease}: ReleaseDates): Date[] {
	return [inCinemas, digitalRelease, physicalRelease].filter(date => date !== null);
}
