import {createHash, randomUUID} from 'node:crypto';
import {type Connection, type Model, Schema} from 'mongoose';
import {
	type Move,
	type MoveCode,
	type MoveKind,
	type MoveNote,
	type MoveOutcome,
	type MoveRow,
	type MoveSecret,
	type MoveState,
	type MoveTotal,
	moveCodes,
	type SourceAccess,
} from '../../domain/moves/move.ts';
import {Conflict} from '../../errors.ts';
import {readPage} from '../../lists/page.ts';
import type {Secrets} from '../../secrets.ts';
import {createRecords, madeAt, type Stored, schemaOptions, toRecord, withoutHidden} from '../mongo/records.ts';
import {type AlsoWriteNew, inTransaction} from '../mongo/transaction.ts';
import {createSealing} from '../sealing/sealed-fields.ts';

interface StoredMove extends Stored<Move> {
	/** What opens the programs at addresses, by their places. Sealed. */
	access?: (SourceAccess | null)[];
	/** Sealed. */
	given?: MoveSecret[];
}

const moveSchema = new Schema<StoredMove>(
	{
		_id: String,
		state: String,
		sources: [
			{
				_id: false,
				uploads: [String],
				url: {type: String, default: null},
				readAt: {type: Date, default: null},
				program: String,
				schemaVersion: String,
				counts: [{_id: false, table: String, rows: Number}],
				warnings: [{_id: false, code: String, message: String}],
			},
		],
		mappings: [{_id: false, from: String, to: String}],
		folders: [{_id: false, from: String, to: String, isGiven: Boolean, checked: Number, found: Number}],
		message: String,
		failure: String,
		requestedBy: String,
		plannedAt: Date,
		comparison: {type: Schema.Types.Mixed, default: null},
		endedAt: {type: Date, default: null},
		choices: {type: [{_id: false, source: Number, kind: String, id: String, take: Boolean}], default: []},
		access: {type: String, default: undefined},
		given: {type: String, default: undefined},
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
moveSchema.index({createdAt: -1, _id: 1});
moveSchema.index({state: 1});

interface StoredRow extends Stored<MoveRow> {
	/** Place in the report. */
	number: number;
	/** The move has made the record: noted before it is made, so that a killed run knows its own. */
	made?: boolean | undefined;
	/** What the move has changed, as it was and as it wrote it. */
	before?: unknown;
	wrote?: unknown;
}

/** What a move has written for a row. */
export type RowTrace = Pick<StoredRow, 'made' | 'before' | 'wrote'> & {ourId: string | null};

const rowSchema = new Schema<StoredRow>(
	{
		_id: String,
		moveId: String,
		number: Number,
		source: Number,
		program: String,
		kind: String,
		sourceId: String,
		title: String,
		outcome: String,
		ourId: {type: String, default: undefined},
		made: {type: Boolean, default: undefined},
		before: Schema.Types.Mixed,
		wrote: Schema.Types.Mixed,
		notes: [{_id: false, code: String, detail: String, names: {type: [String], default: undefined}}],
	},
	schemaOptions,
);
rowSchema.index({moveId: 1, number: 1});
rowSchema.index({moveId: 1, kind: 1, outcome: 1, number: 1});
rowSchema.index({moveId: 1, outcome: 1, number: 1});
rowSchema.index({moveId: 1, 'notes.code': 1, number: 1});
rowSchema.index({moveId: 1, ourId: 1}, {partialFilterExpression: {ourId: {$exists: true}}});

export type NewMove = Pick<Move, 'sources' | 'mappings' | 'requestedBy'> & {access: (SourceAccess | null)[]};
export type NewMoveRow = Omit<MoveRow, 'id'> & {number: number};
export type MoveStore = ReturnType<typeof createMoveStore>;

interface RowsQuery {
	moveId: string;
	kind?: MoveKind;
	outcome?: MoveOutcome;
	code?: MoveCode;
}

type OfKind = Pick<MoveRow, 'moveId' | 'source' | 'kind'>;

/** States in which files are still read. */
const using: MoveState[] = ['planning', 'running', 'completed', 'takingOver'];
/** Plans that wait whose files stay. */
const newest = 2;

/** One at a time. */
const open: MoveState[] = ['planning', 'running', 'takingOver', 'undoing'];

/** A row for each thing that a plan names. */
function createMoveRows(rows: Model<StoredRow>) {
	const toFilter = ({moveId, kind, outcome, code}: RowsQuery) => ({
		moveId,
		...(kind && {kind}),
		...(outcome && {outcome}),
		...(code && {'notes.code': code}),
	});

	return {
		async clear(moveId: string): Promise<void> {
			await rows.deleteMany({moveId});
		},
		/** Adds rows; writing them twice is harmless. */
		async put(all: readonly NewMoveRow[]): Promise<void> {
			const writes = all.map(row => ({replaceOne: {filter: {_id: rowId(row)}, replacement: row, upsert: true}}));
			await (writes.length > 0 ? rows.collection.bulkWrite(writes as never, {ordered: false}) : null); // the driver's type of ids is ObjectId
		},
		count: (moveId: string): Promise<number> => rows.countDocuments({moveId}),
		async page({page, limit, ...wanted}: RowsQuery & {page: number; limit: number}) {
			const found = await readPage<StoredRow, StoredRow>(rows, {filter: toFilter(wanted), sort: {number: 1}, page, limit});
			return {rows: found.rows.map(row => toRecord<MoveRow>(row)), total: found.total};
		},
		/** Which rows of a kind have become which records of ours, by their ids in the other program. */
		async moved({moveId, source, kind}: OfKind): Promise<Map<string, string>> {
			const found = await rows
				.find({moveId, kind, source, ourId: {$gt: ''}}, {sourceId: 1, ourId: 1})
				.lean<Pick<StoredRow, 'sourceId' | 'ourId'>[]>();
			return new Map(found.map(row => [row.sourceId, row.ourId ?? '']));
		},
		/** Which record of ours a row has become; null for none. */
		async ourIdOf(of: OfKind & Pick<MoveRow, 'sourceId'>): Promise<string | null> {
			return (await rows.findById(rowId(of), {ourId: 1}).lean<Pick<StoredRow, 'ourId'>>())?.ourId ?? null;
		},
		/** Notes what things have become; the ids are by those in the other program. */
		async note({moveId, source, kind}: OfKind, ourIds: ReadonlyMap<string, string>): Promise<void> {
			const writes = [...ourIds].map(([sourceId, ourId]) => ({
				updateOne: {filter: {_id: rowId({moveId, source, kind, sourceId})}, update: {$set: {ourId}}},
			}));
			await (writes.length > 0 ? rows.collection.bulkWrite(writes as never, {ordered: false}) : null); // the driver's type of ids is ObjectId
		},
		/** What an earlier run has written of a kind, by the ids in the other program. */
		async traces({moveId, source, kind}: OfKind): Promise<Map<string, RowTrace>> {
			const found = await rows
				.find({moveId, kind, source}, {sourceId: 1, ourId: 1, made: 1, before: 1, wrote: 1})
				.lean<Pick<StoredRow, 'sourceId' | 'ourId' | keyof RowTrace>[]>();
			return new Map(found.map(({sourceId, ourId = null, made, before, wrote}) => [sourceId, {ourId, made, before, wrote}] as const));
		},
		/** Notes what is about to be written. */
		async begin(of: OfKind & Pick<MoveRow, 'sourceId'>, trace: Pick<RowTrace, 'made' | 'before' | 'wrote'>): Promise<void> {
			await rows.updateOne({_id: rowId(of)}, {$set: trace});
		},
		/** Says of a row what came out only when it was written. */
		async say(of: OfKind & Pick<MoveRow, 'sourceId'>, note: MoveNote): Promise<void> {
			const filter = {_id: rowId(of), 'notes.code': {$ne: note.code}};
			await rows.updateOne(filter, {$push: {notes: note}, $set: {outcome: moveCodes[note.code]}});
		},
		/** What was written for a row has been taken back; with a note, it stays instead. */
		async takeBack(of: OfKind & Pick<MoveRow, 'sourceId'>, stays: MoveNote | null): Promise<void> {
			const gone = {ourId: 1, made: 1, before: 1, wrote: 1};
			await rows.updateOne({_id: rowId(of)}, stays ? {$unset: {made: 1}, $push: {notes: stays}} : {$unset: gone});
		},
		/** Rows that something was written for, the last ones first, some at a time. */
		async *written(moveId: string): AsyncGenerator<MoveRow & RowTrace> {
			const found = rows.find({moveId}).or([{made: true}, {ourId: {$exists: true}}]);
			for await (const row of found.sort({number: -1}).lean<StoredRow>().cursor({batchSize: 200})) {
				const {ourId = null, ...rest} = toRecord<MoveRow & RowTrace>(row as Stored<MoveRow & RowTrace>);
				yield {...rest, ourId};
			}
		},
		countMoved: (moveId: string): Promise<number> =>
			rows.countDocuments({moveId, kind: {$in: ['movie', 'series']}, ourId: {$exists: true}}),
		/** All rows in their order, some at a time. */
		async *all(moveId: string): AsyncGenerator<MoveRow> {
			for await (const row of rows.find({moveId}).sort({number: 1}).lean<StoredRow>().cursor({batchSize: 500})) {
				yield toRecord<MoveRow>(row as StoredRow);
			}
		},
		/** How many rows of each kind have each outcome, and how many have each code. */
		async totals(moveId: string): Promise<{totals: MoveTotal[]; codes: Map<string, number>}> {
			const [byOutcome, byCode] = await Promise.all([
				rows.aggregate<{_id: {kind: MoveKind; outcome: MoveOutcome}; rows: number}>([
					{$match: {moveId}},
					{$group: {_id: {kind: '$kind', outcome: '$outcome'}, rows: {$sum: 1}}},
					{$sort: {'_id.kind': 1, '_id.outcome': 1}},
				]),
				rows.aggregate<{_id: string; rows: number}>([
					{$match: {moveId}},
					{$project: {code: {$setUnion: ['$notes.code', []]}}},
					{$unwind: '$code'},
					{$group: {_id: '$code', rows: {$sum: 1}}},
					{$sort: {_id: 1}},
				]),
			]);
			return {
				totals: byOutcome.map(({_id, rows: count}) => ({..._id, rows: count})),
				codes: new Map(byCode.map(row => [row._id, row.rows])),
			};
		},
	};
}

/** Plans of moving in from other programs, with a row for each thing that they have. */
export function createMoveStore(connection: Connection, secrets: Secrets) {
	const moves = connection.model<StoredMove>('Move', moveSchema, 'moves');
	const sealing = createSealing('moves', secrets);
	const rows = connection.model<StoredRow>('MoveRow', rowSchema, 'moveRows');
	const {find, get} = createRecords<Move, StoredMove>({model: moves, kind: 'move', hidden: {access: 0, given: 0}});

	return {
		find,
		/** Throws NotFound `move_not_found`. */
		get,
		/** `alsoWrite` writes in the same step. Throws Conflict `move_running` while another one is being planned. */
		async add(wanted: NewMove, now: Date, alsoWrite: AlsoWriteNew): Promise<Move> {
			const id = randomUUID();
			await inTransaction(connection, async session => {
				if (await moves.exists({state: {$in: open}}).session(session)) {
					throw new Conflict('move_running', 'Another move is being planned or made. Wait for its end, or cancel it.');
				}
				const rest = {state: 'planning' as const, folders: [], message: null, plannedAt: null, endedAt: null, comparison: null};
				await moves.create([{_id: id, ...sealing.seal(id, wanted), ...rest, ...madeAt(now)}], {session});
				await alsoWrite(id, session);
			});
			return get(id);
		},
		async page({page, limit}: {page: number; limit: number}) {
			const options = {filter: {}, sort: {createdAt: -1, _id: 1}, page, limit} as const;
			const found = await readPage<StoredMove, StoredMove>(moves, options);
			return {moves: found.rows.map(toMove), total: found.total};
		},
		/** Changes one that is in one of these states, together with what `alsoWrite` writes; null if it is not. */
		move: (id: string, from: readonly MoveState[], set: Partial<Move>, at: Date, alsoWrite?: AlsoWriteNew): Promise<Move | null> =>
			inTransaction(connection, async session => {
				const changed = await moves
					.findOneAndUpdate({_id: id, state: {$in: [...from]}}, {$set: {...set, updatedAt: at}}, {returnDocument: 'after', session})
					.lean<StoredMove>();
				await (changed && alsoWrite?.(id, session));
				return changed && toMove(changed);
			}),
		/** What opens the programs at addresses, by their places; null for files. */
		async accessOf(id: string): Promise<(SourceAccess | null)[]> {
			const row = await moves.findById(id, {access: 1}).lean<StoredMove>();
			return (row && sealing.open(row).access) ?? [];
		},
		/** Keys and passwords that a person has entered for records of its sources. */
		async secretsOf(id: string): Promise<MoveSecret[]> {
			const row = await moves.findById(id, {given: 1}).lean<StoredMove>();
			return (row && sealing.open(row).given) ?? [];
		},
		/** Adds such secrets; a later one for the same setting counts. */
		async giveSecrets(id: string, secrets: readonly MoveSecret[]): Promise<void> {
			const keyOf = ({source, kind, id: of, name}: MoveSecret) => JSON.stringify([source, kind, of, name]);
			const all = new Map([...(await this.secretsOf(id)), ...secrets].map(each => [keyOf(each), each]));
			await moves.updateOne({_id: id}, {$set: sealing.seal(id, {given: [...all.values()]})});
		},
		/** Ids of the uploads that moves name; of those that were planned and never started, only the newest count. */
		async uploadsInUse(): Promise<Set<string>> {
			// A field of its own for each source is a list of lists.
			const wanted = {'sources.uploads': 1, 'comparison.uploads': 1};
			const rows = [
				...(await moves
					.find({state: {$in: using}}, wanted)
					.limit(1000)
					.lean<StoredMove[]>()),
				...(await moves.find({state: 'planned'}, wanted).sort({createdAt: -1, _id: 1}).limit(newest).lean<StoredMove[]>()),
			];
			return new Set(
				rows.flatMap(({sources, comparison}) => [...sources.map(({uploads}) => uploads), ...(comparison?.uploads ?? [])].flat()),
			);
		},
		/** Forgets those that nobody has changed since `date`. Returns how many. */
		async removeBefore(date: Date): Promise<number> {
			const ids = (
				await moves
					.find({updatedAt: {$lt: date}}, {_id: 1})
					.limit(1000)
					.lean<{_id: string}[]>()
			).map(({_id}) => _id);
			await rows.deleteMany({moveId: {$in: ids}});
			return (await moves.deleteMany({_id: {$in: ids}})).deletedCount;
		},
		rows: createMoveRows(rows),
	};
}

const toMove = (row: StoredMove): Move => withoutHidden<Move>(toRecord<Move>(row), {access: 0, given: 0});

/** The same row for the same thing, so that it is not there twice. */
function rowId({moveId, source, kind, sourceId}: Pick<MoveRow, 'moveId' | 'source' | 'kind' | 'sourceId'>): string {
	return createHash('sha256')
		.update(JSON.stringify([moveId, source, kind, sourceId]))
		.digest('base64url')
		.slice(0, 24);
}
