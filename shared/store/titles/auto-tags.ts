import {type Connection, Schema} from 'mongoose';
import type {AutoTagRule} from '../../domain/media/auto-tags.ts';
import {Conflict} from '../../errors.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {byName, createRecords, madeAt, type Stored, schemaOptions} from '../mongo/records.ts';

export interface StoredAutoTag extends AutoTagRule {
	createdAt: Date;
	updatedAt: Date;
}

export type NewAutoTag = Omit<AutoTagRule, 'id'>;
export type AutoTagStore = ReturnType<typeof createAutoTagStore>;

type Row = Stored<StoredAutoTag>;

const ruleSchema = new Schema<Row>(
	{
		_id: String,
		name: String,
		enabled: Boolean,
		conditions: [Schema.Types.Mixed],
		tags: [String],
		scope: String,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
numberRecords(ruleSchema, 'autoTag');
// Named for its form: the one by name alone was there before rules were for movies or series only.
ruleSchema.index({name: 1, scope: 1}, {unique: true, collation: byName, name: 'name_1_scope_1'});
ruleSchema.index({enabled: 1});

/** Every title is compared with all of them. */
const maxRules = 500;

export function createAutoTagStore(connection: Connection) {
	const rules = connection.model<Row>('AutoTag', ruleSchema, 'autoTags');
	const {get, list, insert, update, remove} = createRecords<StoredAutoTag>({
		model: rules,
		kind: 'auto tag',
		order: {name: 1},
		collation: byName,
		taken: {message: ({name}) => `A rule named ${name} already exists.`},
	});
	return {
		get,
		list,
		remove,
		/** Is there a rule that gives tags? */
		any: async (): Promise<boolean> => (await rules.exists({enabled: true})) !== null,
		/** Throws Conflict `already_exists` and `too_many_auto_tags`. */
		async add(rule: NewAutoTag, now: Date): Promise<StoredAutoTag> {
			if ((await rules.estimatedDocumentCount()) >= maxRules) {
				throw new Conflict('too_many_auto_tags', `There are ${maxRules} rules, and no more are possible. Delete one first.`);
			}
			return insert({...rule, ...madeAt(now)});
		},
		change: (id: string, change: Partial<NewAutoTag>, now: Date) => update(id, {...change, updatedAt: now}),
	};
}
