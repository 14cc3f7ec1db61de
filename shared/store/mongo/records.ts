import {randomUUID} from 'node:crypto';
import type {Model} from 'mongoose';
import {Conflict, NotFound} from '../../errors.ts';
import {type byName, isDuplicateKey, isUuid, type Stored, toRecord} from './record.ts';

export interface RecordOptions<Rec extends {id: string}, Row> {
	model: Model<Row>;
	/** What a record is called in failures: `custom format`, whose codes begin with `custom_format`. */
	kind: string;
	/** Of lists. */
	order?: Record<string, 1 | -1>;
	collation?: typeof byName;
	/** Fields of the stored document that are no part of the record. */
	hidden?: Record<string, 0>;
	/** The record of a stored document, where that is more than its id under another name. */
	open?: (row: Row) => Rec;
	/** What is told when a unique field is taken. */
	taken?: {code?: string; message: (fields: Partial<Row>) => string};
}

export interface Records<Rec extends {id: string}, Row> {
	/** Null for an id that is unknown or none at all. */
	find(id: string): Promise<Rec | null>;
	/** Throws NotFound `<kind>_not_found`. */
	get(id: string): Promise<Rec>;
	list(): Promise<Rec[]>;
	/** Stores a record under a new id. Throws Conflict, `already_exists` unless the store names another code. */
	insert(fields: Omit<Row, '_id'>): Promise<Rec>;
	/** Throws NotFound `<kind>_not_found`, and Conflict as `insert` does. */
	update(id: string, fields: Partial<Row>): Promise<Rec>;
	/** Answers whether it was there. */
	remove(id: string): Promise<boolean>;
	open(row: Row): Rec;
}

/** What the stores of records that people list, make, change and delete have in common. */
export function createRecords<Rec extends {id: string}, Row extends {_id: string} = Stored<Rec>>(
	options: RecordOptions<Rec, Row>,
): Records<Rec, Row> {
	const {model, kind, order = {}, collation, hidden = {}, taken} = options;
	const open = options.open ?? ((row: Row) => toRecord<Rec>(row as unknown as Stored<Rec>)); // without `open` a row is the record but for its id

	function unknown(id: string) {
		return new NotFound(`${kind.toLowerCase().replaceAll(' ', '_')}_not_found`, `There is no ${kind} with the id ${id}.`);
	}

	function told(error: unknown, fields: Partial<Row>): unknown {
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
			const row = {_id: randomUUID(), ...fields} as unknown as Row; // the id that Omit took away
			try {
				await model.create([row]);
			} catch (error) {
				throw told(error, row);
			}
			return open(row);
		},
		async update(id, fields) {
			const change = {$set: fields as object};
			const changed = await model
				.findOneAndUpdate({_id: id as Row['_id']}, change, {returnDocument: 'after', projection: hidden})
				.lean<Row>()
				.catch(error => {
					throw told(error, fields);
				});
			if (!changed) {
				throw unknown(id);
			}
			return open(changed);
		},
		remove: async id => (await model.deleteOne({_id: id as Row['_id']})).deletedCount > 0,
		open,
	};
}

/** The times of a record that is made now. */
export const madeAt = (now: Date) => ({createdAt: now, updatedAt: now});

/** Lets an upsert lose against another process that made the same record a moment ago. */
export function unlessMadeMeanwhile(error: unknown): void {
	if (!isDuplicateKey(error)) {
		throw error;
	}
}
