import type {Connection} from 'mongoose';
import {toLabel} from '../../domain/media/tags.ts';

/** The records that have tags: where they are stored, and in which fields. */
const users = {
	indexer: {collection: 'indexers', fields: ['tags']},
	downloadClient: {collection: 'downloadClients', fields: ['tags']},
	notification: {collection: 'notifications', fields: ['tags']},
	delayProfile: {collection: 'delayProfiles', fields: ['tags']},
	releaseProfile: {collection: 'releaseProfiles', fields: ['tags', 'excludedTags']},
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
	order?: number;
	tags?: string[];
	excludedTags?: string[];
}

type TagField = 'tags' | 'excludedTags';

/** What one list of tags of a record becomes. */
export type ReplaceTags = (tags: readonly string[]) => string[];

export type TagUses = ReturnType<typeof createTagUses>;

/** Finds and changes the tags of all sorts of records. There are a few hundred of them at most. */
export function createTagUses(connection: Connection) {
	async function read(kind: keyof typeof users): Promise<StoredUser[]> {
		const fields = {name: 1, order: 1, tags: 1, excludedTags: 1} as const;
		return connection.collection<StoredUser>(users[kind].collection).find({}, {projection: fields}).sort({_id: 1}).toArray();
	}

	const textsIn = (row: StoredUser, fields: readonly TagField[]) => fields.flatMap(field => row[field] ?? []);

	return {
		/** By label: the records that have it as a tag, in whatever spelling. */
		async all(): Promise<Map<string, TagUse[]>> {
			const found = new Map<string, TagUse[]>();
			for (const kind of tagUserKinds) {
				for (const row of await read(kind)) {
					for (const label of new Set(textsIn(row, users[kind].fields).map(toLabel))) {
						found.set(label, [...(found.get(label) ?? []), {kind, id: row._id, name: row.name ?? `Delay profile ${row.order ?? ''}`}]);
					}
				}
			}
			return found;
		},
		/** Changes the tags of every record that has this label; a second call changes nothing more. */
		async replace(label: string, replaced: ReplaceTags, now: Date): Promise<void> {
			for (const kind of tagUserKinds) {
				const {collection, fields} = users[kind];
				for (const row of await read(kind)) {
					const having = (fields as readonly TagField[]).filter(field => row[field]?.some(tag => toLabel(tag) === label));
					for (const field of having) {
						const before = row[field] ?? [];
						// Whoever changes the record meanwhile is told so.
						await connection
							.collection<StoredUser & {updatedAt: Date}>(collection)
							.updateOne({_id: row._id, [field]: before}, {$set: {[field]: replaced(before), updatedAt: now}});
					}
				}
			}
		},
	};
}
