import {createHash, randomUUID} from 'node:crypto';
import {type ClientSession, type Connection, type Model, Schema} from 'mongoose';
import {
	endedChangeStates,
	type FileChange,
	type FileChangeRow,
	type FileChangeState,
	type FileRowCode,
	type FileRowState,
	type FileTotals,
	nameKey,
	noFiles,
	openRowStates,
} from '../../domain/file-changes/file-change.ts';
import {Conflict} from '../../errors.ts';
import {readPage} from '../../lists/page.ts';
import {createRecords, madeAt, type Stored, schemaOptions, toRecord} from '../mongo/records.ts';
import {repeatable} from '../mongo/small-steps.ts';
import {type AlsoWriteNew, inTransaction} from '../mongo/transaction.ts';

const totals = {
	_id: false,
	titles: Number,
	files: Number,
	bytes: Number,
	done: Number,
	skipped: Number,
	failed: Number,
	linkedFiles: Number,
	linkedBytes: Number,
};
const selection = {_id: false, movieIds: [String], seriesIds: [String], libraryId: String, rootFolderPath: String, all: Boolean};

const changeSchema = new Schema<Stored<FileChange>>(
	{
		_id: String,
		kind: String,
		state: String,
		selection,
		to: String,
		path: String,
		folders: Boolean,
		copies: Boolean,
		start: Boolean,
		totals,
		message: String,
		cancelRequested: Boolean,
		requestedBy: String,
		undoOf: String,
		createdAt: Date,
		updatedAt: Date,
		plannedAt: Date,
		digest: {type: String, default: undefined},
		startedDigest: {type: String, default: undefined},
		startedAt: Date,
		endedAt: Date,
	},
	schemaOptions,
);
changeSchema.index({createdAt: -1, _id: 1});
changeSchema.index({state: 1, createdAt: -1, _id: 1});

interface StoredRow extends Stored<FileChangeRow> {
	/** The new path as file systems that ignore case see it; missing where it does not matter. */
	key?: string;
}

const companion = {_id: false, from: String, to: String, identity: String, placed: String};
const rowSchema = new Schema<StoredRow>(
	{
		_id: String,
		changeId: String,
		number: Number,
		titleId: String,
		titleKind: String,
		title: String,
		what: String,
		fileId: String,
		from: String,
		to: String,
		fromRoot: String,
		toRoot: String,
		size: Number,
		links: Number,
		identity: String,
		placed: String,
		way: String,
		companions: [companion],
		state: String,
		code: String,
		key: String,
	},
	schemaOptions,
);
rowSchema.index({changeId: 1, what: 1, number: 1});
rowSchema.index({changeId: 1, what: 1, state: 1, number: 1});
rowSchema.index({changeId: 1, what: 1, code: 1, number: 1});
rowSchema.index({changeId: 1, titleId: 1, number: 1});
rowSchema.index({changeId: 1, key: 1}, {partialFilterExpression: {key: {$exists: true}}});
rowSchema.index({titleId: 1, from: 1});

export type NewFileChange = Pick<
	FileChange,
	'kind' | 'selection' | 'to' | 'path' | 'folders' | 'copies' | 'start' | 'requestedBy' | 'undoOf'
>;
export type NewRow = Omit<FileChangeRow, 'id' | 'placed'>;
export type FileChangeStore = ReturnType<typeof createFileChangeStore>;

const hidden = {key: 0} as const;

