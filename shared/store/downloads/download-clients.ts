import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {
	type DownloadClientHealth,
	type DownloadClientRecord,
	type DownloadClientSettings,
	defaultClientSettings,
} from '../../domain/downloads/download-client-record.ts';
import {maskedHealth} from '../../mask-secrets.ts';
import type {Secrets} from '../../secrets.ts';
import {byName, type Stored, schemaOptions} from '../mongo/record.ts';
import {createRecords, madeAt} from '../mongo/records.ts';
import {createSealing} from '../sealing/sealed-fields.ts';

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

const builtin: NewDownloadClient = {...defaultClientSettings, name: 'Built-in', kind: 'builtin', priority: 50};
const untried: DownloadClientHealth = {status: 'unknown', lastError: null, version: null};

/** Address, password, key and settings are encrypted in the database and plain in the returned records. */
export function createDownloadClientStore(connection: Connection, secrets: Secrets) {
	const clients = connection.model<Stored<DownloadClientRecord>>('DownloadClient', clientSchema, 'downloadClients');
	const sealing = createSealing('downloadClients', secrets);
	const {find, get, list, insert, update, note, remove} = createRecords<DownloadClientRecord>({
		model: clients,
		kind: 'download client',
		order: {priority: 1, name: 1},
		collation: byName,
		sealing,
		taken: {message: ({name}) => `A download client named ${name}, or a built-in one, already exists.`},
	});

	return {
		find,
		get,
		list,
		remove,
		add: (client: NewDownloadClient, now: Date) => insert({...client, ...untried, ...madeAt(now)}),
		change: (id: string, change: Partial<NewDownloadClient>, now: Date) => update(id, {...change, ...untried, updatedAt: now}),
		/** Creates the built-in client on first start; there is exactly one. */
		async ensureBuiltin(now: Date): Promise<void> {
			const _id = randomUUID();
			const fresh = {_id, ...sealing.seal(_id, builtin), ...untried, ...madeAt(now)};
			await clients.updateOne({kind: 'builtin'}, {$setOnInsert: fresh}, {upsert: true});
		},
		/** With `seen`, nothing is written if the record was changed since then. */
		setHealth: (id: string, health: Partial<DownloadClientHealth>, seen?: Pick<DownloadClientRecord, 'updatedAt'>): Promise<void> =>
			note(id, maskedHealth(health), seen && {updatedAt: seen.updatedAt}),
	};
}
