import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {defaultLanguageProfile, type LanguageProfile, type NewLanguageProfile} from '../../domain/languages/language-profile.ts';
import {Conflict, NotFound} from '../../errors.ts';
import {byName, isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

export interface StoredLanguageProfile extends LanguageProfile {
	isDefault: boolean;
	createdAt: Date;
	updatedAt: Date;
}

export type LanguageProfileStore = ReturnType<typeof createLanguageProfileStore>;

type Row = Stored<StoredLanguageProfile>;

const profileSchema = new Schema<Row>(
	{
		_id: String,
		name: String,
		languages: [{_id: false, code: String, allowed: Boolean}],
		cutoff: String,
		upgradeAllowed: Boolean,
		subtitles: [{_id: false, code: String, forced: Boolean, hearingImpaired: Boolean}],
		minimumSubtitleScore: Number,
		isDefault: Boolean,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
profileSchema.index({name: 1}, {unique: true, collation: byName});
profileSchema.index({isDefault: -1, name: 1}, {collation: byName});

export function createLanguageProfileStore(connection: Connection) {
	const profiles = connection.model<Row>('LanguageProfile', profileSchema, 'languageProfiles');
	const taken = (error: unknown, name: string | undefined) =>
		isDuplicateKey(error) ? new Conflict('already_exists', `There is a language profile named ${name} already.`) : error;
	const unknown = (id: string) => new NotFound('language_profile_not_found', `There is no language profile with the id ${id}.`);

	async function find(id: string): Promise<StoredLanguageProfile | null> {
		const found = isUuid(id) ? await profiles.findById(id).lean<Row>() : null;
		return found && toRecord<StoredLanguageProfile>(found);
	}

	return {
		find,
		/** Throws NotFound `language_profile_not_found`. */
		async get(id: string): Promise<StoredLanguageProfile> {
			const profile = await find(id);
			if (!profile) {
				throw unknown(id);
			}
			return profile;
		},
		/** What a library without one gets; the first by name when the user removed the one of the first start. */
		async getDefault(): Promise<StoredLanguageProfile> {
			const found = await profiles.findOne().sort({isDefault: -1, name: 1}).collation(byName).lean<Row>();
			if (!found) {
				throw new NotFound('language_profile_not_found', 'There is no language profile. Make one at /api/language-profiles.');
			}
			return toRecord<StoredLanguageProfile>(found);
		},
		async list(): Promise<StoredLanguageProfile[]> {
			return (await profiles.find().sort({name: 1}).collation(byName).lean<Row[]>()).map(row => toRecord<StoredLanguageProfile>(row));
		},
		/** Makes the profile of a first start when there is none at all. */
		async ensureDefaults(now: Date): Promise<void> {
			if (await profiles.exists({})) {
				return;
			}
			const fresh = {_id: randomUUID(), ...defaultLanguageProfile, isDefault: true, createdAt: now, updatedAt: now};
			// Two processes may start at once: the name decides, the second changes nothing.
			await profiles.updateOne({name: fresh.name}, {$setOnInsert: fresh}, {upsert: true}).catch(error => {
				if (!isDuplicateKey(error)) {
					throw error;
				}
			});
		},
		/** Throws Conflict `already_exists`. */
		async add(profile: NewLanguageProfile, now: Date): Promise<StoredLanguageProfile> {
			const stored = {_id: randomUUID(), ...profile, isDefault: false, createdAt: now, updatedAt: now};
			try {
				await profiles.create([stored]);
			} catch (error) {
				throw taken(error, profile.name);
			}
			return toRecord<StoredLanguageProfile>(stored);
		},
		async change(id: string, change: Partial<NewLanguageProfile>, now: Date): Promise<StoredLanguageProfile> {
			try {
				const changed = await profiles
					.findOneAndUpdate({_id: id}, {$set: {...change, updatedAt: now}}, {returnDocument: 'after'})
					.lean<Row>();
				if (!changed) {
					throw unknown(id);
				}
				return toRecord<StoredLanguageProfile>(changed);
			} catch (error) {
				throw taken(error, change.name);
			}
		},
		async remove(id: string): Promise<boolean> {
			return (await profiles.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}
