import {Schema} from 'mongoose';
import type {QueueItem} from '../../domain/downloads/queue-item.ts';
import {type Stored, schemaOptions} from '../mongo/record.ts';

/**
 * `activeKey` is set while a release is downloading or imported. Its unique index prevents a
 * release from being sent twice.
 */
export type StoredItem = Stored<QueueItem> & {activeKey?: string};

const mixed = Schema.Types.Mixed;
export const itemSchema = new Schema<StoredItem>(
	{
		_id: String,
		downloadId: String,
		title: String,
		status: String,
		state: String,
		health: String,
		statusMessages: [{_id: false, title: String, messages: [String]}],
		errorMessage: String,
		protocol: String,
		downloadClientId: String,
		downloadClient: String,
		indexerId: String,
		indexer: String,
		guid: String,
		infoHash: String,
		downloadUrl: String,
		magnetUrl: String,
		outputPath: String,
		size: Number,
		sizeLeft: Number,
		secondsLeft: Number,
		seeders: Number,
		leechers: Number,
		removable: Boolean,
		movieId: String,
		seriesId: String,
		episodeIds: [String],
		judgement: mixed,
		added: Date,
		started: Date,
		ended: Date,
		retryAt: Date,
		progressAt: Date,
		claim: {type: {token: String, until: Date}, default: null, _id: false},
		journal: {type: mixed, default: null},
		sending: {type: mixed, default: null},
		importTries: Number,
		importedFiles: mixed,
		filesChecked: Boolean,
		removedFromClient: Boolean,
		updatedAt: Date,
		activeKey: String,
	},
	schemaOptions,
);
itemSchema.index({activeKey: 1}, {unique: true, partialFilterExpression: {activeKey: {$exists: true}}});
itemSchema.index({added: 1, _id: 1});
itemSchema.index({status: 1, added: 1, _id: 1});
itemSchema.index({movieId: 1, added: 1, _id: 1});
itemSchema.index({seriesId: 1, added: 1, _id: 1});
itemSchema.index({downloadClientId: 1, state: 1});
itemSchema.index({downloadClientId: 1, state: 1, filesChecked: 1}, {partialFilterExpression: {filesChecked: false}});
itemSchema.index({state: 1, retryAt: 1});
