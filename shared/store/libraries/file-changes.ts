import {randomUUID} from 'node:crypto';
import {type ClientSession, type Connection, Schema} from 'mongoose';
import {endedChangeStates, type FileChange, type FileChangeState, type FileTotals, noFiles} from '../../domain/file-changes/file-change.ts';
import {Conflict} from '../../errors.ts';
import {readPage} from '../../lists/page.ts';
import {createRecords, madeAt, type Stored, schemaOptions, toRecord} from '../mongo/records.ts';
import {type AlsoWriteNew, inTransaction} from '../mongo/transaction.ts';
import {createRowStore} from './file-change-rows.ts';

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
const selection = {
	_id: false,
	movieIds: [String],
	seriesIds: [String],
	libraryId: String,
	rootFolderPath: String,
	all: Boolean,
	fileIds: {type: [String], default: undefined},
};

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
		title: {type: String, default: undefined},
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

export type NewFileChange = Pick<
	FileChange,
	'kind' | 'selection' | 'to' | 'path' | 'folders' | 'copies' | 'start' | 'requestedBy' | 'undoOf'
>;
export type FileChangeStore = ReturnType<typeof createFileChangeStore>;

/** Changes of files, planned and made, with a row for each file. */
export function createFileChangeStore(connection: Connection) {
	const changes = connection.model<Stored<FileChange>>('FileChange', changeSchema, 'fileChanges');
	const rows = createRowStore(connection, changes);
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
		async moveOrThrow(id: string, from: readonly FileChangeState[], set: Partial<FileChange>, at: Date): Promise<FileChange> {
			const moved = await this.move(id, from, set, at);
			if (!moved) {
				throw wrongState(await get(id), from);
			}
			return moved;
		},
		/** Reopens a change that has ended. Throws Conflict `wrong_state`, also if it is undone. */
		reopen: (id: string, set: Partial<FileChange>, at: Date): Promise<FileChange> =>
			inTransaction(connection, session => claim(id, set, at, session)),
		async setTotals(id: string, counted: Partial<FileTotals>, at: Date): Promise<void> {
			const set = Object.fromEntries(Object.entries(counted).map(([name, value]) => [`totals.${name}`, value]));
			await changes.updateOne({_id: id}, {$set: {...set, updatedAt: at}});
		},
		/** The rename of a series that the service has offered and that was not started yet; null if there is none. */
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
			await rows.clear(ids);
			return (await changes.deleteMany({_id: {$in: ids}})).deletedCount;
		},
		rows,
	};
}

function wrongState({state}: FileChange, from: readonly FileChangeState[]): Conflict {
	return new Conflict('wrong_state', `The change is ${state}; it must be ${from.join(' or ')} for this.`);
}
