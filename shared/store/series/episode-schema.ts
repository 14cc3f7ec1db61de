import {Schema} from 'mongoose';
import type {Episode} from '../../domain/media/library-episode.ts';
import {orderIndex} from '../../lists/ordered.ts';
import {mediaFileSchema} from '../libraries/media-file-schema.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {type Stored, schemaOptions} from '../mongo/records.ts';
import {indexUnread} from '../titles/file-subtitles.ts';
import {indexRecentFiles} from '../titles/title-schema.ts';
import {calendarIndex, ordersOf, wantedEpisodes} from '../wanted/wanted-lists.ts';

export interface StoredEpisode extends Stored<Episode> {
	/** An index cannot tell a file that is null. */
	hasFile: boolean;
	/** The flag of its series, which changes with it in one transaction. */
	seriesMonitored: boolean;
}

/** Left out of every record; these fields are only for queries. */
export const hiddenOfEpisode = {hasFile: 0, seriesMonitored: 0} as const;

/** The name that MongoDB gave this index in earlier versions. */
export const byNumberIndex = 'seriesId_1_seasonNumber_1_episodeNumber_1';

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
		numbers: Schema.Types.Mixed,
		runtime: Number,
		images: [{_id: false, url: String, type: {type: String}}],
		monitored: Boolean,
		appearedLate: {type: Boolean, default: undefined},
		seriesMonitored: Boolean,
		hasFile: Boolean,
		file: {type: mediaFileSchema, default: null},
		lastSearchTime: Date,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
numberRecords(episodeSchema, 'episode');
// Not unique: episodes of a season are renumbered one after another. Only transactions that also write the
// series change the numbers.
episodeSchema.index({seriesId: 1, seasonNumber: 1, episodeNumber: 1}, {name: byNumberIndex});
episodeSchema.index({'file.number': 1}, {sparse: true});
episodeSchema.index({'file.path': 1}, {sparse: true});
// Of the longest unsearched ones, those that aired first come first.
episodeSchema.index({lastSearchTime: 1, airDateUtc: 1}, {name: 'missing_by_search', partialFilterExpression: wantedEpisodes.missing.only});
episodeSchema.index({airDateUtc: 1, _id: 1, monitored: 1, seriesMonitored: 1}, {name: calendarIndex});
for (const order of ordersOf(wantedEpisodes)) {
	episodeSchema.index(...orderIndex(order));
}
episodeSchema.index({'file.subtitles.missing.0': 1, _id: 1}, {partialFilterExpression: {'file.subtitles.missing.0': {$exists: true}}});
episodeSchema.index({'file.subtitles.list.downloadedAt': 1}, {partialFilterExpression: {'file.subtitles.list.source': 'downloaded'}});
indexUnread(episodeSchema);
indexRecentFiles(episodeSchema);
