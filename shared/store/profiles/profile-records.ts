import {randomUUID} from 'node:crypto';
import type {Model} from 'mongoose';
import {NotFound} from '../../errors.ts';
import {byName, createRecords, madeAt, type Stored, unlessMadeMeanwhile} from '../mongo/records.ts';
import {removeButLast} from '../mongo/remove-but-last.ts';

interface StoredProfile {
	id: string;
	name: string;
	isDefault: boolean;
	createdAt: Date;
	updatedAt: Date;
}
type New<Profile extends StoredProfile> = Omit<Profile, keyof StoredProfile> & {name: string};

/** See `removeButLast`. */
const hidden = {othersRemoved: 0} as const;

/** Common part of all kinds of profiles; `path` is the API path for creating them. */
export function createProfileRecords<Profile extends StoredProfile>(
	model: Model<Stored<Profile>>,
	{kind, path}: {kind: string; path: string},
) {
	type Row = Stored<Profile>;
	const {find, get, list, insert, update, open} = createRecords<Profile>({
		model,
		kind,
		order: {name: 1},
		collation: byName,
		hidden,
		taken: {message: ({name}: {name?: unknown}) => `A ${kind} named ${name} already exists.`},
	});

	/**
	 * The profile for a record without one. If the user removed the default from first start,
	 * the first profile by name.
	 */
	async function getDefault(): Promise<Profile> {
		const found = await model.findOne({}, hidden).sort({isDefault: -1, name: 1}).collation(byName).lean<Row>();
		if (!found) {
			throw new NotFound(`${kind.replaceAll(' ', '_')}_not_found`, `There is no ${kind}. Create one at ${path}.`);
		}
		return open(found);
	}

	return {
		find,
		get,
		list,
		/** Returns false for the last profile, which stays because new records need one. */
		removeUnlessLast: (id: string): Promise<boolean> => removeButLast(model.db, model.collection.collectionName, {id}),
		getDefault,
		/** The profile with this id, or the default one when it is gone. */
		getOrDefault: async (id: string): Promise<Profile> => (await find(id)) ?? (await getDefault()),
		/** The same for many records: all profiles are read at once. Null stands for a record without one. */
		async readAll(): Promise<(id: string | null) => Profile> {
			const [all, fallback] = await Promise.all([list(), getDefault()]);
			const byId = new Map<string | null, Profile>(all.map(profile => [profile.id, profile]));
			return id => byId.get(id) ?? fallback;
		},
		/** Creates the default profiles when there are none at all; two processes may start at once. */
		async ensureDefaults(profiles: readonly New<Profile>[], defaultName: string, now: Date): Promise<void> {
			if (await model.exists({})) {
				return;
			}
			for (const profile of profiles) {
				const fresh = {_id: randomUUID(), ...profile, isDefault: profile.name === defaultName, ...madeAt(now)};
				await model.updateOne({name: profile.name}, {$setOnInsert: fresh}, {upsert: true}).catch(unlessMadeMeanwhile);
			}
		},
		// These are the parts of a Profile.
		add: (profile: New<Profile>, now: Date) => insert({...profile, isDefault: false, ...madeAt(now)} as unknown as Omit<Row, '_id'>),
		// As above.
		change: (id: string, change: Partial<New<Profile>>, now: Date) => update(id, {...change, updatedAt: now} as unknown as Partial<Row>),
	};
}
