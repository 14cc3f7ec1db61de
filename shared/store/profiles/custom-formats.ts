import {type Connection, Schema} from 'mongoose';
import type {CustomFormat, NewCustomFormat} from '../../domain/quality/custom-format.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {byName, createRecords, madeAt, type Stored, schemaOptions} from '../mongo/records.ts';

export interface StoredCustomFormat extends CustomFormat {
	/** Why one of its patterns has counted as not matching since the last change; null when all patterns run. */
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
		scope: String,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
/** Names must differ in more than upper and lower case. */
numberRecords(formatSchema, 'customFormat');
// The name of the index is that of the one that older versions had, which it replaces.
formatSchema.index({name: 1, scope: 1}, {unique: true, collation: byName, name: 'name_1'});
// Health counts those with a fault.
formatSchema.index({lastError: 1}, {partialFilterExpression: {lastError: {$type: 'string'}}});

export function createCustomFormatStore(connection: Connection) {
	const formats = connection.model<Row>('CustomFormat', formatSchema, 'customFormats');
	const {find, get, list, insert, update, remove, open} = createRecords<StoredCustomFormat>({
		model: formats,
		kind: 'custom format',
		order: {name: 1},
		collation: byName,
		taken: {message: ({name}) => `A custom format named ${name} already exists.`},
	});

	return {
		find,
		get,
		list,
		remove,
		/** One for movies and series alike. */
		async findByName(name: string): Promise<StoredCustomFormat | null> {
			const found = await formats.findOne({name, scope: null}).collation(byName).lean<Row>();
			return found && open(found);
		},
		/** Is there a format for movies and series alike with one of these names? */
		async hasOneOf(names: readonly string[]): Promise<boolean> {
			return (await formats.exists({name: {$in: [...names]}, scope: null}).collation(byName)) !== null;
		},
		/** Formats of which a pattern counts as no match. */
		countFailing: () => formats.countDocuments({lastError: {$type: 'string'}}),
		add: (format: NewCustomFormat, now: Date) => insert({...format, lastError: null, ...madeAt(now)}),
		/** New patterns may be valid, so the error of the old ones is cleared. */
		change: (id: string, change: Partial<NewCustomFormat>, now: Date) =>
			update(id, {...change, ...(change.conditions && {lastError: null}), updatedAt: now}),
		/**
		 * Written only if the format is unchanged since it was checked, so a corrected format does not get
		 * the error of the old one.
		 */
		async setLastError({id, updatedAt}: Pick<StoredCustomFormat, 'id' | 'updatedAt'>, lastError: string | null): Promise<void> {
			await formats.updateOne({_id: id, updatedAt}, {$set: {lastError}});
		},
	};
}
