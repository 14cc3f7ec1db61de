import {createHash, randomBytes, randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {NotFound} from '../../errors.ts';
import {isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

export const apiKeyTypes = ['main', 'streaming'] as const;
/** `main` may do everything, `streaming` only reads. */
export type ApiKeyType = (typeof apiKeyTypes)[number];

export interface ApiKey {
	id: string;
	name: string;
	type: ApiKeyType;
	/** SHA-256 of the key: 256 random bits need no salt. */
	hash: string;
	lastUsedAt: Date | null;
	createdAt: Date;
	updatedAt: Date;
}

export interface NewApiKey {
	name: string;
	type: ApiKeyType;
	value: string;
}

export type ApiKeyStore = ReturnType<typeof createApiKeyStore>;

const keySchema = new Schema<Stored<ApiKey>>(
	{_id: String, name: String, type: String, hash: String, lastUsedAt: Date, createdAt: Date, updatedAt: Date},
	schemaOptions,
);
keySchema.index({hash: 1}, {unique: true});
keySchema.index({createdAt: 1, _id: 1});
keySchema.index({type: 1});

/** Milliseconds between two notes that a key is in use. */
const usedNoteMs = 60_000;

export const hashOfKey = (value: string) => createHash('sha256').update(value).digest('base64url');
/** 256 random bits. */
export const newKeyValue = () => randomBytes(32).toString('base64url');

export function createApiKeyStore(connection: Connection) {
	const keys = connection.model<Stored<ApiKey>>('ApiKey', keySchema, 'apiKeys');
	const unknown = (id: string) => new NotFound('api_key_not_found', `There is no API key with the id ${id}.`);

	return {
		async get(id: string): Promise<ApiKey> {
			const found = isUuid(id) ? await keys.findById(id).lean<Stored<ApiKey>>() : null;
			if (!found) {
				throw unknown(id);
			}
			return toRecord<ApiKey>(found);
		},
		async findByHash(hash: string): Promise<ApiKey | null> {
			const found = await keys.findOne({hash}).lean<Stored<ApiKey>>();
			return found && toRecord<ApiKey>(found);
		},
		async list(): Promise<ApiKey[]> {
			return (await keys.find().sort({createdAt: 1, _id: 1}).lean<Stored<ApiKey>[]>()).map(row => toRecord<ApiKey>(row));
		},
		countMain: () => keys.countDocuments({type: 'main'}),
		async add(key: NewApiKey, now: Date): Promise<ApiKey> {
			const stored = toStored(key, now);
			await keys.create([stored]);
			return toRecord<ApiKey>(stored);
		},
		/** The key with this value, made when there is none. */
		async ensure(key: NewApiKey, now: Date): Promise<ApiKey> {
			const fresh = toStored(key, now);
			await keys.updateOne({hash: fresh.hash}, {$setOnInsert: fresh}, {upsert: true}).catch(error => {
				if (!isDuplicateKey(error)) {
					throw error;
				}
			});
			const found = await keys.findOne({hash: fresh.hash}).lean<Stored<ApiKey>>();
			return toRecord<ApiKey>(found ?? fresh);
		},
		/** The old value is void from now on. */
		async replace(id: string, value: string, now: Date): Promise<ApiKey> {
			const changed = isUuid(id)
				? await keys
						.findOneAndUpdate({_id: id}, {$set: {hash: hashOfKey(value), lastUsedAt: null, updatedAt: now}}, {returnDocument: 'after'})
						.lean<Stored<ApiKey>>()
				: null;
			if (!changed) {
				throw unknown(id);
			}
			return toRecord<ApiKey>(changed);
		},
		/** Written at most once a minute, whoever asks. */
		async markUsed({id, lastUsedAt}: Pick<ApiKey, 'id' | 'lastUsedAt'>, now: Date): Promise<void> {
			const before = new Date(Number(now) - usedNoteMs);
			if (!lastUsedAt || lastUsedAt < before) {
				await keys.updateOne({_id: id, $or: [{lastUsedAt: null}, {lastUsedAt: {$lt: before}}]}, {$set: {lastUsedAt: now}});
			}
		},
		async remove(id: string): Promise<boolean> {
			return (await keys.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}

function toStored({name, type, value}: NewApiKey, now: Date): Stored<ApiKey> {
	return {_id: randomUUID(), name, type, hash: hashOfKey(value), lastUsedAt: null, createdAt: now, updatedAt: now};
}
