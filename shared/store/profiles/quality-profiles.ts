import {type Connection, Schema} from 'mongoose';
import {defaultProfileName, defaultProfiles, type QualityProfile} from '../../domain/quality/profiles.ts';
import type {Scope} from '../../domain/scope.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {byName, type Stored, schemaOptions} from '../mongo/records.ts';
import {createProfileRecords} from './profile-records.ts';

export interface StoredProfile extends QualityProfile {
	isDefault: boolean;
	scope?: Scope;
	createdAt: Date;
	updatedAt: Date;
}

export type ProfileCutoff = Pick<QualityProfile, 'cutoff' | 'cutoffFormatScore'>;

export interface ProfileCutoffs {
	byId: ReadonlyMap<string, ProfileCutoff>;
	/** It judges titles whose own profile is gone; null if there is no profile. */
	ofDefault: ProfileCutoff | null;
}

const profileSchema = new Schema<Stored<StoredProfile>>(
	{
		_id: String,
		name: String,
		items: [Schema.Types.Mixed],
		cutoff: String,
		upgradeAllowed: Boolean,
		packForEpisodeAllowed: Boolean,
		minFormatScore: Number,
		cutoffFormatScore: Number,
		minUpgradeFormatScore: Number,
		formatScores: [{_id: false, customFormatId: String, score: Number}],
		language: String,
		isDefault: Boolean,
		scope: String,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
numberRecords(profileSchema, 'qualityProfile');
// The name of the index is that of the one that older versions had, which it replaces.
profileSchema.index({name: 1, scope: 1}, {unique: true, collation: byName, name: 'name_1'});
profileSchema.index({isDefault: -1, name: 1}, {collation: byName});
profileSchema.index({'formatScores.customFormatId': 1});

export function createQualityProfileStore(connection: Connection) {
	const profiles = connection.model<Stored<StoredProfile>>('QualityProfile', profileSchema, 'qualityProfiles');
	const records = createProfileRecords<StoredProfile>(profiles, {kind: 'quality profile', path: '/api/quality-profiles'});
	return {
		...records,
		ensureDefaults: (now: Date) => records.ensureDefaults(defaultProfiles, defaultProfileName, now),
		idsByName: async (): Promise<string[]> => (await records.list()).map(({id}) => id),
		/** The cutoffs of all profiles by id, and that of the default one. */
		async cutoffs(): Promise<ProfileCutoffs> {
			const fields = {cutoff: 1, cutoffFormatScore: 1} as const;
			const rows = await profiles
				.find({}, fields)
				.sort({isDefault: -1, name: 1})
				.collation(byName)
				.lean<(ProfileCutoff & {_id: string})[]>();
			return {byId: new Map(rows.map(row => [row._id, row])), ofDefault: rows[0] ?? null};
		},
		/** Profiles with a score for the format, positive or negative. */
		async namesScoring(customFormatId: string): Promise<string[]> {
			const scoring = {formatScores: {$elemMatch: {customFormatId, score: {$ne: 0}}}};
			return (await profiles.find(scoring, {name: 1}).sort({name: 1}).lean<{name: string}[]>()).map(({name}) => name);
		},
		/** Removes a deleted format from every profile. */
		async forgetFormat(customFormatId: string): Promise<void> {
			await profiles.updateMany({'formatScores.customFormatId': customFormatId}, {$pull: {formatScores: {customFormatId}}});
		},
	};
}
