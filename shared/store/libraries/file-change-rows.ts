import {createHash} from 'node:crypto';
import {type Connection, type Model, Schema} from 'mongoose';
import {joinCalls} from '../../coordination/wait.ts';
import {
	type FileChange,
	type FileChangeRow,
	type FileRowCode,
	type FileRowState,
	type FileTotals,
	nameKey,
	openRowStates,
} from '../../domain/file-changes/file-change.ts';
import {readPage} from '../../lists/page.ts';
import {type Stored, schemaOptions, toRecord} from '../mongo/records.ts';
import {repeatable} from '../mongo/small-steps.ts';

/** `claim`: the key of its new name, if that is not made of the name alone. */
export type NewRow = Omit<FileChangeRow, 'id' | 'placed'> & {claim?: string};

/** What a plan gives away once. */
export const claimOf = ({claim, to}: Pick<NewRow, 'claim' | 'to'>): string => claim ?? nameKey(to);

interface StoredRow extends Stored<FileChangeRow> {
	/** The new path as file systems that ignore case see it; missing where it does not matter. */
	key?: string;
}

const companion = {
	_id: false,
	from: String,
	to: String,
	identity: String,
	placed: String,
	originalPath: {type: String, default: undefined},
};
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
		awaits: {type: Boolean, default: undefined},
		temporaryPath: {type: String, default: undefined},
		originalPath: {type: String, default: undefined},
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

const hidden = {key: 0} as const;

type KnownRow = Pick<
	FileChangeRow,
	'id' | 'state' | 'code' | 'placed' | 'way' | 'companions' | 'identity' | 'from' | 'awaits' | 'temporaryPath' | 'originalPath'
>;

interface RowsQuery {
	changeId: string;
	page: number;
	limit: number;
	state?: FileRowState;
	code?: FileRowCode;
}

