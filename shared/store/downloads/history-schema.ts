import {Schema} from 'mongoose';
import type {RemovedTitle} from '../../domain/notifications/notified-title.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {type Stored, schemaOptions} from '../mongo/records.ts';

export const historyEvents = [
	'grabbed',
	'imported',
	'downloadFailed',
	'importFailed',
	'fileDeleted',
	'fileRenamed',
	'titleMoved',
	'ignored',
	'subtitleDownloaded',
	'subtitleRemoved',
	'titleAdded',
	'titleRemoved',
] as const;
export type HistoryEvent = (typeof historyEvents)[number];

export interface HistoryEntry {
	id: string;
	event: HistoryEvent;
	title: string;
	movieId: string | null;
	seriesId: string | null;
	episodeIds: string[];
	quality: string | null;
	qualityScore: number | null;
	indexer: string | null;
	downloadClient: string | null;
	downloadId: string | null;
	data: Record<string, string | number | boolean | null>;
	timestamp: Date;
}

/** A place in the history, from its oldest entry on. */
export interface HistoryPlace {
	timestamp: Date;
	id: string;
}

/** An entry that has not been sent to receivers yet. */
export interface UnnotifiedEntry extends HistoryEntry {
	/** Its title, if that was deleted before. */
	media?: RemovedTitle;
}

/** `unnotified` is written with the entry and removed, with `media`, when every receiver has a delivery of it. */
export type StoredEntry = Stored<UnnotifiedEntry> & {onceKey?: string; unnotified?: true};

export const historySchema = new Schema<StoredEntry>(
	{
		_id: String,
		event: String,
		title: String,
		movieId: String,
		seriesId: String,
		episodeIds: [String],
		quality: String,
		qualityScore: Number,
		indexer: String,
		downloadClient: String,
		downloadId: String,
		data: Schema.Types.Mixed,
		timestamp: Date,
		onceKey: String,
		unnotified: Boolean,
		media: Schema.Types.Mixed,
	},
	schemaOptions,
);
numberRecords(historySchema, 'history');
historySchema.index({timestamp: -1, _id: 1});
historySchema.index({event: 1, timestamp: -1, _id: 1});
historySchema.index({movieId: 1, timestamp: -1, _id: 1});
historySchema.index({seriesId: 1, timestamp: -1, _id: 1});
historySchema.index({episodeIds: 1, timestamp: -1, _id: 1});
historySchema.index({indexer: 1, timestamp: -1, _id: 1});
historySchema.index({indexer: 1, event: 1, timestamp: -1, _id: 1});
historySchema.index({downloadId: 1});
historySchema.index({'data.guid': 1}, {sparse: true});
historySchema.index({onceKey: 1}, {unique: true, partialFilterExpression: {onceKey: {$exists: true}}});
historySchema.index({unnotified: 1, timestamp: 1}, {partialFilterExpression: {unnotified: true}});
