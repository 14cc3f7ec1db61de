import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import type {DownloadClientHealth, DownloadClientRecord, DownloadClientSettings} from '../../domain/downloads/download-client-record.ts';
import {Conflict, NotFound} from '../../errors.ts';
import type {Secrets} from '../../secrets.ts';
import {byName, isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

export type DownloadClientStore = ReturnType<typeof createDownloadClientStore>;
export type NewDownloadClient = Omit<DownloadClientSettings, 'id'>;

const clientSchema = new Schema<Stored<DownloadClientRecord>>(
	{
		_id: String,
		name: String,
		kind: String,
		url: String,
		username: String,
		password: String,
		apiKey: String,
		category: String,
		directory: String,
		enabled: Boolean,
		priority: Number,
		addPaused: Boolean,
		removeCompleted: Boolean,
		removeFailed: Boolean,
		settings: Schema.Types.Mixed,
		status: String,
		lastError: String,
		version: String,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
clientSchema.index({name: 1}, {unique: true, collation: byName});
clientSchema.index({priority: 1, name: 1}, {collation: byName});
clientSchema.index({kind: 1}, {unique: true, partialFilterExpression: {kind: 'builtin'}, name: 'one_builtin'});

const builtin: NewDownloadClient = {
	name: 'Built-in',
	kind: 'builtin',
	url: null,
	username: null,
	password: null,
	apiKey: null,
	category: 'kinoteka',
	directory: null,
	enabled: true,
	priority: 50,
	addPaused: false,
	removeCompleted: true,
	removeFailed: true,
	settings: {},
};
const untried: DownloadClientHealth = {status: 'unknown', lastError: null, version: null};

/** Password and key are sealed in the database and open in the records that this store answers. */
export function createDownloadClientStore(connection: Connection, secrets: Secrets) {
	const clients = connection.model<Stored<DownloadClientRecord>>('DownloadClient', clientSchema, 'downloadClients');
	const open = (stored: Stored<DownloadClientRecord>): DownloadClientRecord => ({
		...toRecord<DownloadClientRecord>(stored),
		password: stored.password && secrets.open(stored.password),
		apiKey: stored.apiKey && secrets.open(stored.apiKey),
	});
	const sealed = <T extends Partial<NewDownloadClient>>(change: T): T => ({
		...change,
		...(change.password && {password: secrets.seal(change.password)}),
		...(change.apiKey && {apiKey: secrets.seal(change.apiKey)}),
	});
	const taken = (error: unknown, name: string | undefined) =>
		isDuplicateKey(error)
			? new Conflict('already_exists', `There is a download client named ${name}, or a second built-in one, already.`)
			: error;
	const unknown = (id: string) => new NotFound('download_client_not_found', `There is no download client with the id ${id}.`);

	async function find(id: string): Promise<DownloadClientRecord | null> {
		const found = isUuid(id) ? await clients.findById(id).lean<Stored<DownloadClientRecord>>() : null;
		return found && open(found);
	}

	return {
		find,
		async get(id: string): Promise<DownloadClientRecord> {
			const client = await find(id);
			if (!client) {
				throw unknown(id);
			}
			return client;
		},
		async list(): Promise<DownloadClientRecord[]> {
			return (await clients.find().sort({priority: 1, name: 1}).collation(byName).lean<Stored<DownloadClientRecord>[]>()).map(open);
		},
		async add(client: NewDownloadClient, now: Date): Promise<DownloadClientRecord> {
			const stored = {_id: randomUUID(), ...sealed(client), ...untried, createdAt: now, updatedAt: now};
			try {
				await clients.create([stored]);
			} catch (error) {
				throw taken(error, client.name);
			}
			return open(stored);
		},
		/** Exactly one built-in client exists from the first start. */
		async ensureBuiltin(now: Date): Promise<void> {
			await clients.updateOne(
				{kind: 'builtin'},
				{$setOnInsert: {_id: randomUUID(), ...builtin, ...untried, createdAt: now, updatedAt: now}},
				{upsert: true},
			);
		},
		async change(id: string, change: Partial<NewDownloadClient>, now: Date): Promise<DownloadClientRecord> {
			try {
				const changed = await clients
					.findOneAndUpdate({_id: id}, {$set: {...sealed(change), ...untried, updatedAt: now}}, {returnDocument: 'after'})
					.lean<Stored<DownloadClientRecord>>();
				if (!changed) {
					throw unknown(id);
				}
				return open(changed);
			} catch (error) {
				throw taken(error, change.name);
			}
		},
		async setHealth(id: string, health: Partial<DownloadClientHealth>): Promise<void> {
			await clients.updateOne({_id: id}, {$set: health});
		},
		async remove(id: string): Promise<boolean> {
			return (await clients.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}