/** The rows of changes: a title with its files after it. */
export function createRowStore(connection: Connection, changes: Model<Stored<FileChange>>) {
	const rows = connection.model<StoredRow>('FileChangeRow', rowSchema, 'fileChangeRows');
	const toRow = (row: StoredRow): FileChangeRow => toRecord<FileChangeRow>(row);
	const listed = async (filter: object, sort: Record<string, 1>, limit = 0) =>
		(await rows.find(filter, hidden).sort(sort).limit(limit).lean<StoredRow[]>()).map(toRow);

	/** Titles that are changed at once ask together. */
	const ofTitles = joinCalls<Pick<FileChangeRow, 'changeId' | 'titleId'>, FileChangeRow[]>(async all => {
		const found: FileChangeRow[] = [];
		for (const [changeId, some = []] of Object.entries(Object.groupBy(all, each => each.changeId))) {
			found.push(...(await listed({changeId, titleId: {$in: some.map(({titleId}) => titleId)}}, {titleId: 1, number: 1})));
		}
		return found;
	});
	return {
		async clear(changeIds: readonly string[]): Promise<void> {
			await rows.deleteMany({changeId: {$in: [...changeIds]}});
		},
		/** Which of these keys of new paths the change has given away already. */
		async taken(changeId: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
			const found = await rows.find({changeId, key: {$in: [...keys]}}, {_id: 0, key: 1}).lean<{key: string}[]>();
			return new Set(found.map(({key}) => key));
		},
		/** The next titles that are still to be worked on. */
		nextTitles: (changeId: string, after: number, limit: number): Promise<FileChangeRow[]> =>
			listed({changeId, what: 'title', state: 'planned', number: {$gt: after}}, {number: 1}, limit),
		/** All rows of a title, the title first. */
		ofTitle: async (changeId: string, titleId: string): Promise<FileChangeRow[]> =>
			(await ofTitles({changeId, titleId})).filter(row => row.changeId === changeId && row.titleId === titleId),
		/** The titles of a change in order, whatever became of them. */
		titles: (changeId: string, after: number, limit: number): Promise<FileChangeRow[]> =>
			listed({changeId, what: 'title', number: {$gt: after}}, {number: 1}, limit),
		async page({changeId, page, limit, ...wanted}: RowsQuery) {
			const filter = {changeId, what: 'file' as const, ...wanted};
			const found = await readPage<StoredRow, StoredRow>(rows, {filter, sort: {number: 1}, page, limit, projection: hidden});
			return {rows: found.rows.map(toRow), total: found.total};
		},
		...journalOf(rows),
		async count(changeId: string): Promise<Pick<FileTotals, 'files' | 'done' | 'skipped' | 'failed'>> {
			const of = (state?: FileRowState) => rows.countDocuments({changeId, what: 'file', ...(state && {state})});
			const [files, done, skipped, failed] = await Promise.all([of(), of('done'), of('skipped'), of('failed')]);
			return {files, done, skipped, failed};
		},
		/** Is anything neither made nor left? */
		hasOpen: async (changeId: string): Promise<boolean> =>
			(await rows.exists({changeId, what: 'title', state: {$in: [...openRowStates]}})) !== null,
		/** The titles with files that have a new name already but are not recorded yet. */
		begunTitles: async (changeId: string): Promise<string[]> =>
			rows.distinct('titleId', {
				changeId,
				state: {$in: ['planned', 'placed', 'recorded']},
				$or: [
					{placed: {$ne: null}},
					{companions: {$elemMatch: {placed: {$ne: null}}}},
					{way: 'folder'},
					{awaits: false},
					{temporaryPath: {$ne: null}},
				],
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
				.find({titleId, $or: [{from: path}, {originalPath: path}], state: {$in: ['placed', 'recorded', 'done']}}, {to: 1, changeId: 1})
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

/** The writes to rows: they are the journal of the change. */
function journalOf(rows: Model<StoredRow>) {
	// The driver's type of ids is ObjectId. Nothing here needs mongoose's casting.
	const write = joinCalls<readonly object[], unknown>(all => rows.collection.bulkWrite(all.flat() as never, {ordered: false}));
	const writeEnds = joinCalls<readonly object[], unknown>(all => rows.collection.bulkWrite(all.flat() as never, repeatable));

	return {
		/** Adds rows; those that are there already stay. */
		async add(all: readonly NewRow[]): Promise<void> {
			const writes = all.map(({claim, ...row}) => {
				const id = rowId(row);
				const isClaim = row.code === null && row.to !== '' && row.from !== row.to && row.what !== 'extra';
				const fields = {...row, placed: null, ...(isClaim && {key: claimOf({to: row.to, ...(claim !== undefined && {claim})})})};
				return {updateOne: {filter: {_id: id}, update: {$setOnInsert: fields}, upsert: true}};
			});
			await (writes.length > 0 ? write(writes) : null);
		},
		/**
		 * Writes what is known of rows by now, and waits for the disk: the journal has to know what files are called
		 * next even if MongoDB is killed together with the worker.
		 */
		async save(all: readonly KnownRow[]): Promise<void> {
			await (all.length > 0 ? write(all.map(toWrite)) : null);
		},
		/** The same for a title of which nothing is left to do. If that is lost, the next run sees it at the files. */
		async saveEnd(all: readonly KnownRow[]): Promise<void> {
			await (all.length > 0 ? writeEnds(all.map(toWrite)) : null);
		},
	};
}

function toWrite({id, state, code, placed, way, companions, identity, from, awaits, temporaryPath, originalPath}: KnownRow): object {
	const aside = {
		...(awaits !== undefined && {awaits}),
		...(temporaryPath !== undefined && {temporaryPath}),
		...(originalPath !== undefined && {originalPath}),
	};
	return {updateOne: {filter: {_id: id}, update: {$set: {state, code, placed, way, companions, identity, from, ...aside}}}};
}

/** The same row for the same file, so that it is not added twice. */
function rowId({changeId, titleId, what, from}: NewRow): string {
	return createHash('sha256')
		.update(JSON.stringify([changeId, titleId, what, from]))
		.digest('base64url')
		.slice(0, 24);
}