/** Changes of files, planned and made, with a row for each file. */
export function createFileChangeStore(connection: Connection) {
	const changes = connection.model<Stored<FileChange>>('FileChange', changeSchema, 'fileChanges');
	const rows = connection.model<StoredRow>('FileChangeRow', rowSchema, 'fileChangeRows');
	const {find, get} = createRecords<FileChange>({model: changes, kind: 'file change'});
	const stands = {$nin: ['failed', 'cancelled'] satisfies FileChangeState[]};

	/** Writes to the change itself, so that of several at once, who undo or continue it, one does. */
	async function claim(id: string, set: Partial<FileChange>, at: Date, session: ClientSession): Promise<FileChange> {
		const from = {_id: id, state: {$in: [...endedChangeStates]}};
		const changed = await changes
			.findOneAndUpdate(from, {$set: {...set, updatedAt: at}}, {returnDocument: 'after', session})
			.lean<Stored<FileChange>>();
		if (!changed) {
			throw wrongState(await get(id), endedChangeStates);
		}
		if (await changes.exists({undoOf: id, state: stands}).session(session)) {
			throw new Conflict('wrong_state', 'The change is being undone, or was.');
		}
		return toRecord<FileChange>(changed);
	}

	return {
		find,
		/** Throws NotFound `file_change_not_found`. */
		get,
		/** `alsoWrite` writes in the same step. Throws Conflict `wrong_state` for an undo that cannot be (any more). */
		async add(wanted: NewFileChange, now: Date, alsoWrite?: AlsoWriteNew): Promise<FileChange> {
			const id = randomUUID();
			const times = {...madeAt(now), plannedAt: null, startedAt: null, endedAt: null};
			const rest = {state: 'planning' as const, totals: {...noFiles}, message: null, cancelRequested: false};
			await inTransaction(connection, async session => {
				await (wanted.undoOf !== null && claim(wanted.undoOf, {}, now, session));
				await changes.create([{_id: id, ...wanted, ...rest, ...times}], {session});
				await alsoWrite?.(id, session);
			});
			return get(id);
		},
		async page({page, limit, state}: {page: number; limit: number; state?: FileChangeState}) {
			const options = {filter: state ? {state} : {}, sort: {createdAt: -1, _id: 1}, page, limit} as const;
			const found = await readPage<Stored<FileChange>, Stored<FileChange>>(changes, options);
			return {changes: found.rows.map(row => toRecord<FileChange>(row)), total: found.total};
		},
		/** Changes one that is in one of these states; null if it is not. */
		async move(id: string, from: readonly FileChangeState[], set: Partial<FileChange>, at: Date): Promise<FileChange | null> {
			const changed = await changes
				.findOneAndUpdate({_id: id, state: {$in: [...from]}}, {$set: {...set, updatedAt: at}}, {returnDocument: 'after'})
				.lean<Stored<FileChange>>();
			return changed && toRecord<FileChange>(changed);
		},
		/** Like `move`, but throws Conflict `wrong_state`. */
		async need(id: string, from: readonly FileChangeState[], set: Partial<FileChange>, at: Date): Promise<FileChange> {
			const moved = await this.move(id, from, set, at);
			if (!moved) {
				throw wrongState(await get(id), from);
			}
			return moved;
		},
		/** Takes up a change that has ended. Throws Conflict `wrong_state`, also if it is undone. */
		takeUp: (id: string, set: Partial<FileChange>, at: Date): Promise<FileChange> =>
			inTransaction(connection, session => claim(id, set, at, session)),
		async setTotals(id: string, counted: Partial<FileTotals>, at: Date): Promise<void> {
			const set = Object.fromEntries(Object.entries(counted).map(([name, value]) => [`totals.${name}`, value]));
			await changes.updateOne({_id: id}, {$set: {...set, updatedAt: at}});
		},
		/** The rename of a series that the service has offered, and nobody has started; null if there is none. */
		async offered(seriesId: string): Promise<FileChange | null> {
			const waits = {state: {$in: ['planning', 'planned']}, kind: 'rename', start: false, requestedBy: null} as const;
			const found = await changes.findOne({...waits, 'selection.seriesIds': [seriesId]}).lean<Stored<FileChange>>();
			return found && toRecord<FileChange>(found);
		},
		/** Forgets changes that ended before `date`, or were planned then and never started. Returns how many. */
		async removeBefore(date: Date): Promise<number> {
			const hasEnded = {endedAt: {$lt: date}, state: {$nin: ['planning' as const, 'running' as const]}};
			const old = {$or: [hasEnded, {state: 'planned' as const, startedAt: null, plannedAt: {$lt: date}}]};
			const ids = (await changes.find(old, {_id: 1}).limit(1000).lean<{_id: string}[]>()).map(({_id}) => _id);
			await rows.deleteMany({changeId: {$in: ids}});
			return (await changes.deleteMany({_id: {$in: ids}})).deletedCount;
		},
		rows: createRowStore(rows, changes),
	};
}

function wrongState({state}: FileChange, from: readonly FileChangeState[]): Conflict {
	return new Conflict('wrong_state', `The change is ${state}; it must be ${from.join(' or ')} for this.`);
}

interface RowsQuery {
	changeId: string;
	page: number;
	limit: number;
	state?: FileRowState;
	code?: FileRowCode;
}

