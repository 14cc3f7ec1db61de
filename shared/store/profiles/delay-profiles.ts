import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {type DelayProfile, firstDelayProfile} from '../../domain/decisions/delay-profile.ts';
import {NotFound} from '../../errors.ts';
import {isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

export interface StoredDelayProfile extends DelayProfile {
	/** The one without tags: its delays and its protocol are settings, what is stored of them is not looked at. */
	isDefault: boolean;
	createdAt: Date;
	updatedAt: Date;
}

export type NewDelayProfile = Omit<DelayProfile, 'id'>;
export type DelayProfileStore = ReturnType<typeof createDelayProfileStore>;

type Row = Stored<StoredDelayProfile>;

const profileSchema = new Schema<Row>(
	{
		_id: String,
		order: Number,
		tags: [String],
		preferredProtocol: String,
		torrentDelayMinutes: Number,
		usenetDelayMinutes: Number,
		bypassIfHighestQuality: Boolean,
		bypassIfAboveFormatScore: Boolean,
		minimumFormatScore: Number,
		isDefault: Boolean,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
profileSchema.index({order: 1, createdAt: 1});
profileSchema.index({isDefault: 1}, {unique: true, partialFilterExpression: {isDefault: true}});

export function createDelayProfileStore(connection: Connection) {
	const profiles = connection.model<Row>('DelayProfile', profileSchema, 'delayProfiles');
	const unknown = (id: string) => new NotFound('delay_profile_not_found', `There is no delay profile with the id ${id}.`);

	return {
		/** Throws NotFound `delay_profile_not_found`. */
		async get(id: string): Promise<StoredDelayProfile> {
			const found = isUuid(id) ? await profiles.findById(id).lean<Row>() : null;
			if (!found) {
				throw unknown(id);
			}
			return toRecord<StoredDelayProfile>(found);
		},
		/** In their order. */
		async list(): Promise<StoredDelayProfile[]> {
			return (await profiles.find().sort({order: 1, createdAt: 1}).lean<Row[]>()).map(row => toRecord<StoredDelayProfile>(row));
		},
		/** Makes the one without tags when there is none. */
		async ensureDefault(now: Date): Promise<void> {
			const fresh = {_id: randomUUID(), ...firstDelayProfile, createdAt: now, updatedAt: now};
			// Two processes may start at once: the unique index decides, the second changes nothing.
			await profiles.updateOne({isDefault: true}, {$setOnInsert: fresh}, {upsert: true}).catch(error => {
				if (!isDuplicateKey(error)) {
					throw error;
				}
			});
		},
		async add(profile: NewDelayProfile, now: Date): Promise<StoredDelayProfile> {
			const stored = {_id: randomUUID(), ...profile, isDefault: false, createdAt: now, updatedAt: now};
			await profiles.create([stored]);
			return toRecord<StoredDelayProfile>(stored);
		},
		/** Throws NotFound `delay_profile_not_found`. */
		async change(id: string, change: Partial<NewDelayProfile>, now: Date): Promise<StoredDelayProfile> {
			const changed = await profiles
				.findOneAndUpdate({_id: id}, {$set: {...change, updatedAt: now}}, {returnDocument: 'after'})
				.lean<Row>();
			if (!changed) {
				throw unknown(id);
			}
			return toRecord<StoredDelayProfile>(changed);
		},
		async remove(id: string): Promise<boolean> {
			return (await profiles.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}
