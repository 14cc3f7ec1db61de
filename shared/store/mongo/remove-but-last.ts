import type {ClientSession, Connection} from 'mongoose';
import {inTransaction} from './transaction.ts';

interface OneOfMany {
	id: string;
	/**
	 * The fields that make other records count as alternatives, of which one must stay; every record counts without
	 * them.
	 */
	alike?: Record<string, string | null>;
}

/**
 * Removes a record unless it is the last of its kind; returns whether it was removed. It also writes to the others, so
 * that of two removals at once the second one finds out about the first.
 */
export async function removeButLast(connection: Connection, collection: string, one: OneOfMany): Promise<boolean> {
	return unlessLast(connection, collection, one, (records, session) => records.deleteOne({_id: one.id}, {session}));
}

/** The same for a change after which the record is no longer of its kind. */
export async function changeButLast(
	connection: Connection,
	collection: string,
	{change, ...one}: OneOfMany & {change: Readonly<Record<string, unknown>>},
): Promise<boolean> {
	return unlessLast(connection, collection, one, (records, session) => records.updateOne({_id: one.id}, {$set: change}, {session}));
}

type Records = ReturnType<typeof recordsOf>;
const recordsOf = (connection: Connection, collection: string) => connection.collection<{_id: string}>(collection);

async function unlessLast(
	connection: Connection,
	collection: string,
	{id, alike = {}}: OneOfMany,
	write: (records: Records, session: ClientSession) => Promise<unknown>,
): Promise<boolean> {
	const records = recordsOf(connection, collection);
	return inTransaction(connection, async session => {
		const {matchedCount} = await records.updateMany({...alike, _id: {$ne: id}}, {$inc: {othersRemoved: 1}}, {session});
		if (matchedCount === 0) {
			return false;
		}
		await write(records, session);
		return true;
	});
}