function createRowStore(rows: Model<StoredRow>, changes: Model<Stored<FileChange>>) {
	const toRow = (row: StoredRow): FileChangeRow => toRecord<FileChangeRow>(row);
	const listed = async (filter: object, sort: Record<string, 1>, limit = 0) =>
		(await rows.find(filter, hidden).sort(sort).limit(limit).lean<StoredRow[]>()).map(toRow);

	return {
		/** Adds rows; those that are there already stay. */
		async add(all: readonly NewRow[]): Promise<void> {
			const writes = all.map(row => {
				const id = rowId(row);
				const isClaim = row.code === null && row.to !== '' && row.from !== row.to && row.what !== 'extra';
				const fields = {...row, placed: null, ...(isClaim && {key: nameKey(row.to)})};
				return {updateOne: {filter: {_id: id}, update: {$setOnInsert: fields}, upsert: true}};
			});
			// The driver's type of ids is ObjectId. Nothing here needs mongoose's casting.
			await (writes.length > 0 ? rows.collection.bulkWrite(writes as never, repeatable) : null);
		},
		async clear(changeId: string): Promise<void> {
			await rows.deleteMany({changeId});
		},
		/** Which of these new paths the change has given away already. */
		async taken(changeId: string, paths: readonly string[]): Promise<(path: string) => boolean> {
			const keys = paths.map(nameKey);
			const found = await rows.find({changeId, key: {$in: keys}}, {_id: 0, key: 1}).lean<{key: string}[]>();
			const known = new Set(found.map(({key}) => key));
			return path => known.has(nameKey(path));
		},
		/** The next titles that are still to be worked on. */
		nextTitles: (changeId: string, after: number, limit: number): Promise<FileChangeRow[]> =>
			listed({changeId, what: 'title', state: 'planned', number: {$gt: after}}, {number: 1}, limit),
		/** All rows of a title, the title first. */
		ofTitle: (changeId: string, titleId: string): Promise<FileChangeRow[]> => listed({changeId, titleId}, {number: 1}),
		/** The titles of a change in order, whatever became of them. */
		titles: (changeId: string, after: number, limit: number): Promise<FileChangeRow[]> =>
			listed({changeId, what: 'title', number: {$gt: after}}, {number: 1}, limit),
		async page({changeId, page, limit, ...wanted}: RowsQuery) {
			const filter = {changeId, what: 'file' as const, ...wanted};
			const found = await readPage<StoredRow, StoredRow>(rows, {filter, sort: {number: 1}, page, limit, projection: hidden});
			return {rows: found.rows.map(toRow), total: found.total};
		},
		/** Writes what is known of rows by now. A killed run repeats it. */
		async save(all: readonly Pick<FileChangeRow, 'id' | 'state' | 'code' | 'placed' | 'way' | 'companions' | 'identity'>[]): Promise<void> {
			const writes = all.map(({id, state, code, placed, way, companions, identity}) => ({
				updateOne: {filter: {_id: id}, update: {$set: {state, code, placed, way, companions, identity}}},
			}));
			await (writes.length > 0 ? rows.collection.bulkWrite(writes as never, repeatable) : null);
		},
		async count(changeId: string): Promise<Pick<FileTotals, 'files' | 'done' | 'skipped' | 'failed'>> {
			const of = (state?: FileRowState) => rows.countDocuments({changeId, what: 'file', ...(state && {state})});
			const [files, done, skipped, failed] = await Promise.all([of(), of('done'), of('skipped'), of('failed')]);
			return {files, done, skipped, failed};
		},
		/** Is anything neither made nor left? */
		hasOpen: async (changeId: string): Promise<boolean> =>
			(await rows.exists({changeId, what: 'title', state: {$in: [...openRowStates]}})) !== null,
		/** The titles of which something is known to have a new name already, and is not recorded. */
		begunTitles: async (changeId: string): Promise<string[]> =>
			rows.distinct('titleId', {
				changeId,
				state: {$in: ['planned', 'placed', 'recorded']},
				$or: [{placed: {$ne: null}}, {companions: {$elemMatch: {placed: {$ne: null}}}}, {way: 'folder'}],
			}),
		/** What failed, or was left for a reason that passes, is tried again. */
		async reopen(changeId: string): Promise<void> {
			const passing: FileRowCode[] = ['busy', 'too_little_space', 'needs_copies'];
			const again = {changeId, $or: [{state: 'failed' as const}, {state: 'skipped' as const, code: {$in: passing}}]};
			const titles = await rows.distinct('titleId', again);
			await rows.updateMany(again, {$set: {state: 'planned', code: null}});
			await rows.updateMany(
				{changeId, what: 'title', titleId: {$in: titles}, state: {$ne: 'planned'}},
				{$set: {state: 'planned', code: null}},
			);
		},
		/** Where a file or folder of a title was put last that lay here before; null if no change has moved it. */
		async movedTo(titleId: string, path: string): Promise<string | null> {
			const found = await rows
				.find({titleId, from: path, state: {$in: ['placed', 'recorded', 'done']}}, {to: 1, changeId: 1})
				.lean<{to: string; changeId: string}[]>();
			const [latest] = await changes
				.find({_id: {$in: found.map(({changeId}) => changeId)}}, {_id: 1})
				.sort({createdAt: -1})
				.limit(1)
				.lean<{_id: string}[]>();
			return found.find(({changeId}) => changeId === latest?._id)?.to ?? null;
		},
	};
}

/** The same row for the same file, so that it is not added twice. */
function rowId({changeId, titleId, what, from}: NewRow): string {
	return createHash('sha256')
		.update(JSON.stringify([changeId, titleId, what, from]))
		.digest('base64url')
		.slice(0, 24);
}
