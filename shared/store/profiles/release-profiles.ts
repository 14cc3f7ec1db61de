import {type Connection, Schema} from 'mongoose';
import type {ReleaseProfile} from '../../domain/decisions/release-profile.ts';
import {byName, createRecords, madeAt, type Stored, schemaOptions, toRecord} from '../mongo/records.ts';

export interface StoredReleaseProfile extends ReleaseProfile {
	createdAt: Date;
	updatedAt: Date;
}

export type NewReleaseProfile = Omit<ReleaseProfile, 'id'>;
type Row = Stored<StoredReleaseProfile>;

/** Missing in profiles of earlier versions. */
const laterFields = {excludedTags: [], indexerIds: []};

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
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
profileSchema.index({name: 1}, {unique: true, collation: byName});

export function createReleaseProfileStore(connection: Connection) {
	const {get, list, insert, update, remove} = createRecords<StoredReleaseProfile>({
		model: connection.model<Row>('ReleaseProfile', profileSchema, 'releaseProfiles'),
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
		add: (profile: NewReleaseProfile, now: Date) => insert({...profile, ...madeAt(now)}),
		change: (id: string, change: Partial<NewReleaseProfile>, now: Date) => update(id, {...change, updatedAt: now}),
	};
}
