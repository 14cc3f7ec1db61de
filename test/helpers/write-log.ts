import type {MongoClient, Timestamp} from 'mongodb';

/** What was done to a database since it was last asked about. */
interface Writes {
	/** Collections into which documents were written. */
	collections: Set<string>;
	/** Whether a collection or an index was made, changed or dropped, or whether that is not known. */
	hasCommands: boolean;
}

export interface WriteLog {
	take(database: string): Promise<Writes>;
}

/** One kind of entry since the last time, and when the latest of them was written. */
interface Seen {
	_id: {ns: string; op: 'i' | 'u' | 'c' /** Those of a transaction. */; inner?: string[]};
	ts: Timestamp;
}

/**
 * Knows the writes to all databases since now by the log that a server keeps for the members of its set. Asking each
 * of a hundred collections after every test costs several times as much as most tests do.
 */
export async function createWriteLog(client: MongoClient): Promise<WriteLog> {
	const byDatabase = new Map<string, Writes>();
	const entries = client.db('local').collection('oplog.rs');
	const {lastWrite} = await client.db('admin').command({hello: 1});
	let last = lastWrite?.opTime?.ts as Timestamp | undefined; // only a member of a set has a log
	let reading: Promise<void> = Promise.resolve();

	function note(namespace: string, isCommand: boolean): void {
		const [database = ''] = namespace.split('.', 1);
		const writes = byDatabase.get(database) ?? {collections: new Set(), hasCommands: false};
		byDatabase.set(database, writes);
		writes.hasCommands ||= isCommand;
		if (!isCommand) {
			writes.collections.add(namespace.slice(database.length + 1));
		}
	}

	async function read(): Promise<void> {
		const kinds = await entries
			.aggregate<Seen>([
				{$match: {ts: {$gt: last}, op: {$in: ['i', 'u', 'c']}}},
				{$group: {_id: {ns: '$ns', op: '$op', inner: '$o.applyOps.ns'}, ts: {$max: '$ts'}}},
			])
			.toArray();
		for (const {_id, ts} of kinds) {
			last = last!.lessThan(ts) ? ts : last; // there is a log
			for (const namespace of _id.inner ?? [_id.ns]) {
				note(namespace, namespace.endsWith('.$cmd'));
			}
		}
	}

	return {
		async take(database) {
			if (last === undefined) {
				return {collections: new Set(), hasCommands: true};
			}
			reading = reading.then(read, read); // what one test could not read, the next one reads
			await reading;
			const writes = byDatabase.get(database) ?? {collections: new Set(), hasCommands: false};
			byDatabase.delete(database);
			return writes;
		},
	};
}
