import {type ClientSession, type Connection, Schema} from 'mongoose';
import {isDuplicateKey, schemaOptions} from '../mongo/records.ts';
import {inTransaction} from '../mongo/transaction.ts';

export interface HealthState {
	/** Kind and id, such as `indexer:…` or `pool:search`. */
	_id: string;
	/** The status that was reported last. */
	status: 'ok' | 'error';
	/** When it began to fail, if that failure has not been reported yet. */
	failingSince: Date | null;
}

const stateSchema = new Schema<HealthState>({_id: String, status: String, failingSince: Date}, schemaOptions);

/** What was last reported about the health of everything that has one. */
export function createHealthStateStore(connection: Connection) {
	const states = connection.model<HealthState>('HealthState', stateSchema, 'healthStates');
	return {
		list: () => states.find().lean<HealthState[]>(),
		async noteFailing(key: string, failingSince: Date | null): Promise<void> {
			await states.updateOne({_id: key}, {$set: {failingSince}, $setOnInsert: {status: 'ok'}}, {upsert: true});
		},
		/**
		 * Stores the status and runs `alsoWrite`, with the keys that have changed, in one transaction. Those that
		 * another process has already reported are left out.
		 */
		async change(
			keys: readonly string[],
			status: HealthState['status'],
			alsoWrite: (changed: readonly string[], session: ClientSession) => Promise<unknown>,
		): Promise<void> {
			const from = status === 'ok' ? 'error' : 'ok';
			const write = inTransaction(connection, async session => {
				const reported = {$set: {status, failingSince: null}};
				const changed: string[] = [];
				for (const key of keys) {
					const {matchedCount, upsertedCount} = await states.updateOne({_id: key, status: from}, reported, {
						session,
						upsert: from === 'ok',
					});
					changed.push(...(matchedCount + upsertedCount > 0 ? [key] : []));
				}
				await (changed.length > 0 ? alsoWrite(changed, session) : undefined);
			});
			await write.catch(error => {
				if (!isDuplicateKey(error)) {
					throw error;
				}
			});
		},
		async remove(keys: readonly string[]): Promise<void> {
			await states.deleteMany({_id: {$in: [...keys]}});
		},
	};
}
