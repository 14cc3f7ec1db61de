import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import type {Indexer, IndexerHealth, IndexerSettings} from '../../domain/indexers/indexer-record.ts';
import {Conflict, NotFound} from '../../errors.ts';
import type {Secrets} from '../../secrets.ts';
import {byName, isDuplicateKey, isUuid, type Stored, schemaOptions, toRecord} from '../mongo/record.ts';

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

/** The key is sealed in the database and open in the records that this store answers. */
export function createIndexerStore(connection: Connection, secrets: Secrets) {
	const indexers = connection.model<Stored<Indexer>>('Indexer', indexerSchema, 'indexers');
	const open = (stored: Stored<Indexer>): Indexer => ({...toRecord<Indexer>(stored), apiKey: stored.apiKey && secrets.open(stored.apiKey)});
	const sealed = <T extends Partial<NewIndexer>>(change: T): T =>
		change.apiKey ? {...change, apiKey: secrets.seal(change.apiKey)} : change;
	const taken = (error: unknown, name: string | undefined) =>
		isDuplicateKey(error) ? new Conflict('already_exists', `There is an indexer named ${name} already.`) : error;

	async function find(id: string): Promise<Indexer | null> {
		const found = isUuid(id) ? await indexers.findById(id).lean<Stored<Indexer>>() : null;
		return found && open(found);
	}

	return {
		find,
		async get(id: string): Promise<Indexer> {
			const indexer = await find(id);
			if (!indexer) {
				throw new NotFound('indexer_not_found', `There is no indexer with the id ${id}.`);
			}
			return indexer;
		},
		async list(): Promise<Indexer[]> {
			return (await indexers.find().sort({priority: 1, name: 1}).collation(byName).lean<Stored<Indexer>[]>()).map(open);
		},
		async add(indexer: NewIndexer, now: Date): Promise<Indexer> {
			const health: IndexerHealth = {
				status: indexer.enabled ? 'ok' : 'disabled',
				lastError: null,
				disabledUntil: null,
				failures: 0,
				capabilities: null,
			};
			const stored = {_id: randomUUID(), ...sealed(indexer), ...health, createdAt: now, updatedAt: now};
			try {
				await indexers.create([stored]);
			} catch (error) {
				throw taken(error, indexer.name);
			}
			return open(stored);
		},
		/** Changing an indexer forgets what was learnt of it, because another address may answer otherwise. */
		async change(id: string, change: Partial<NewIndexer>, now: Date): Promise<Indexer> {
			try {
				const changed = await indexers
					.findOneAndUpdate(
						{_id: id},
						{
							$set: {
								...sealed(change),
								status: change.enabled === false ? 'disabled' : 'ok',
								lastError: null,
								disabledUntil: null,
								failures: 0,
								capabilities: null,
								updatedAt: now,
							},
						},
						{returnDocument: 'after'},
					)
					.lean<Stored<Indexer>>();
				if (!changed) {
					throw new NotFound('indexer_not_found', `There is no indexer with the id ${id}.`);
				}
				return open(changed);
			} catch (error) {
				throw taken(error, change.name);
			}
		},
		async setHealth(id: string, health: Partial<IndexerHealth>): Promise<void> {
			await indexers.updateOne({_id: id}, {$set: health});
		},
		async remove(id: string): Promise<boolean> {
			return (await indexers.deleteOne({_id: id})).deletedCount > 0;
		},
	};
}
