import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import type {ReleaseProfile} from '../../domain/decisions/release-profile.ts';
import {Conflict, NotFound} from '../../errors.ts';
import {byName, isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

export interface StoredReleaseProfile extends ReleaseProfile {
	createdAt: Date;
	updatedAt: Date;
}

export type NewReleaseProfile = Omit<ReleaseProfile, 'id'>;
export type ReleaseProfileStore = ReturnType<typeof createReleaseProfileStore>;

type Row = Stored<StoredReleaseProfile>;

const profileSchema = new Schema<Row>(
	{
		_id: String,
		name: String,
		enabled: Boolean,
		mustContain: [String],
		mustNotContain: [String],
		tags: [String],
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
profileSchema.index({name: 1}, {unique: true, collation: byName});

export function createReleaseProfileStore(connection: Connection) {
	const profiles = connection.model<Row>('ReleaseProfile', profileSchema, 'releaseProfiles');
	const taken = (error: unknown, name: string | undefined) =>
		isDuplicateKey(error) ? new Conflict('already_exists', `There is a release profile named ${name} already.`) : error;
	const unknown = (id: string) => new NotFound('release_profile_not_found', `There is no release profile with the id ${id}.`);

	return {
		/** Throws NotFound `release_profile_not_found`. */
		async get(id: string): Promise<StoredReleaseProfile> {
			const found = isUuid(id) ? await profiles.findById(id).lean<Row>() : null;
			if (!found) {
				throw unknown(id);
			}
			return toRecord<StoredReleaseProfile>(found);
		},
		async list(): Promise<StoredReleaseProfile[]> {
			return (await profiles.find().sort({name: 1}).collation(byName).lean<Row[]>()).map(row => toRecord<StoredReleaseProfile>(row));
		},
		/** Throws Conflict `already_exists`. */
		async add(profile: NewReleaseProfile, now: Date): Promise<StoredReleaseProfile> {
			const stored = {_id: randomUUID(), ...profile, createdAt: now, updatedAt: now};
			try {
				await profiles.create([stored]);
			} catch (error) {
				throw taken(error, profile.name);
			}
			return toRecord<StoredReleaseProfile>(stored);
		},
		/** Throws Conflict `already_exists` and NotFound `release_profile_not_found`. */
		async change(id: string, change: Partial<NewReleaseProfile>, now: Date): Promise<StoredReleaseProfile> {
			try {
				const changed = await profiles
					.findOneAndUpdate({_id: id}, {$set: {...change, updatedAt: now}}, {returnDocument: 'after'})
					.lean<Row>();
				if (!changed) {
					throw unknown(id);
				}
				return toRecord<StoredReleaseProfile>(changed);
			} catch (error) {
				throw taken(error, change.name);
			}
		},
		async remove(id: string): Promise<boolean> {
			return (await profiles.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}
