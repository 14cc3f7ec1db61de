import {type Connection, Schema} from 'mongoose';
import type {Indexer, IndexerHealth, IndexerSettings} from '../../domain/indexers/indexer-record.ts';
import {maskedHealth} from '../../mask-secrets.ts';
import type {Secrets} from '../../secrets.ts';
import {byName, type Stored, schemaOptions} from '../mongo/record.ts';
import {createRecords, madeAt} from '../mongo/records.ts';
import {createSealing} from '../sealing/sealed-fields.ts';

export type IndexerStore = ReturnType<typeof createIndexerStore>;
export type NewIndexer = Omit<IndexerSettings, 'id'>;

const indexerSchema = new Schema<Stored<Indexer>>(
	{
		_id: String,
		name: String,
		kind: String,
		url: String,
		apiPath: String,
		apiKey: String,
		categories: [Number],
		enabled: Boolean,
		priority: Number,
		minimumSeeders: Number,
		seedRatio: Number,
		seedTimeMinutes: Number,
		queryLimit: Number,
		grabLimit: Number,
		limitUnit: String,
		timeoutSeconds: Number,
		minimumIntervalSeconds: Number,
		downloadClientId: String,
		captcha: Boolean,
		tags: [String],
		status: String,
		lastError: String,
		disabledUntil: Date,
		failures: Number,
		capabilities: Schema.Types.Mixed,
		createdAt: Date,
		updatedAt: Date,
	},
	schemaOptions,
);
indexerSchema.index({name: 1}, {unique: true, collation: byName});
indexerSchema.index({priority: 1, name: 1}, {collation: byName});

/** Address and key are encrypted in the database and plain in the returned records. */
export function createIndexerStore(connection: Connection, secrets: Secrets) {
	const indexers = connection.model<Stored<Indexer>>('Indexer', indexerSchema, 'indexers');
	const {find, get, list, insert, update, note, remove} = createRecords<Indexer>({
		model: indexers,
		kind: 'indexer',
		order: {priority: 1, name: 1},
		collation: byName,
		sealing: createSealing('indexers', secrets),
		taken: {message: ({name}) => `An indexer named ${name} already exists.`},
	});

	return {
		find,
		get,
		list,
		remove,
		add: (indexer: NewIndexer, now: Date) => insert({...indexer, ...untried(indexer), ...madeAt(now)}),
		/** Changing an indexer clears what was learned about it, because another address may behave differently. */
		async change(id: string, change: Partial<NewIndexer>, now: Date): Promise<Indexer> {
			const enabled = change.enabled ?? (await get(id)).enabled;
			return update(id, {...change, ...untried({enabled}), updatedAt: now});
		},
		/** With `seen`, nothing is written if the record was changed, or its rest was set again, since then. */
		setHealth: (id: string, health: Partial<IndexerHealth>, seen?: Pick<Indexer, 'updatedAt' | 'disabledUntil'>): Promise<void> =>
			note(id, maskedHealth(health), seen && {updatedAt: seen.updatedAt, disabledUntil: seen.disabledUntil}),
	};
}

function untried({enabled}: Pick<NewIndexer, 'enabled'>): IndexerHealth {
	return {status: enabled ? 'ok' : 'disabled', lastError: null, disabledUntil: null, failures: 0, capabilities: null};
}
