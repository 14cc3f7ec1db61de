import {createHash, randomBytes, randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {createRecords, madeAt, type Stored, schemaOptions, toRecord, unlessMadeMeanwhile} from '../mongo/records.ts';
import {removeButLast} from '../mongo/remove-but-last.ts';

export const apiKeyTypes = ['main', 'streaming', 'calendar', 'solver', 'apps'] as const;
/**
 * `main` may do everything; `streaming` may only read; `calendar` may read the iCal feed and `solver` use the captcha
 * solver of other programs, and nothing else. `apps` is for programs made for Radarr, Sonarr and Prowlarr, and opens
 * nothing below `/api`.
 */
export type ApiKeyType = (typeof apiKeyTypes)[number];

export interface ApiKey {
	id: string;
	name: string;
	type: ApiKeyType;
	/** SHA-256 of the key; 256 random bits need no salt. */
	hash: string;
	/** What a program with a key of type `apps` may do; null for other keys. */
	app: AppRights | null;
	lastUsedAt: Date | null;
	/** From then on it is refused; null if it never expires. */
	expiresAt: Date | null;
	createdAt: Date;
	updatedAt: Date;
}

/** Where programs made for Radarr and Sonarr find what they know. */
export const faces = ['movies', 'tv'] as const;
export type Face = (typeof faces)[number];
/** Where keys for such programs may be valid: indexers are what programs made for Prowlarr know. */
export const appFaces = [...faces, 'indexers'] as const;
export type AppFace = (typeof appFaces)[number];

export interface AppRights {
	readOnly: boolean;
	faces: AppFace[];
	/** Files that it may delete in an hour; 0 for no limit. */
	filesPerHour: number;
	/** The same in bytes. */
	bytesPerHour: number;
}

export interface NewApiKey {
	name: string;
	type: ApiKeyType;
	value: string;
	expiresAt?: Date | null;
	app?: AppRights | null;
}

export type ApiKeyStore = ReturnType<typeof createApiKeyStore>;

const keySchema = new Schema<Stored<ApiKey>>(
	{
		_id: String,
		name: String,
		type: String,
		hash: String,
		app: {type: {readOnly: Boolean, faces: [String], filesPerHour: Number, bytesPerHour: Number}, default: null, _id: false},
		lastUsedAt: Date,
		expiresAt: Date,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
keySchema.index({hash: 1}, {unique: true});
keySchema.index({createdAt: 1, _id: 1});
keySchema.index({type: 1});

/** Minimum milliseconds between two updates of the last use. */
const usedNoteMs = 60_000;

export const hashOfKey = (value: string) => createHash('sha256').update(value).digest('base64url');
export const isExpired = ({expiresAt}: Pick<ApiKey, 'expiresAt'>, now: Date) => expiresAt !== null && expiresAt <= now;
/** 256 random bits; for programs that know only the keys of Radarr and Sonarr, 128 as 32 hex digits. */
export const newKeyValue = (type: ApiKeyType = 'main') =>
	type === 'apps' ? randomBytes(16).toString('hex') : randomBytes(32).toString('base64url');

export function createApiKeyStore(connection: Connection) {
	const keys = connection.model<Stored<ApiKey>>('ApiKey', keySchema, 'apiKeys');
	const {find, get, list, insert, update, remove, open} = createRecords<ApiKey>({
		model: keys,
		kind: 'API key',
		order: {createdAt: 1, _id: 1},
		// Keys of earlier versions have neither.
		open: stored => ({...toRecord<ApiKey>(stored), expiresAt: stored.expiresAt ?? null, app: stored.app ?? null}),
	});

	return {
		find,
		get,
		list,
		remove,
		async findByHash(hash: string): Promise<ApiKey | null> {
			const found = await keys.findOne({hash}).lean<Stored<ApiKey>>();
			return found && open(found);
		},
		/** Returns false for the last main key that never expires, which stays. */
		removeMain: (id: string): Promise<boolean> => removeButLast(connection, 'apiKeys', {id, alike: {type: 'main', expiresAt: null}}),
		add: (key: NewApiKey, now: Date) => insert(toStored(key, now)),
		/** The key with this value; created when there is none. */
		async ensure(key: NewApiKey, now: Date): Promise<ApiKey> {
			const fresh = {_id: randomUUID(), ...toStored(key, now)};
			await keys.updateOne({hash: fresh.hash}, {$setOnInsert: fresh}, {upsert: true}).catch(unlessMadeMeanwhile);
			const found = await keys.findOne({hash: fresh.hash}).lean<Stored<ApiKey>>();
			return open(found ?? fresh);
		},
		/** The old value is invalid from now on. Of two callers at once only one replaces it. */
		replace: (seen: Pick<ApiKey, 'id' | 'updatedAt'>, value: string, now: Date) =>
			update(seen.id, {hash: hashOfKey(value), lastUsedAt: null, updatedAt: now}, seen),
		/** Written at most once a minute per key. */
		async markUsed({id, lastUsedAt}: Pick<ApiKey, 'id' | 'lastUsedAt'>, now: Date): Promise<void> {
			const before = new Date(Number(now) - usedNoteMs);
			if (!lastUsedAt || lastUsedAt < before) {
				await keys.updateOne({_id: id, $or: [{lastUsedAt: null}, {lastUsedAt: {$lt: before}}]}, {$set: {lastUsedAt: now}});
			}
		},
	};
}

function toStored({name, type, value, expiresAt = null, app = null}: NewApiKey, now: Date): Omit<ApiKey, 'id'> {
	return {name, type, hash: hashOfKey(value), app, lastUsedAt: null, expiresAt, ...madeAt(now)};
}
