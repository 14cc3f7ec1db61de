import {type Connection, Schema} from 'mongoose';
import {isDuplicateKey, schemaOptions} from '../mongo/records.ts';
import {type AlsoWrite, inTransaction} from '../mongo/transaction.ts';

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
		 * Stores the status and runs `alsoWrite` in one transaction, unless another process has already reported it.
		 */
		async change(key: string, status: HealthState['status'], alsoWrite: AlsoWrite): Promise<void> {
			const from = status === 'ok' ? 'error' : 'ok';
			const write = inTransaction(connection, async session => {
				const reported = {$set: {status, failingSince: null}};
				const {matchedCount, upsertedCount} = await states.updateOne({_id: key, status: from}, reported, {session, upsert: from === 'ok'});
				if (matchedCount + upsertedCount > 0) {
					await alsoWrite(session);
				}
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
