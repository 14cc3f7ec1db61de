import {Schema} from 'mongoose';
import type {AddedBy} from '../../domain/media/title.ts';
import {type Conditions, searchIndex} from '../../lists/filter.ts';
import {orderIndex} from '../../lists/ordered.ts';
import {languageIndex, libraryIndex, profileIndex, rootFolderIndex, tagIndex} from './title-pages.ts';

/** Stored with a movie or series but not part of its record; only for queries. */
export interface TitleKeys {
	searchTitles: string[];
	/** Folded names by which releases find their title. */
	matchKeys: string[];
	/** When the provider should be asked again. */
	refreshAt: Date;
	/** Folded parts of the titles, for `search` in lists; see `search-parts.ts`. */
	searchParts: string[];
	/** It was added without a library; see `onePerLibrary`. Missing for one that a library was taken from. */
	alone?: true;
}

/** Left out of every record. */
export const hiddenKeys = {searchTitles: 0, matchKeys: 0, refreshAt: 0, searchParts: 0, alone: 0} as const;

/** Fields from the provider, common to movies and series. */
export const detailFields = {
	metaId: Number,
	imdbId: String,
	title: String,
	originalTitle: String,
	originalLanguage: String,
	year: Number,
	overview: String,
	runtime: Number,
	genres: [String],
	keywords: {type: [String], default: undefined},
	studios: {type: [String], default: undefined},
	originalCountries: {type: [String], default: undefined},
	certification: String,
	metaRating: Number,
	metaVoteCount: Number,
	posterUrl: String,
	backdropUrl: String,
	trailerUrl: {type: String, default: undefined},
	alternativeTitles: [String],
};
export const images = [{_id: false, url: String, type: {type: String}}];

/** Our own fields, common to movies and series. */
export const libraryFields = {
	sortTitle: String,
	searchTitles: [String],
	matchKeys: [String],
	searchParts: [String],
	titleSlug: String,
	monitored: Boolean,
	rootFolderPath: String,
	path: String,
	qualityProfileId: String,
	libraryId: String,
	alone: {type: Boolean, default: undefined},
	tags: [String],
	ownTags: [String],
	ruleTags: [String],
	languageProfileId: {type: String, default: undefined},
	searchOnAdd: Boolean,
	lastSearchTime: Date,
	lastRefreshTime: Date,
	refreshAt: Date,
	addedAt: Date,
	addedBy: new Schema<AddedBy>({kind: String, id: String}, {_id: false, id: false}),
	createdAt: Date,
	updatedAt: Date,
};

/** The indexes common to movies and series. */
export function indexTitles<Row>(schema: Schema<Row>, orders: readonly Parameters<typeof orderIndex>[0][]): void {
	onePerLibrary(schema);
	for (const order of orders) {
		schema.index(...orderIndex(order));
	}
	schema.index({searchParts: 1}, {name: searchIndex});
	schema.index({matchKeys: 1});
	schema.index({imdbId: 1});
	schema.index({libraryId: 1, _id: 1});
	schema.index({libraryId: 1, sortTitle: 1, _id: 1}, {name: libraryIndex});
	schema.index({tags: 1, sortTitle: 1, _id: 1}, {name: tagIndex});
	schema.index({rootFolderPath: 1, sortTitle: 1, _id: 1}, {name: rootFolderIndex});
	schema.index({qualityProfileId: 1, sortTitle: 1, _id: 1}, {name: profileIndex});
	schema.index({originalLanguage: 1, sortTitle: 1, _id: 1}, {name: languageIndex});
	schema.index({languageProfileId: 1}, {partialFilterExpression: {languageProfileId: {$gt: ''}}} as never);
	schema.index({refreshAt: 1});
}

/**
 * The same work may be in each library once, and once without any. Titles that lost their library with it collide with
 * nothing.
 */
function onePerLibrary<Row>(schema: Schema<Row>): void {
	schema.index({metaId: 1});
	schema.index({metaId: 1, libraryId: 1}, {unique: true, partialFilterExpression: {libraryId: {$gt: ''}}} as never);
	schema.index({metaId: 1, alone: 1}, {unique: true, partialFilterExpression: {alone: true}} as never);
}

/** Only a file whose group is known may be corrected. */
export const groupKnown: Conditions = {monitored: true, 'file.releaseGroup': {$gt: ''}};

/** The files of monitored titles that may be corrected, by when they were added. */
export function indexRecentFiles<Row>(schema: Schema<Row>): void {
	schema.index({'file.dateAdded': 1} as never, {name: 'recent_files', partialFilterExpression: groupKnown});
}
