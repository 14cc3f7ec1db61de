import {type Connection, Schema} from 'mongoose';
import {pagesById} from '../mongo/pages-by-id.ts';
import {schemaOptions} from '../mongo/records.ts';

/** A file for players that we have written. */
export interface PlayerFile {
	/** What it is, see `WantedPlayerFile`. */
	key: string;
	path: string;
	/** SHA-256 of its content. */
	hash: string;
	/** That of the content before, which is what is there if the writer died; null for none. */
	before: string | null;
	/** Address of the picture that it is; null for a text. */
	url: string | null;
}

interface StoredPlayerFile extends PlayerFile {
	_id: string;
	titleId: string;
	/** Since when its title is known to be gone; missing while it is there. */
	goneSince?: Date;
}

const fileSchema = new Schema<StoredPlayerFile>(
	{
		_id: String,
		titleId: String,
		key: String,
		path: String,
		hash: String,
		before: String,
		url: String,
		goneSince: {type: Date, default: undefined},
	},
	schemaOptions,
);
fileSchema.index({titleId: 1});
fileSchema.index({goneSince: 1}, {partialFilterExpression: {goneSince: {$type: 'date'}}});

const readTogether = 500;

/** The player files that we have written, to distinguish them from those of other programs. */
export function createPlayerFileStore(connection: Connection) {
	const files = connection.model<StoredPlayerFile>('PlayerFile', fileSchema, 'playerFiles');
	const idOf = (titleId: string, key: string) => `${titleId} ${key}`;
	return {
		ofTitle: async (titleId: string): Promise<PlayerFile[]> =>
			files.find({titleId}, {_id: 0, titleId: 0, goneSince: 0}).lean<PlayerFile[]>(),
		async put(titleId: string, file: PlayerFile): Promise<void> {
			const _id = idOf(titleId, file.key);
			await files.replaceOne({_id}, {_id, titleId, ...file}, {upsert: true});
		},
		async remove(titleId: string, keys: readonly string[]): Promise<void> {
			await files.deleteMany({_id: {$in: keys.map(key => idOf(titleId, key))}});
		},
		/** Ids of the titles that have such files, some at a time, and some of them more than once. */
		async *titles(): AsyncGenerator<string[]> {
			const read = (after: string) =>
				files
					.find({_id: {$gt: after}}, {titleId: 1})
					.sort({_id: 1})
					.limit(readTogether)
					.lean<{_id: string; titleId: string}[]>();
			for await (const rows of pagesById(readTogether, read)) {
				yield [...new Set(rows.map(({titleId}) => titleId))];
			}
		},
		/** Their titles are gone. The removal of their files may still wait for a disk. */
		async noteGone(titleIds: readonly string[], at: Date): Promise<void> {
			await (titleIds.length > 0 &&
				files.updateMany({titleId: {$in: [...titleIds]}, goneSince: {$exists: false}}, {$set: {goneSince: at}}));
		},
		removeGone: async (before: Date): Promise<number> => (await files.deleteMany({goneSince: {$lt: before}})).deletedCount,
	};
}
