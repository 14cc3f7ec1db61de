import {createHash, randomUUID} from 'node:crypto';
import {type ClientSession, type Connection, Schema} from 'mongoose';
import type {Deletion, DeletionState} from '../../domain/media/deletion.ts';
import {readPage} from '../../lists/page.ts';
import {createRecords, madeAt, type Stored, schemaOptions} from '../mongo/records.ts';
import {inTransaction} from '../mongo/transaction.ts';

/** A document of the title as it was stored. */
export interface DeletedDocument {
	where: 'movies' | 'series' | 'episodes';
	document: {_id: string};
}

/** A deleted file that is in the recycle bin. */
export interface RecycledFile {
	id: string;
	deletionId: string;
	/** Its former path. */
	from: string;
	/** Its path in the recycle bin. */
	to: string;
	/** Identity of the file that an undo has created, noted before it gets its name. */
	placed: string | null;
}

interface StoredDocument extends DeletedDocument {
	_id: string;
	deletionId: string;
	expiresAt: Date;
}
type StoredFile = Stored<RecycledFile> & {expiresAt: Date};

const deletionSchema = new Schema<Stored<Deletion>>(
	{
		_id: String,
		kind: String,
		titleId: String,
		metaId: Number,
		title: String,
		year: Number,
		path: String,
		files: Number,
		bytes: Number,
		titleStays: {type: Boolean, default: undefined},
		filesDeleted: Boolean,
		excluded: Boolean,
		deletedBy: String,
		state: String,
		message: String,
		waitsFor: String,
		expiresAt: Date,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
deletionSchema.index({createdAt: -1, _id: 1});
deletionSchema.index({titleId: 1, createdAt: -1, _id: 1});
deletionSchema.index({expiresAt: 1}, {expireAfterSeconds: 0});

const documentSchema = new Schema<StoredDocument>(
	{_id: String, deletionId: String, where: String, document: Schema.Types.Mixed, expiresAt: Date},
	schemaOptions,
);
documentSchema.index({deletionId: 1, _id: 1});
documentSchema.index({expiresAt: 1}, {expireAfterSeconds: 0});

const fileSchema = new Schema<StoredFile>(
	{_id: String, deletionId: String, from: String, to: String, placed: String, expiresAt: Date},
	schemaOptions,
);
fileSchema.index({deletionId: 1, _id: 1});
fileSchema.index({expiresAt: 1}, {expireAfterSeconds: 0});

/** Files and documents per read. */
const readTogether = 500;

export type NewDeletion = Omit<Deletion, 'id' | 'state' | 'message' | 'waitsFor' | 'createdAt' | 'updatedAt'>;

/** A deletion with its id, and the documents of its title. */
export interface KeptDeletion {
	id: string;
	deletion: NewDeletion;
	documents: readonly DeletedDocument[];
}

/** What is needed to undo the deletion of a title. MongoDB removes it when that is no longer possible. */
export function createDeletionStore(connection: Connection) {
	const deletions = connection.model<Stored<Deletion>>('Deletion', deletionSchema, 'deletions');
	const documents = connection.model<StoredDocument>('DeletedDocument', documentSchema, 'deletedDocuments');
	const files = connection.model<StoredFile>('RecycledFile', fileSchema, 'recycledFiles');
	const {find, get, open} = createRecords<Deletion>({model: deletions, kind: 'deletion'});
	const read = (collection: DeletedDocument['where'], filter: object) =>
		connection.collection<{_id: string; seriesId?: string}>(collection).find(filter).toArray();

	/** Must be called in the transaction that deletes the titles. */
	async function keep(all: readonly KeptDeletion[], now: Date, session: ClientSession): Promise<void> {
		const begun = {state: 'kept' as const, message: null, waitsFor: null, ...madeAt(now)};
		const rows = all.map(({id, deletion}) => ({_id: id, ...deletion, ...begun}));
		const kept = all.flatMap(({id, deletion: {expiresAt}, documents: own}) =>
			own.map(each => ({_id: randomUUID(), deletionId: id, expiresAt, ...each})),
		);
		await deletions.insertMany(rows, {session});
		// Mongoose would cast the documents, which must stay as they were stored.
		await (kept.length > 0 ? documents.collection.insertMany(kept as never[], {session}) : null);
	}

	return {
		find,
		get,
		keep,
		add: (kept: KeptDeletion, now: Date): Promise<void> => inTransaction(connection, session => keep([kept], now, session)),
		/** Forgets a deletion that has put nothing into a recycle bin. */
		async forgetEmpty(id: string): Promise<void> {
			if (!(await files.exists({deletionId: id}))) {
				await deletions.deleteOne({_id: id, state: 'kept'});
				await documents.deleteMany({deletionId: id});
			}
		},
		/** Forgets a deletion that is deleted for good, and what it has kept. */
		erase: (id: string): Promise<void> =>
			inTransaction(connection, async session => {
				const {deletedCount} = await deletions.deleteOne({_id: id, state: 'erasing'}, {session});
				if (deletedCount > 0) {
					await documents.deleteMany({deletionId: id}, {session});
					await files.deleteMany({deletionId: id}, {session});
				}
			}),
		/** Ids of those whose files went into a recycle bin, and can be brought back; MongoDB removes the old ones. */
		recycled: async (): Promise<string[]> => (await files.distinct('deletionId')) as string[],
		/** Where the files of all deletions are in recycle bins, or were. */
		recycledPaths: async (): Promise<ReadonlySet<string>> => {
			const paths = new Set<string>();
			for await (const {to} of files.find({}, {to: 1, _id: 0}).lean<{to: string}[]>().cursor()) {
				paths.add(to);
			}
			return paths;
		},
		/** The documents of these titles as they are stored now, by the id of the title. */
		async documentsOf(kind: Deletion['kind'], titleIds: readonly string[]): Promise<Map<string, DeletedDocument[]>> {
			const where = kind === 'movie' ? ('movies' as const) : ('series' as const);
			const own = await read(where, {_id: {$in: [...titleIds]}});
			const rows = kind === 'series' ? await read('episodes', {seriesId: {$in: [...titleIds]}}) : [];
			const episodes = Map.groupBy(rows, ({seriesId}) => seriesId);
			const ofTitle = (document: {_id: string}): DeletedDocument[] => [
				{where, document},
				...(episodes.get(document._id) ?? []).map(episode => ({where: 'episodes' as const, document: episode})),
			];
			return new Map(own.map(document => [document._id, ofTitle(document)]));
		},
		/** The stored documents of the title. */
		async documentsKept(deletionId: string): Promise<DeletedDocument[]> {
			const rows = await documents.collection.find({deletionId}).sort({_id: 1}).toArray();
			return (rows as unknown as StoredDocument[]).map(({where, document}) => ({where, document}));
		},
		/** Notes where a file is about to be moved; each file only once. */
		async noteFile(deletionId: string, {from, to}: Pick<RecycledFile, 'from' | 'to'>): Promise<void> {
			const expiresAt = (await find(deletionId))?.expiresAt;
			const _id = `${deletionId}-${createHash('sha256').update(from).digest('hex').slice(0, 24)}`;
			await (expiresAt && files.updateOne({_id}, {$set: {deletionId, from, to, expiresAt, placed: null}}, {upsert: true}));
		},
		/** Reads a few hundred at a time. */
		async *filesOf(deletionId: string): AsyncGenerator<RecycledFile> {
			let after = '';
			for (;;) {
				const rows = await files
					.find({deletionId, _id: {$gt: after}})
					.sort({_id: 1})
					.limit(readTogether)
					.lean<StoredFile[]>();
				for (const {_id, from, to, placed} of rows) {
					yield {id: _id, deletionId, from, to, placed: placed ?? null};
				}
				after = rows.at(-1)?._id ?? after;
				if (rows.length < readTogether) {
					return;
				}
			}
		},
		async notePlaced(id: string, placed: string): Promise<void> {
			await files.updateOne({_id: id}, {$set: {placed}});
		},
		/** Why the last try could not delete its files; null once they are deleted. */
		async noteWait(id: string, waitsFor: string | null): Promise<void> {
			await deletions.updateOne({_id: id}, {$set: {waitsFor}});
		},
		/** Null if it is in none of these states. */
		async move(
			id: string,
			from: readonly DeletionState[],
			change: Partial<Pick<Deletion, 'message'>> & {state: DeletionState},
			now: Date,
		): Promise<Deletion | null> {
			const set = {$set: {...change, updatedAt: now}};
			const moved = await deletions
				.findOneAndUpdate({_id: id, state: {$in: [...from]}}, set, {returnDocument: 'after'})
				.lean<Stored<Deletion>>();
			return moved && open(moved);
		},
		/** The deletions of these titles since then, newest first. */
		async ofTitles(titleIds: readonly string[], since: Date): Promise<Deletion[]> {
			const filter = {titleId: {$in: [...titleIds]}, createdAt: {$gte: since}};
			return (await deletions.find(filter).sort({createdAt: -1, _id: 1}).lean<Stored<Deletion>[]>()).map(open);
		},
		/** Newest first. */
		async page({page, limit, titleId}: {page: number; limit: number; titleId?: string}): Promise<{rows: Deletion[]; total: number}> {
			const filter = titleId === undefined ? {} : {titleId};
			const order = {createdAt: -1, _id: 1} as const;
			const {rows, total} = await readPage<Stored<Deletion>, Stored<Deletion>>(deletions, {filter, sort: order, page, limit});
			return {rows: rows.map(open), total};
		},
	};
}
