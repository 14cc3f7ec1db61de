import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import type {CustomFormat, NewCustomFormat} from '../../domain/quality/custom-format.ts';
import {Conflict, NotFound} from '../../errors.ts';
import {byName, isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

export interface StoredCustomFormat extends CustomFormat {
	/** Why one of its patterns counts as no match since its last change; null when all run. */
	lastError: string | null;
	createdAt: Date;
	updatedAt: Date;
}

export type CustomFormatStore = ReturnType<typeof createCustomFormatStore>;

type Row = Stored<StoredCustomFormat>;

const formatSchema = new Schema<Row>(
	{
		_id: String,
		name: String,
		conditions: [Schema.Types.Mixed],
		includeWhenRenaming: Boolean,
		lastError: String,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
/** Names differ by more than the size of their letters. */
formatSchema.index({name: 1}, {unique: true, collation: byName});

export function createCustomFormatStore(connection: Connection) {
	const formats = connection.model<Row>('CustomFormat', formatSchema, 'customFormats');
	const taken = (error: unknown, name: string | undefined) =>
		isDuplicateKey(error) ? new Conflict('already_exists', `There is a custom format named ${name} already.`) : error;
	const unknown = (id: string) => new NotFound('custom_format_not_found', `There is no custom format with the id ${id}.`);

	async function find(id: string): Promise<StoredCustomFormat | null> {
		const found = isUuid(id) ? await formats.findById(id).lean<Row>() : null;
		return found && toRecord<StoredCustomFormat>(found);
	}

	return {
		find,
		/** Throws NotFound `custom_format_not_found`. */
		async get(id: string): Promise<StoredCustomFormat> {
			const format = await find(id);
			if (!format) {
				throw unknown(id);
			}
			return format;
		},
		async list(): Promise<StoredCustomFormat[]> {
			return (await formats.find().sort({name: 1}).collation(byName).lean<Row[]>()).map(row => toRecord<StoredCustomFormat>(row));
		},
		async findByName(name: string): Promise<StoredCustomFormat | null> {
			const found = await formats.findOne({name}).collation(byName).lean<Row>();
			return found && toRecord<StoredCustomFormat>(found);
		},
		/** Throws Conflict `already_exists`. */
		async add(format: NewCustomFormat, now: Date): Promise<StoredCustomFormat> {
			const stored = {_id: randomUUID(), ...format, lastError: null, createdAt: now, updatedAt: now};
			try {
				await formats.create([stored]);
			} catch (error) {
				throw taken(error, format.name);
			}
			return toRecord<StoredCustomFormat>(stored);
		},
		/** Changed patterns may run well: what was said of the old ones is forgotten. */
		async change(id: string, change: Partial<NewCustomFormat>, now: Date): Promise<StoredCustomFormat> {
			const forgotten = change.conditions ? {lastError: null} : {};
			try {
				const changed = await formats
					.findOneAndUpdate({_id: id}, {$set: {...change, ...forgotten, updatedAt: now}}, {returnDocument: 'after'})
					.lean<Row>();
				if (!changed) {
					throw unknown(id);
				}
				return toRecord<StoredCustomFormat>(changed);
			} catch (error) {
				throw taken(error, change.name);
			}
		},
		/** Only while its conditions are those that were judged, so that a correction is never blamed for its predecessor. */
		async setLastError({id, updatedAt}: Pick<StoredCustomFormat, 'id' | 'updatedAt'>, lastError: string | null): Promise<void> {
			await formats.updateOne({_id: id, updatedAt}, {$set: {lastError}});
		},
		async remove(id: string): Promise<boolean> {
			return (await formats.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}
