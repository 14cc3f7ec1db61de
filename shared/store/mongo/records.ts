import {randomUUID} from 'node:crypto';
import type {Model, SchemaOptions} from 'mongoose';
import {Conflict, NotFound} from '../../errors.ts';
import type {Sealing} from '../sealing/sealed-fields.ts';

export interface RecordOptions<Rec extends {id: string}, Row> {
	model: Model<Row>;
	/** Name of the record in error messages, such as `custom format`; the codes then begin with `custom_format`. */
	kind: string;
	/** Order of lists. */
	order?: Record<string, 1 | -1>;
	collation?: typeof byName;
	/** Fields of the stored document that are not part of the record. */
	hidden?: Record<string, 0>;
	/** For records with secrets: they are stored sealed. */
	sealing?: Sealing;
	/** Converts a document, with its secrets opened, to its record, when more than the name of the id differs. */
	open?: (row: Row) => Rec;
	/** Error for a unique value that is already taken. */
	taken?: {code?: string; message: (fields: Partial<Row>) => string};
}

export interface Records<Rec extends {id: string}, Row> {
	/** Null for an unknown or malformed id. */
	find(id: string): Promise<Rec | null>;
	/** Throws NotFound `<kind>_not_found`. */
	get(id: string): Promise<Rec>;
	list(): Promise<Rec[]>;
	/** Stores a record under a new id. Throws Conflict `already_exists`, unless the store uses another code. */
	insert(fields: Omit<Row, '_id'>): Promise<Rec>;
	/**
	 * Throws NotFound `<kind>_not_found`, and Conflict like `insert`; with `seen` also Conflict `changed_meanwhile`, if
	 * the record was changed since then.
	 */
	update(id: string, fields: Partial<Row>, seen?: {updatedAt: Date}): Promise<Rec>;
	/** Writes what was learned about a record, without counting as a change; nothing if a field in `only` differs. */
	note(id: string, learned: Partial<Row>, only?: Partial<Row>): Promise<void>;
	/** Returns whether it existed. */
	remove(id: string): Promise<boolean>;
	open(row: Row): Rec;
}

/** Common part of the stores whose records people list, create, change and delete. */
export function createRecords<Rec extends {id: string}, Row extends {_id: string} = Stored<Rec>>(
	options: RecordOptions<Rec, Row>,
): Records<Rec, Row> {
	const {model, kind, order = {}, collation, hidden = {}, sealing, taken} = options;
	// Without `open`, a row is the record except for its id.
	const convert = options.open ?? ((row: Row) => toRecord<Rec>(row as unknown as Stored<Rec>));
	const open = (row: Row) => convert(sealing ? sealing.open(row) : row);
	const sealed = <T extends object>(id: string, fields: T) => (sealing ? sealing.seal(id, fields) : fields);

	function unknown(id: string) {
		return new NotFound(`${kind.toLowerCase().replaceAll(' ', '_')}_not_found`, `There is no ${kind} with the id ${id}.`);
	}

	function toConflict(error: unknown, fields: Partial<Row>): unknown {
		return taken && isDuplicateKey(error) ? new Conflict(taken.code ?? 'already_exists', taken.message(fields)) : error;
	}

	async function find(id: string): Promise<Rec | null> {
		const row = isUuid(id) ? await model.findById(id, hidden).lean<Row>() : null;
		return row && open(row);
	}

	return {
		find,
		async get(id) {
			const record = await find(id);
			if (!record) {
				throw unknown(id);
			}
			return record;
		},
		async list() {
			const query = model.find({}, hidden).sort(order);
			return (await (collation ? query.collation(collation) : query).lean<Row[]>()).map(open);
		},
		async insert(fields) {
			const _id = randomUUID();
			const row = {_id, ...sealed(_id, fields)} as unknown as Row; // the id that Omit removed
			try {
				await model.create([row]);
			} catch (error) {
				throw toConflict(error, row);
			}
			return open(row);
		},
		async update(id, fields, seen) {
			const only = {_id: id as Row['_id'], ...(seen && {updatedAt: seen.updatedAt})};
			const change = {$set: sealed(id, fields)};
			const changed = await model
				.findOneAndUpdate(only, change, {returnDocument: 'after', projection: hidden})
				.lean<Row>()
				.catch(error => {
					throw toConflict(error, fields);
				});
			if (!changed) {
				throw seen && (await model.exists({_id: id as Row['_id']})) ? changedMeanwhile(kind) : unknown(id);
			}
			return open(changed);
		},
		async note(id, learned, only = {}) {
			await model.updateOne({...only, _id: id as Row['_id']}, {$set: learned});
		},
		remove: async id => (await model.deleteOne({_id: id as Row['_id']})).deletedCount > 0,
		open,
	};
}

const changedMeanwhile = (kind: string) =>
	new Conflict('changed_meanwhile', `Someone else has just changed this ${kind}. Reload it, then repeat your change.`);

/** Timestamps of a new record. */
export const madeAt = (now: Date) => ({createdAt: now, updatedAt: now});

/** Ignores the error of an upsert when another process created the same record at the same time. */
export function unlessMadeMeanwhile(error: unknown): void {
	if (!isDuplicateKey(error)) {
		throw error;
	}
}

/** A stored document: a record whose `id` is called `_id`. */
export type Stored<T extends {id: string}> = Omit<T, 'id'> & {_id: string};

/** The plain record of a stored document. */
export function toRecord<T extends {id: string}>({_id, ...rest}: Stored<T>): T {
	return {id: _id, ...rest} as unknown as T; // the compiler cannot see that Omit plus the id is T again
}

/** A stored document without the fields that only queries need. */
export function withoutHidden<T>(stored: object, hidden: object): T {
	// The caller knows which fields are left.
	return Object.fromEntries(Object.entries(stored).filter(([name]) => !(name in hidden))) as T;
}

/** Options of every schema: unknown fields throw; no version key and no hidden getters. */
export const schemaOptions = {strict: 'throw', versionKey: false, id: false, minimize: false} satisfies SchemaOptions;

/** Names are compared and sorted without regard to case; also the collation of their indexes. */
export const byName = {locale: 'en', strength: 2} as const;

/** Recognizes MongoDB's error for a violated unique index. */
export function isDuplicateKey(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 11_000;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

export function isUuid(text: string): boolean {
	return uuid.test(text);
}
