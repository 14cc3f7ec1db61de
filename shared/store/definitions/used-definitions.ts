import {type Connection, Schema} from 'mongoose';
import {schemaOptions} from '../mongo/records.ts';

export const definitionStates = ['current', 'vanished', 'faulty', 'waiting'] as const;
/**
 * Of the definition that an indexer uses: `vanished` is neither in the folder nor in the package any more, `faulty`
 * exists but cannot be used, `waiting` has an update that names other hosts. In all three cases the previous file stays
 * in use.
 */
export type DefinitionState = (typeof definitionStates)[number];

/** The definition that an indexer was used with last, which is kept for as long as the indexer. */
export interface UsedDefinition {
	indexerId: string;
	/** The definition that the indexer names. */
	key: string;
	text: string;
	/** SHA-256 of the text. */
	hash: string;
	/** Hosts that it names. */
	hosts: string[];
	/** Parts of it that are not understood. */
	faults: number;
	state: DefinitionState;
	/** An update that an administrator has to agree to, because the indexer has secrets; else null. */
	waiting: {hash: string; hosts: string[]} | null;
	/** The update that an administrator agreed to. */
	agreedHash: string | null;
	/** The definition whose place this one took, and when; else null. */
	replaced: {key: string; at: Date} | null;
	updatedAt: Date;
}

type Stored = Omit<UsedDefinition, 'indexerId'> & {_id: string};

const usedSchema = new Schema<Stored>(
	{
		_id: String,
		key: String,
		text: String,
		hash: String,
		hosts: [String],
		faults: Number,
		state: String,
		waiting: {type: Schema.Types.Mixed, default: null},
		agreedHash: {type: String, default: null},
		replaced: {type: Schema.Types.Mixed, default: null},
		updatedAt: Date,
	},
	schemaOptions,
);

/** Indexers are added one by one. */
const maxListed = 1000;

export type UsedDefinitionStore = ReturnType<typeof createUsedDefinitionStore>;

/** Definitions of added indexers, by indexer, so that these keep working whatever happens to the files. */
export function createUsedDefinitionStore(connection: Connection) {
	const used = connection.model<Stored>('UsedDefinition', usedSchema, 'usedDefinitions');
	const toUsed = ({_id, ...rest}: Stored): UsedDefinition => ({...rest, indexerId: _id});
	return {
		async find(indexerId: string): Promise<UsedDefinition | null> {
			const found = await used.findById(indexerId).lean<Stored>();
			return found && toUsed(found);
		},
		/** Without their texts. */
		async list(): Promise<Omit<UsedDefinition, 'text'>[]> {
			const rows = await used.find({}, {text: 0}).sort({_id: 1}).limit(maxListed).lean<Stored[]>();
			return rows.map(toUsed);
		},
		async set({indexerId, ...change}: Partial<UsedDefinition> & Pick<UsedDefinition, 'indexerId'>): Promise<void> {
			await used.updateOne({_id: indexerId}, {$set: change}, {upsert: true});
		},
		/** Approves the waiting update. False when there is another one by now, or none. */
		async agree(indexerId: string, hash: string, at: Date): Promise<boolean> {
			const {matchedCount} = await used.updateOne(
				{_id: indexerId, 'waiting.hash': hash},
				{$set: {agreedHash: hash, state: 'current', waiting: null, updatedAt: at}},
			);
			return matchedCount > 0;
		},
		/** Removes those of other indexers than these. */
		async removeOrphans(indexerIds: readonly string[]): Promise<void> {
			await used.deleteMany({_id: {$nin: [...indexerIds]}});
		},
	};
}
