import {type Connection, Schema} from 'mongoose';
import {Conflict} from '../../errors.ts';
import {createRecords, madeAt, type Stored, schemaOptions, toRecord} from '../mongo/records.ts';

export const filteredKinds = ['movies', 'series'] as const;
export type FilteredKind = (typeof filteredKinds)[number];

/** Conditions of a list of titles, saved under a name. */
export interface CustomFilter {
	id: string;
	kind: FilteredKind;
	name: string;
	/** Parameters of the list. */
	conditions: Readonly<Record<string, string | number | boolean>>;
	/** Such as `title:asc`; null for whatever the list is sorted by. */
	sort: string | null;
	createdAt: Date;
	updatedAt: Date;
}
export type NewCustomFilter = Pick<CustomFilter, 'kind' | 'name' | 'conditions' | 'sort'>;

interface StoredFilter extends Stored<CustomFilter> {
	/** The user or API key whose filter it is. */
	owner: string;
	nameKey: string;
}

/** Filters of one owner. */
export const maxCustomFilters = 100;

const filterSchema = new Schema<StoredFilter>(
	{
		_id: String,
		owner: String,
		kind: String,
		name: String,
		nameKey: String,
		conditions: Schema.Types.Mixed,
		sort: String,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
filterSchema.index({owner: 1, kind: 1, nameKey: 1}, {unique: true});

const nameKey = (name: string) => name.normalize('NFKC').toLowerCase();

export function createCustomFilterStore(connection: Connection) {
	const filters = connection.model<StoredFilter>('CustomFilter', filterSchema, 'customFilters');
	const {insert, update, open} = createRecords<CustomFilter, StoredFilter>({
		model: filters,
		kind: 'custom filter',
		open: ({owner: _owner, nameKey: _nameKey, ...row}) => toRecord<CustomFilter>({...row, sort: row.sort ?? null}),
		taken: {message: ({name}) => `A filter named ${name} already exists.`},
	});

	return {
		/** By kind and name. */
		async of(owner: string): Promise<CustomFilter[]> {
			const rows = await filters.find({owner}).sort({kind: 1, nameKey: 1}).limit(maxCustomFilters).lean<StoredFilter[]>();
			return rows.map(open);
		},
		/** Throws Conflict `already_exists`, and `too_many_filters`. */
		async add(owner: string, filter: NewCustomFilter, now: Date): Promise<CustomFilter> {
			if ((await filters.countDocuments({owner})) >= maxCustomFilters) {
				throw new Conflict('too_many_filters', `There are ${maxCustomFilters} filters already. Delete one first.`);
			}
			return insert({owner, ...filter, nameKey: nameKey(filter.name), ...madeAt(now)});
		},
		/** Null if it is not this owner's. Throws Conflict `already_exists`. */
		async change(owner: string, id: string, filter: NewCustomFilter, now: Date): Promise<CustomFilter | null> {
			const isOwn = (await filters.exists({_id: id, owner})) !== null;
			return isOwn ? update(id, {...filter, nameKey: nameKey(filter.name), updatedAt: now}) : null;
		},
		/** Whether it was there, and this owner's. */
		remove: async (owner: string, id: string): Promise<boolean> => (await filters.deleteOne({_id: id, owner})).deletedCount > 0,
		async removeAllOf(owner: string): Promise<void> {
			await filters.deleteMany({owner});
		},
	};
}
