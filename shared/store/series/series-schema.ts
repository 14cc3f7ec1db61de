import {Schema} from 'mongoose';
import type {Series} from '../../domain/media/library-series.ts';
import {searchIndex} from '../lists/search-parts.ts';
import {orderIndex} from '../lists/sort-order.ts';
import {type Stored, schemaOptions} from '../mongo/record.ts';
import {seriesOrders} from './series-page.ts';

export interface StoredSeries extends Stored<Series> {
	searchTitles: string[];
	/** Folded names, by which releases find their series. */
	matchKeys: string[];
	/** When the provider is to be asked again. */
	refreshAt: Date;
	/** What lists search by; see `paging`. */
	searchParts: string[];
}

const images = [{_id: false, url: String, type: {type: String}}];
const counts = {episodeCount: Number, episodeFileCount: Number, totalEpisodeCount: Number};

/** Left out of every record: they serve queries only. */
export const hiddenOfSeries = {searchTitles: 0, matchKeys: 0, refreshAt: 0, searchParts: 0} as const;

export const seriesSchema = new Schema<StoredSeries>(
	{
		_id: String,
		metaId: Number,
		tvMetaId: Number,
		imdbId: String,
		title: String,
		originalTitle: String,
		originalLanguage: String,
		year: Number,
		overview: String,
		network: String,
		status: String,
		type: String,
		runtime: Number,
		genres: [String],
		certification: String,
		metaRating: Number,
		metaVoteCount: Number,
		posterUrl: String,
		backdropUrl: String,
		alternativeTitles: [String],
		seasonTitles: [{_id: false, title: String, seasonNumber: Number}],
		actors: [{_id: false, name: String, character: String, metaId: Number}],
		images,
		seasons: [{_id: false, id: String, seasonNumber: Number, monitored: Boolean, overview: String, airDate: String, images, ...counts}],
		...counts,
		seasonCount: Number,
		downloaded: Boolean,
		nextAiring: Date,
		previousAiring: Date,
		countsUntil: Date,
		sortTitle: String,
		searchTitles: [String],
		matchKeys: [String],
		searchParts: [String],
		titleSlug: String,
		monitored: Boolean,
		seasonFolder: Boolean,
		rootFolderPath: String,
		path: String,
		qualityProfileId: String,
		libraryId: String,
		searchOnAdd: Boolean,
		lastSearchTime: Date,
		lastRefreshTime: Date,
		refreshAt: Date,
		addedAt: Date,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
seriesSchema.index({metaId: 1}, {unique: true});
for (const order of seriesOrders) {
	seriesSchema.index(...orderIndex(order));
}
seriesSchema.index({searchParts: 1}, {name: searchIndex});
seriesSchema.index({monitored: 1, downloaded: 1, lastSearchTime: 1, _id: 1});
seriesSchema.index({monitored: 1, lastSearchTime: 1, _id: 1});
seriesSchema.index({matchKeys: 1});
seriesSchema.index({imdbId: 1});
seriesSchema.index({tvMetaId: 1});
seriesSchema.index({path: 1});
seriesSchema.index({libraryId: 1, _id: 1});
seriesSchema.index({rootFolderPath: 1});
seriesSchema.index({qualityProfileId: 1});
seriesSchema.index({previousAiring: 1});
seriesSchema.index({countsUntil: 1});
seriesSchema.index({refreshAt: 1});
