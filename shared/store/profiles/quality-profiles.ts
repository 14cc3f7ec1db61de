import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {defaultProfileName, defaultProfiles, type NewProfile} from '../../domain/quality/default-profiles.ts';
import type {QualityProfile} from '../../domain/quality/profiles.ts';
import {Conflict, NotFound} from '../../errors.ts';
import {byName, isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

export interface StoredProfile extends QualityProfile {
	isDefault: boolean;
	createdAt: Date;
	updatedAt: Date;
}

export type QualityProfileStore = ReturnType<typeof createQualityProfileStore>;

const profileSchema = new Schema<Stored<StoredProfile>>(
	{
		_id: String,
		name: String,
		items: [Schema.Types.Mixed],
		cutoff: String,
		upgradeAllowed: Boolean,
		minFormatScore: Number,
		cutoffFormatScore: Number,
		minUpgradeFormatScore: Number,
		formatScores: [{_id: false, customFormatId: String, score: Number}],
		language: String,
		isDefault: Boolean,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
profileSchema.index({name: 1}, {unique: true, collation: byName});
profileSchema.index({isDefault: -1, name: 1}, {collation: byName});
profileSchema.index({'formatScores.customFormatId': 1});

export function createQualityProfileStore(connection: Connection) {
	const profiles = connection.model<Stored<StoredProfile>>('QualityProfile', profileSchema, 'qualityProfiles');
	const taken = (error: unknown, name: string | undefined) =>
		isDuplicateKey(error) ? new Conflict('already_exists', `There is a quality profile named ${name} already.`) : error;
	const unknown = (id: string) => new NotFound('quality_profile_not_found', `There is no quality profile with the id ${id}.`);

	async function find(id: string): Promise<StoredProfile | null> {
		const found = isUuid(id) ? await profiles.findById(id).lean<Stored<StoredProfile>>() : null;
		return found && toRecord<StoredProfile>(found);
	}

	return {
		find,
		async get(id: string): Promise<StoredProfile> {
			const profile = await find(id);
			if (!profile) {
				throw unknown(id);
			}
			return profile;
		},
		/** The profile that a title without one gets; the first by name when the user removed the one of the first start. */
		async getDefault(): Promise<StoredProfile> {
			const found = await profiles.findOne().sort({isDefault: -1, name: 1}).collation(byName).lean<Stored<StoredProfile>>();
			if (!found) {
				throw new NotFound('quality_profile_not_found', 'There is no quality profile. Make one at /api/quality-profiles.');
			}
			return toRecord<StoredProfile>(found);
		},
		async list(): Promise<StoredProfile[]> {
			return (await profiles.find().sort({name: 1}).collation(byName).lean<Stored<StoredProfile>[]>()).map(row =>
				toRecord<StoredProfile>(row),
			);
		},
		/** Makes the profiles of a first start when there is none at all. */
		async ensureDefaults(now: Date): Promise<void> {
			if (await profiles.exists({})) {
				return;
			}
			for (const profile of defaultProfiles) {
				const fresh = {_id: randomUUID(), ...profile, isDefault: profile.name === defaultProfileName, createdAt: now, updatedAt: now};
				// Two processes may start at once: the name decides, the second changes nothing.
				await profiles.updateOne({name: profile.name}, {$setOnInsert: fresh}, {upsert: true}).catch(error => {
					if (!isDuplicateKey(error)) {
						throw error;
					}
				});
			}
		},
		async add(profile: NewProfile, now: Date): Promise<StoredProfile> {
			const stored = {_id: randomUUID(), ...profile, isDefault: false, createdAt: now, updatedAt: now};
			try {
				await profiles.create([stored]);
			} catch (error) {
				throw taken(error, profile.name);
			}
			return toRecord<StoredProfile>(stored);
		},
		async change(id: string, change: Partial<NewProfile>, now: Date): Promise<StoredProfile> {
			try {
				const changed = await profiles
					.findOneAndUpdate({_id: id}, {$set: {...change, updatedAt: now}}, {returnDocument: 'after'})
					.lean<Stored<StoredProfile>>();
				if (!changed) {
					throw unknown(id);
				}
				return toRecord<StoredProfile>(changed);
			} catch (error) {
				throw taken(error, change.name);
			}
		},
		/** Profiles that give points for the format, or take some. */
		async namesScoring(customFormatId: string): Promise<string[]> {
			const scoring = {formatScores: {$elemMatch: {customFormatId, score: {$ne: 0}}}};
			return (await profiles.find(scoring, {name: 1}).sort({name: 1}).lean<{name: string}[]>()).map(({name}) => name);
		},
		/** Takes a format that is gone out of every profile. */
		async forgetFormat(customFormatId: string): Promise<void> {
			await profiles.updateMany({'formatScores.customFormatId': customFormatId}, {$pull: {formatScores: {customFormatId}}});
		},
		async remove(id: string): Promise<boolean> {
			return (await profiles.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}
