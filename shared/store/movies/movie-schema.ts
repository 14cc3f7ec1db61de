import {randomUUID} from 'node:crypto';
import {Schema} from 'mongoose';
import {titleKeys} from '../../domain/matching/title-index.ts';
import {
	type AvailableBy,
	availabilityDelayOf,
	availableAt,
	availableBy,
	type ReleaseDates,
	releasedAt,
} from '../../domain/media/availability.ts';
import type {Movie, MovieDetails} from '../../domain/media/movie.ts';
import {nextMovieRefresh} from '../../domain/media/next-refresh.ts';
import {searchForm, sortTitle} from '../../domain/media/sort-title.ts';
import {titleSlug} from '../../domain/naming/title-slug.ts';
import {searchParts} from '../../lists/filter.ts';
import {mediaFileSchema} from '../libraries/media-file-schema.ts';
import {indexedFirst} from '../mongo/indexed-first.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {type Stored, schemaOptions} from '../mongo/records.ts';
import {indexUnread} from '../titles/file-subtitles.ts';
import {qualityIndex} from '../titles/title-pages.ts';
import {detailFields, hiddenKeys, images, indexRecentFiles, indexTitles, libraryFields, type TitleKeys} from '../titles/title-schema.ts';
import {newTags} from '../titles/title-tags.ts';
import {calendarIndex, ordersOf, wantedMovies} from '../wanted/wanted-lists.ts';
import {lineOf, movieOrders} from './movie-page.ts';

export interface StoredMovie extends Stored<Movie>, TitleKeys {
	/** The genres that lists filter by, as one string; see `lineOf`. */
	genreLine: string;
	/** An index cannot tell a file that is null. */
	hasFile: boolean;
	availableBy: AvailableBy;
	/** The delay of the setting, for movies without one of their own. Missing counts as 0. */
	usualDelayDays?: number;
	/** By the movie's own setting. */
	availableAt: Date | null;
	/** The same for sorting; see `releasedAt` of the domain. */
	releasedAt: Date | null;
	/** Every date of a release, for the calendar. */
	releaseDates: Date[];
	/** The first company that made it, which lists are sorted by. Missing until its next refresh. */
	studio?: string | null;
}

const person = {_id: false, name: String, character: String, job: String, metaId: Number, pictureUrl: String};

/** Left out of every record; these fields are only for queries. */
export const hidden = {
	...hiddenKeys,
	genreLine: 0,
	hasFile: 0,
	availableBy: 0,
	usualDelayDays: 0,
	availableAt: 0,
	releasedAt: 0,
	releaseDates: 0,
	studio: 0,
} as const;

export const movieSchema = new Schema<StoredMovie>(
	{
		_id: String,
		...detailFields,
		tagline: String,
		website: String,
		cast: [person],
		crew: [person],
		images,
		inCinemas: Date,
		digitalRelease: Date,
		physicalRelease: Date,
		collectionMetaId: Number,
		collectionTitle: String,
		genreLine: String,
		hasFile: Boolean,
		availableBy: {inCinemas: Date, released: Date},
		availableAt: Date,
		releasedAt: Date,
		releaseDates: {type: [Date], default: undefined},
		studio: {type: String, default: undefined},
		...libraryFields,
		minimumAvailability: String,
		availabilityDelayDays: Number,
		usualDelayDays: Number,
		file: {type: mediaFileSchema, default: null},
	},
	schemaOptions,
);
numberRecords(movieSchema, 'movie');
indexTitles(movieSchema, [...movieOrders, ...ordersOf(wantedMovies)]);
movieSchema.index({releaseDates: 1}, {name: calendarIndex});
movieSchema.index({'file.quality': 1, sortTitle: 1, _id: 1}, {name: qualityIndex});
movieSchema.index({'file.number': 1}, {sparse: true});
movieSchema.index({'file.path': 1});
movieSchema.index({collectionMetaId: 1, collectionTitle: 1}, {partialFilterExpression: {collectionMetaId: {$gt: 0}}});
movieSchema.index({'file.subtitles.missing.0': 1, _id: 1}, {partialFilterExpression: {'file.subtitles.missing.0': {$exists: true}}});
movieSchema.index({'file.subtitles.list.downloadedAt': 1}, {partialFilterExpression: {'file.subtitles.list.source': 'downloaded'}});
indexUnread(movieSchema);
indexRecentFiles(movieSchema);

export type NewMovie = Pick<
	Movie,
	| 'monitored'
	| 'minimumAvailability'
	| 'availabilityDelayDays'
	| 'rootFolderPath'
	| 'path'
	| 'qualityProfileId'
	| 'libraryId'
	| 'languageProfileId'
	| 'searchOnAdd'
> &
	Partial<Pick<Movie, 'addedAt' | 'addedBy' | 'lastSearchTime' | 'tags' | 'ruleTags'>> & {
		/** The delay of the setting; 0 by default. */
		usualDelayDays?: number;
		/** Its number in another program, which it keeps if no movie has it. */
		number?: number;
	};

const arrange = indexedFirst(movieSchema);

/** The stored form of a movie that is added to the library. */
export function toStoredMovie(details: MovieDetails, choice: NewMovie, now: Date): StoredMovie {
	const by = availableBy(details);
	const delay = availabilityDelayOf(choice, choice.usualDelayDays ?? 0);
	return arrange({
		_id: randomUUID(),
		...fromMovieDetails(details),
		addedBy: null,
		...choice,
		...(choice.libraryId === null && {alone: true as const}),
		...newTags(choice),
		lastSearchTime: choice.lastSearchTime ?? null,
		lastRefreshTime: now,
		refreshAt: nextMovieRefresh(details, now),
		file: null,
		hasFile: false,
		availableAt: availableAt(choice.minimumAvailability, by, delay),
		releasedAt: releasedAt(choice.minimumAvailability, by, delay),
		addedAt: choice.addedAt ?? now,
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
		studio: details.studios?.[0] ?? null,
	};
}

/** The dates that are known. */
export function releaseDates({inCinemas, digitalRelease, physicalRelease}: ReleaseDates): Date[] {
	return [inCinemas, digitalRelease, physicalRelease].filter(date => date !== null);
}
