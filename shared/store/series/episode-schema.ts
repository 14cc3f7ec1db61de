import {Schema} from 'mongoose';
import type {Episode} from '../../domain/media/library-episode.ts';
import {mediaFileSchema} from '../libraries/media-file-schema.ts';
import {type Stored, schemaOptions} from '../mongo/record.ts';
import {indexUnread} from '../titles/file-subtitles.ts';

export type StoredEpisode = Stored<Episode>;

export const episodeSchema = new Schema<StoredEpisode>(
	{
		_id: String,
		seriesId: String,
		metaId: Number,
		seasonNumber: Number,
		episodeNumber: Number,
		absoluteEpisodeNumber: Number,
		title: String,
		overview: String,
		airDate: String,
		airDateUtc: Date,
		runtime: Number,
		images: [{_id: false, url: String, type: {type: String}}],
		monitored: Boolean,
		file: {type: mediaFileSchema, default: null},
		lastSearchTime: Date,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
// Not unique: episodes of a season are renumbered one after another. Only transactions that also write the
// series change the numbers.
episodeSchema.index({seriesId: 1, seasonNumber: 1, episodeNumber: 1});
episodeSchema.index({'file.path': 1}, {sparse: true});
episodeSchema.index({'file.subtitles.missing.0': 1, _id: 1}, {partialFilterExpression: {'file.subtitles.missing.0': {$exists: true}}});
episodeSchema.index({'file.subtitles.list.downloadedAt': 1}, {partialFilterExpression: {'file.subtitles.list.source': 'downloaded'}});
indexUnread(episodeSchema);
