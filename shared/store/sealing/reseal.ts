import type {Collection, Connection, mongo} from 'mongoose';
import {isSealed, type Secrets} from '../../secrets.ts';
import {type SealedCollection, sealContextOf, sealedFields} from './sealed-fields.ts';

interface Row {
	_id: string;
	[field: string]: unknown;
}

export interface Resealed {
	/** Values that were sealed again. */
	sealed: number;
	/** Values that no key opens; they are left alone. */
	unreadable: number;
}

/** Documents that are read at once; those of torrents may have megabytes each. */
const together = 100;
const largeTogether = 5;

/**
 * Seals every secret of the database that is not sealed with the current key, while other processes may write. A killed
 * run is continued by the next.
 */
export async function reseal(connection: Connection, secrets: Secrets, signal?: AbortSignal): Promise<Resealed> {
	const counts: Resealed = {sealed: 0, unreadable: 0};
	for (const name of Object.keys(sealedFields) as SealedCollection[]) {
		const rows = connection.collection<Row>(name) as unknown as Collection<Row>; // Mongoose's collections are the driver's
		const limit = name === 'builtinTorrents' ? largeTogether : together;
		const projection = Object.fromEntries(Object.keys(sealedFields[name]).map(field => [field, 1]));
		for (let after: string | null = ''; after !== null; ) {
			signal?.throwIfAborted();
			const found: Row[] = await rows
				.find({_id: {$gt: after}}, {projection})
				.sort({_id: 1})
				.limit(limit)
				.toArray();
			const writes = found.flatMap(row => writesFor(row, {name, secrets, counts}));
			if (writes.length > 0) {
				await rows.bulkWrite(writes as mongo.AnyBulkWriteOperation<Row>[], {ordered: false});
			}
			after = found.length < limit ? null : (found.at(-1)?._id ?? null);
		}
	}
	return counts;
}

interface Written {
	name: SealedCollection;
	secrets: Secrets;
	counts: Resealed;
}

/** A value that was changed meanwhile is new, so it stays. */
function writesFor(row: Row, {name, secrets, counts}: Written): object[] {
	return Object.keys(sealedFields[name]).flatMap(field => {
		const value = row[field];
		// Most settings are not secret.
		if (!isSealed(value) || secrets.isCurrent(value)) {
			return [];
		}
		const context = sealContextOf(name, field, row._id);
		try {
			const again = secrets.seal(secrets.openBytes(value, context), context);
			counts.sealed += 1;
			return [{updateOne: {filter: {_id: row._id, [field]: value}, update: {$set: {[field]: again}}}}];
		} catch {
			counts.unreadable += 1;
			return [];
		}
	});
}
