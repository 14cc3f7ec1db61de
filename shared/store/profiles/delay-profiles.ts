import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {type DelayProfile, firstDelayProfile} from '../../domain/decisions/delay-profile.ts';
import {numberRecords} from '../mongo/record-numbers.ts';
import {createRecords, madeAt, type Stored, schemaOptions, unlessMadeMeanwhile} from '../mongo/records.ts';

export interface StoredDelayProfile extends DelayProfile {
	/** True for the one without tags. Its delays and its protocol are settings; the stored values are ignored. */
	isDefault: boolean;
	createdAt: Date;
	updatedAt: Date;
}

export type NewDelayProfile = Omit<DelayProfile, 'id'>;
type Row = Stored<StoredDelayProfile>;

const profileSchema = new Schema<Row>(
	{
		_id: String,
		order: Number,
		tags: [String],
		preferredProtocol: String,
		enableTorrent: Boolean,
		enableUsenet: Boolean,
		torrentDelayMinutes: Number,
		usenetDelayMinutes: Number,
		bypassIfHighestQuality: Boolean,
		bypassIfAboveFormatScore: Boolean,
		minimumFormatScore: Number,
		scope: String,
		isDefault: Boolean,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
numberRecords(profileSchema, 'delayProfile');
profileSchema.index({order: 1, createdAt: 1});
profileSchema.index({isDefault: 1}, {unique: true, partialFilterExpression: {isDefault: true}});

export function createDelayProfileStore(connection: Connection) {
	const profiles = connection.model<Row>('DelayProfile', profileSchema, 'delayProfiles');
	const {get, list, insert, update, remove} = createRecords<StoredDelayProfile>({
		model: profiles,
		kind: 'delay profile',
		order: {order: 1, createdAt: 1},
	});
	return {
		get,
		list,
		remove,
		/** Creates the default when it is missing; two processes may start at once. */
		async ensureDefault(now: Date): Promise<void> {
			const fresh = {_id: randomUUID(), ...firstDelayProfile, ...madeAt(now)};
			await profiles.updateOne({isDefault: true}, {$setOnInsert: fresh}, {upsert: true}).catch(unlessMadeMeanwhile);
		},
		add: (profile: NewDelayProfile, now: Date) => insert({...profile, isDefault: false, ...madeAt(now)}),
		change: (id: string, change: Partial<NewDelayProfile>, now: Date) => update(id, {...change, updatedAt: now}),
	};
}
