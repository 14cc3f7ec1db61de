import {Schema} from 'mongoose';
import type {QueueItem} from '../../domain/downloads/queue-item.ts';
import {maskSecrets} from '../../mask-secrets.ts';
import {type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

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
		chosen: mixed,
		filesChecked: Boolean,
		removedFromClient: Boolean,
		missingSince: Date,
		missedLists: Number,
		followUp: {type: {since: Date, blocklist: Boolean, removeFromClient: Boolean, search: Boolean}, default: null, _id: false},
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
itemSchema.index({downloadId: 1});
itemSchema.index({infoHash: 1});
// Each kind of due work has its own index, so that a crowd of other items never hides it.
itemSchema.index({state: 1, 'claim.until': 1}, {partialFilterExpression: {state: 'importing'}});
itemSchema.index({state: 1, downloadId: 1, updatedAt: 1}, {partialFilterExpression: {downloadId: null}});
itemSchema.index({state: 1, updatedAt: 1}, {partialFilterExpression: {state: 'imported'}});
itemSchema.index({'followUp.since': 1}, {partialFilterExpression: {'followUp.since': {$exists: true}}});

/** Clients quote the addresses of trackers in their messages. */
export function withoutAddresses<Change extends Partial<Pick<QueueItem, 'errorMessage'>>>(change: Change): Change {
	return change.errorMessage ? {...change, errorMessage: maskSecrets(change.errorMessage)} : change;
}

/** Items stored by earlier versions lack the fields that came later. */
const added = {missingSince: null, missedLists: 0, followUp: null};

export function toItem({activeKey: _, ...stored}: StoredItem): QueueItem {
	return {...added, ...toRecord<QueueItem>(stored)};
}
