import {type Connection, Schema} from 'mongoose';
import type {ReleaseProfile} from '../../domain/decisions/release-profile.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {byName, createRecords, madeAt, type Stored, schemaOptions, toRecord} from '../mongo/records.ts';

export interface StoredReleaseProfile extends ReleaseProfile {
	/** Why one of its terms has counted as not found since the last change; null when all of them run. */
	lastError: string | null;
	createdAt: Date;
	updatedAt: Date;
}

export type NewReleaseProfile = Omit<ReleaseProfile, 'id'>;
type Row = Stored<StoredReleaseProfile>;

/** Missing in profiles of earlier versions. */
const laterFields = {excludedTags: [], indexerIds: [], lastError: null};

const profileSchema = new Schema<Row>(
	{
		_id: String,
		name: String,
		enabled: Boolean,
		mustContain: [String],
		mustNotContain: [String],
		tags: [String],
		excludedTags: [String],
		indexerIds: [String],
		scope: String,
		lastError: String,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
numberRecords(profileSchema, 'releaseProfile');
// The name of the index is that of the one that older versions had, which it replaces.
profileSchema.index({name: 1, scope: 1}, {unique: true, collation: byName, name: 'name_1'});
// Health counts those with a fault.
profileSchema.index({lastError: 1}, {partialFilterExpression: {lastError: {$type: 'string'}}});

export function createReleaseProfileStore(connection: Connection) {
	const profiles = connection.model<Row>('ReleaseProfile', profileSchema, 'releaseProfiles');
	const {get, list, insert, update, remove} = createRecords<StoredReleaseProfile>({
		model: profiles,
		kind: 'release profile',
		order: {name: 1},
		collation: byName,
		open: row => toRecord<StoredReleaseProfile>({...laterFields, ...row}),
		taken: {message: ({name}) => `A release profile named ${name} already exists.`},
	});
	return {
		get,
		list,
		remove,
		/** Profiles of which a term counts as not found. */
		countFailing: () => profiles.countDocuments({lastError: {$type: 'string'}}),
		add: (profile: NewReleaseProfile, now: Date) => insert({...profile, lastError: null, ...madeAt(now)}),
		/** Its terms run again, so the error of the old ones is cleared. */
		change: (id: string, change: Partial<NewReleaseProfile>, now: Date) => update(id, {...change, lastError: null, updatedAt: now}),
		/** Written only if the profile is unchanged since its terms ran. */
		async setLastError({id, updatedAt}: Pick<StoredReleaseProfile, 'id' | 'updatedAt'>, lastError: string): Promise<void> {
			await profiles.updateOne({_id: id, updatedAt}, {$set: {lastError}});
		},
	};
}
