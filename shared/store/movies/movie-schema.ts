import {Schema} from 'mongoose';
import type {Movie} from '../../domain/media/library-movie.ts';
import {mediaFileSchema} from '../libraries/media-file-schema.ts';
import {searchIndex} from '../lists/search-parts.ts';
import {orderIndex} from '../lists/sort-order.ts';
import {type Stored, schemaOptions} from '../mongo/record.ts';
import {movieOrders} from './movie-page.ts';

export interface StoredMovie extends Stored<Movie> {
	searchTitles: string[];
	/** Folded names, by which releases find their movie. */
	matchKeys: string[];
	/** When the provider is to be asked again. */
	refreshAt: Date;
	/** What lists filter and search by; see `paging`. */
	genreLine: string;
	searchParts: string[];
}

const person = {_id: false, name: String, character: String, job: String, metaId: Number};

/** Left out of every record: they serve queries only. */
export const hidden = {searchTitles: 0, matchKeys: 0, refreshAt: 0, genreLine: 0, searchParts: 0} as const;

export const movieSchema = new Schema<StoredMovie>(
	{
		_id: String,
		metaId: Number,
		imdbId: String,
		title: String,
		originalTitle: String,
		originalLanguage: String,
		year: Number,
		overview: String,
		tagline: String,
		website: String,
		runtime: Number,
		genres: [String],
		certification: String,
		metaRating: Number,
		metaVoteCount: Number,
		posterUrl: String,
		backdropUrl: String,
		alternativeTitles: [String],
		cast: [person],
		crew: [person],
		images: [{_id: false, url: String, type: {type: String}}],
		inCinemas: Date,
		digitalRelease: Date,
		physicalRelease: Date,
		sortTitle: String,
		searchTitles: [String],
		matchKeys: [String],
		genreLine: String,
		searchParts: [String],
		titleSlug: String,
		monitored: Boolean,
		minimumAvailability: String,
		rootFolderPath: String,
		qualityProfileId: String,
		libraryId: String,
		searchOnAdd: Boolean,
		lastSearchTime: Date,
		lastRefreshTime: Date,
		refreshAt: Date,
		file: {type: mediaFileSchema, default: null},
		addedAt: Date,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
movieSchema.index({metaId: 1}, {unique: true});
for (const order of movieOrders) {
	movieSchema.index(...orderIndex(order));
}
movieSchema.index({searchParts: 1}, {name: searchIndex});
movieSchema.index({matchKeys: 1});
movieSchema.index({imdbId: 1});
movieSchema.index({'file.path': 1});
movieSchema.index({refreshAt: 1});
movieSchema.index({libraryId: 1, _id: 1});
movieSchema.index({rootFolderPath: 1});
movieSchema.index({qualityProfileId: 1});
