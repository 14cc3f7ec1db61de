import {Schema} from 'mongoose';
import type {Series} from '../../domain/media/library-series.ts';
import {type Stored, schemaOptions} from '../mongo/record.ts';
import {detailFields, images, indexTitles, keptFields, type TitleKeys} from '../titles/title-schema.ts';
import {seriesOrders} from './series-page.ts';

export interface StoredSeries extends Stored<Series>, TitleKeys {}

const counts = {episodeCount: Number, episodeFileCount: Number, totalEpisodeCount: Number};

export const seriesSchema = new Schema<StoredSeries>(
	{
		_id: String,
		...detailFields,
		tvMetaId: Number,
		network: String,
		status: String,
		type: String,
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
		...keptFields,
		seasonFolder: Boolean,
		path: String,
	},
	schemaOptions,
);
indexTitles(seriesSchema, seriesOrders);
seriesSchema.index({monitored: 1, downloaded: 1, lastSearchTime: 1, _id: 1});
seriesSchema.index({monitored: 1, lastSearchTime: 1, _id: 1});
seriesSchema.index({tvMetaId: 1});
seriesSchema.index({path: 1});
seriesSchema.index({previousAiring: 1});
seriesSchema.index({countsUntil: 1});
