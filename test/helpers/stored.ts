import {createHash} from 'node:crypto';
import type {Served} from './serve.ts';

/** Collections of access times, those that any call may change, and the counters that a refused record has used. */
const passing: ReadonlySet<string> = new Set(['sessions', 'audit', 'recordNumbers']);

/** A digest of everything in the database except the times when keys were last used. */
export async function digestOf({deps: {connection}}: Served): Promise<string> {
	const db = connection.db!; // connected: the application is served
	const hash = createHash('sha256');
	for (const {name} of (await db.listCollections({}, {nameOnly: true}).toArray()).sort((a, b) => (a.name < b.name ? -1 : 1))) {
		if (!passing.has(name)) {
			const rows = await db
				.collection(name)
				.find({}, {projection: {lastUsedAt: 0}})
				.sort({_id: 1})
				.toArray();
			hash.update(name + JSON.stringify(rows));
		}
	}
	return hash.digest('hex');
}
