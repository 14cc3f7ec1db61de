import {type Connection, Schema} from 'mongoose';
import {databaseClock} from '../../coordination/lease.ts';
import {isDuplicateKey, schemaOptions} from '../mongo/records.ts';

/** A release that was written to a folder for another program. */
export interface WatchedDownload {
	clientId: string;
	/** Info hash, or the name of the file without its ending. */
	downloadId: string;
	/** Name of the file without its ending. */
	fileName: string;
	/** Names that the finished download may have. */
	names: string[];
	title: string;
	/** Bytes; 0 if unknown. */
	size: number;
	/** Names of files and folders that nothing else of ours may have: only one download has each of them. */
	reserved: string[];
	/** Its file has been written. The other program may have taken it since. */
	written: boolean;
	/** A fingerprint of its files when they were finished; null before. */
	finished: string | null;
}

type WatchedKey = Pick<WatchedDownload, 'clientId' | 'downloadId'>;

type Stored = WatchedDownload & {
	_id: string;
	/** A fingerprint of the files at the last check, and since when it has been the same. */
	fingerprint: string | null;
	unchangedSince: Date | null;
	seenAt: Date;
};

/** Seconds after which a download is forgotten that has not come, or finished long ago. */
const forgottenSeconds = 90 * 24 * 3600;

const watchedSchema = new Schema<Stored>(
	{
		_id: String,
		clientId: String,
		downloadId: String,
		fileName: String,
		names: [String],
		reserved: [String],
		title: String,
		size: Number,
		written: Boolean,
		finished: String,
		fingerprint: String,
		unchangedSince: Date,
		seenAt: Date,
	},
	schemaOptions,
);
watchedSchema.index({clientId: 1});
watchedSchema.index({reserved: 1}, {unique: true, partialFilterExpression: {reserved: {$exists: true}}});
watchedSchema.index({seenAt: 1}, {expireAfterSeconds: forgottenSeconds});

export type WatchedDownloadStore = ReturnType<typeof createWatchedDownloadStore>;

/** What each blackhole client was given. The clock is MongoDB's, because those of our hosts differ. */
export function createWatchedDownloadStore(connection: Connection) {
	const watched = connection.model<Stored>('WatchedDownload', watchedSchema, 'watchedDownloads');
	const idOf = (clientId: string, downloadId: string) => `${clientId} ${downloadId}`;
	return {
		/**
		 * Before its file is written, for the first time or again. False when another download has reserved one of its
		 * names.
		 */
		async put({clientId, downloadId, ...download}: Omit<WatchedDownload, 'written' | 'finished'>): Promise<boolean> {
			const _id = idOf(clientId, downloadId);
			const fresh = {clientId, downloadId, ...download, finished: null, fingerprint: null, unchangedSince: null};
			const change = {$setOnInsert: fresh, $set: {written: false}, $currentDate: {seenAt: true as const}};
			try {
				await watched.updateOne({_id}, change, {upsert: true});
				return true;
			} catch (error) {
				if (!isDuplicateKey(error)) {
					throw error;
				}
				// Another call stores the same download at this moment.
				return (await watched.exists({_id})) !== null;
			}
		},
		change: async ({clientId, downloadId}: WatchedKey, change: Partial<Pick<WatchedDownload, 'written' | 'finished'>>): Promise<void> => {
			await watched.updateOne({_id: idOf(clientId, downloadId)}, {$set: change});
		},
		async ofClient(clientId: string): Promise<WatchedDownload[]> {
			const fields = {_id: 0, clientId: 1, downloadId: 1, fileName: 1, names: 1, title: 1, size: 1, written: 1, finished: 1};
			return watched.find({clientId}, fields).lean<WatchedDownload[]>();
		},
		/** Notes what the files of a download look like. Returns for how many seconds they have looked like that. */
		async unchangedSeconds({clientId, downloadId}: WatchedKey, fingerprint: string): Promise<number> {
			const unchangedSince = {$cond: [{$eq: ['$fingerprint', fingerprint]}, '$unchangedSince', databaseClock.now]};
			const stored = await watched
				.findOneAndUpdate({_id: idOf(clientId, downloadId)}, [{$set: {unchangedSince, fingerprint, seenAt: databaseClock.now}}], {
					returnDocument: 'after',
					updatePipeline: true,
				})
				.lean<Stored>();
			return stored?.unchangedSince ? (Number(stored.seenAt) - Number(stored.unchangedSince)) / 1000 : 0;
		},
		async remove(clientId: string, downloadId: string): Promise<void> {
			await watched.deleteOne({_id: idOf(clientId, downloadId)});
		},
	};
}
