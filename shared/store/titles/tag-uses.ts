import type {Connection} from 'mongoose';
import type {AutoTagCondition} from '../../domain/media/auto-tags.ts';
import {toLabel} from '../../domain/media/tags.ts';
import {createAutoTagStore} from './auto-tags.ts';
import {createTagStore} from './tags.ts';

/** The records that have tags: where they are stored, and in which fields. */
const users = {
	indexer: {collection: 'indexers', fields: ['tags']},
	downloadClient: {collection: 'downloadClients', fields: ['tags']},
	notification: {collection: 'notifications', fields: ['tags']},
	delayProfile: {collection: 'delayProfiles', fields: ['tags']},
	releaseProfile: {collection: 'releaseProfiles', fields: ['tags', 'excludedTags']},
	autoTag: {collection: 'autoTags', fields: ['tags']},
	importList: {collection: 'importLists', fields: ['tags', 'leaveTags']},
	titleCollection: {collection: 'titleCollections', fields: ['tags']},
} as const satisfies Record<string, {collection: string; fields: readonly string[]}>;

export const tagUserKinds = Object.keys(users) as (keyof typeof users)[];

/** A record that uses a label. */
export interface TagUse {
	kind: keyof typeof users;
	id: string;
	name: string;
}

interface StoredUser {
	_id: string;
	name?: string;
	/** Of collections. */
	title?: string;
	order?: number;
	tags?: string[];
	excludedTags?: string[];
	leaveTags?: string[];
	/** Of rules. */
	conditions?: AutoTagCondition[];
}

type TagField = 'tags' | 'excludedTags' | 'leaveTags';

/** Changes one list of tags of a record. */
export type ReplaceTags = (tags: readonly string[]) => string[];

/** Finds and changes the tags of all sorts of records. There are a few hundred of them at most. */
function createTagUses(connection: Connection) {
	async function read(kind: keyof typeof users): Promise<StoredUser[]> {
		const fields = {name: 1, title: 1, order: 1, tags: 1, excludedTags: 1, leaveTags: 1, conditions: 1} as const;
		// There are thousands of collections, and few have tags; an index has those.
		const only = kind === 'titleCollection' ? {'tags.0': {$exists: true}} : {};
		return connection.collection<StoredUser>(users[kind].collection).find(only, {projection: fields}).sort({_id: 1}).toArray();
	}

	const textsIn = (row: StoredUser, fields: readonly TagField[]) => [
		...fields.flatMap(field => row[field] ?? []),
		...(row.conditions ?? []).flatMap(({kind, value}) => (kind === 'tag' ? String(value) : [])),
	];

	return {
		/** By label: the records that have it as a tag, in whatever spelling. */
		async all(): Promise<Map<string, TagUse[]>> {
			const found = new Map<string, TagUse[]>();
			for (const kind of tagUserKinds) {
				for (const row of await read(kind)) {
					for (const label of new Set(textsIn(row, users[kind].fields).map(toLabel))) {
						found.set(label, [
							...(found.get(label) ?? []),
							{kind, id: row._id, name: row.name ?? row.title ?? `Delay profile ${row.order ?? ''}`},
						]);
					}
				}
			}
			return found;
		},
		/** Lets the conditions of rules ask for another label. */
		async replaceInConditions(from: string, to: string, now: Date): Promise<void> {
			for (const {_id, conditions = []} of await read('autoTag')) {
				const isOf = ({kind, value}: AutoTagCondition) => kind === 'tag' && toLabel(String(value)) === from;
				if (conditions.some(isOf)) {
					const changed = conditions.map(each => (isOf(each) ? {...each, value: to} : each));
					await connection
						.collection<StoredUser & {updatedAt: Date}>('autoTags')
						.updateOne({_id, conditions}, {$set: {conditions: changed, updatedAt: now}});
				}
			}
		},
		/** Changes the tags of every record that has this label; a second call changes nothing more. */
		async replace(label: string, replaced: ReplaceTags, now: Date): Promise<void> {
			for (const kind of tagUserKinds) {
				const {collection, fields} = users[kind];
				for (const row of await read(kind)) {
					const having = (fields as readonly TagField[]).filter(field => row[field]?.some(tag => toLabel(tag) === label));
					for (const field of having) {
						const before = row[field] ?? [];
						// A person who changes the record meanwhile gets a conflict.
						await connection
							.collection<StoredUser & {updatedAt: Date}>(collection)
							.updateOne({_id: row._id, [field]: before}, {$set: {[field]: replaced(before), updatedAt: now}});
					}
				}
			}
		},
	};
}

/** Everything about tags except those of titles. */
export function createTagStores(connection: Connection) {
	return {autoTags: createAutoTagStore(connection), tags: createTagStore(connection), tagUses: createTagUses(connection)};
}
