import type {Connection} from 'mongoose';
import {inTransaction} from './transaction.ts';

interface OneOfMany {
	id: string;
	/** What the record has in common with those of which one has to stay; nothing if that is any other. */
	alike?: Record<string, string | null>;
}

/**
 * Removes a record unless it is the last of its kind; returns whether it was removed. It also writes to the others, so
 * that of two removals at once the second one finds out about the first.
 */
export async function removeButLast(connection: Connection, collection: string, {id, alike = {}}: OneOfMany): Promise<boolean> {
	const records = connection.collection<{_id: string}>(collection);
	return inTransaction(connection, async session => {
		const {matchedCount} = await records.updateMany({...alike, _id: {$ne: id}}, {$inc: {othersRemoved: 1}}, {session});
		if (matchedCount === 0) {
			return false;
		}
		await records.deleteOne({_id: id}, {session});
		return true;
	});
}
