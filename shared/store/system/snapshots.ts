import type {ClientSession, Connection} from 'mongoose';

/** Documents as MongoDB stores them, so that nothing is lost between its types and those of JavaScript. */
export type RawDocuments = AsyncIterable<Uint8Array>;

export interface DatabaseReader {
	/** `snapshot`: all collections as they were at one moment; `ordered`: one after another while others write. */
	consistency: 'snapshot' | 'ordered';
	collections: readonly string[];
	documents(collection: string): RawDocuments;
}

export type Snapshots = ReturnType<typeof createSnapshots>;

/** Counts of our requests to others, and the folders on this machine's disks. A restore does not touch them. */
export const notUndone = ['rates', 'usedFolders'];
/** Sessions and leases end with the running service, and each version stores the files of its page again. */
const transient = ['sessions', 'leases', 'pageFiles', ...notUndone];
/**
 * Without a snapshot these are read last, in this order: others name their records, so whatever a document names is
 * there even if it was added meanwhile.
 */
const readLast = ['series', 'movies', 'libraries', 'rootFolders', 'qualityProfiles', 'customFormats', 'settings', 'installation'];
/** Seconds for which MongoDB keeps old versions while we read. Its own default is 300, which is enough for most. */
const historySeconds = 1800;
const snapshotAttempts = 4;
/** SnapshotTooOld, SnapshotUnavailable: the history is too short, or a collection or an index was just made. */
const lostSnapshot = [239, 246];

/** Reads the whole database while the service writes to it. */
export function createSnapshots(connection: Connection) {
	return {
		/** The approximate number of documents in all collections of a backup. */
		async estimate(): Promise<number> {
			const names = await namesOf(connection);
			const counts = await Promise.all(names.map(name => connection.collection(name).estimatedDocumentCount()));
			return counts.reduce((sum, count) => sum + count, 0);
		},
		/** Bytes of the whole database in memory; a backup of it is smaller. Zero if our user may not ask. */
		async dataBytes(): Promise<number> {
			const stats = await connection.db?.stats().catch(() => null);
			return Number(stats?.['dataSize'] ?? 0);
		},
		/** Calls `read`, and calls it again from the beginning when MongoDB has lost the snapshot. */
		async read<T>(read: (reader: DatabaseReader) => Promise<T>): Promise<T> {
			for (let attempt = 1; attempt <= snapshotAttempts; attempt += 1) {
				// Another backup that has ended meanwhile may have shortened the history.
				const shorten = await keepHistory(connection);
				try {
					return await readSnapshot(connection, read);
				} catch (error) {
					if (!lostSnapshot.includes((error as {code?: number}).code ?? 0)) {
						throw error;
					}
				} finally {
					await shorten();
				}
			}
			const names = await namesOf(connection);
			return await read({consistency: 'ordered', collections: names, documents: name => documentsOf(connection, name)});
		},
	};
}

async function readSnapshot<T>(connection: Connection, read: (reader: DatabaseReader) => Promise<T>): Promise<T> {
	const names = await namesOf(connection);
	const session = await connection.startSession({snapshot: true});
	try {
		return await read({consistency: 'snapshot', collections: names, documents: name => documentsOf(connection, name, session)});
	} finally {
		await session.endSession();
	}
}

async function namesOf(connection: Connection): Promise<string[]> {
	const found = await connection.listCollections();
	const names = found.map(({name}) => name).filter(name => !name.startsWith('system.') && !name.startsWith(stagePrefix));
	const rank = (name: string) => readLast.indexOf(name);
	return names.filter(name => !transient.includes(name)).toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/** A restore collects its documents under such names before it puts them in place. */
export const stagePrefix = 'restored_';

function documentsOf(connection: Connection, name: string, session?: ClientSession): RawDocuments {
	const cursor = connection.collection(name).find({}, {raw: true, batchSize: 200, ...(session && {session})});
	return cursor as unknown as RawDocuments; // with `raw`, the driver returns the bytes of each document
}

/** Returns a function that restores the old value. Without the right to change it, MongoDB keeps its own. */
async function keepHistory(connection: Connection): Promise<() => Promise<void>> {
	const name = 'minSnapshotHistoryWindowInSeconds';
	const admin = connection.getClient().db('admin');
	try {
		const {[name]: before} = await admin.command({getParameter: 1, [name]: 1});
		await admin.command({setParameter: 1, [name]: Math.max(Number(before), historySeconds)});
		return async () => {
			await admin.command({setParameter: 1, [name]: before}).catch(() => undefined);
		};
	} catch {
		return async () => undefined;
	}
}
