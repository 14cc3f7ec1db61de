import {type Connection, Schema} from 'mongoose';
import {isDuplicateKey, schemaOptions} from './record.ts';

interface StoredLease {
	_id: string;
	token: string;
	until: Date;
}

export type LeaseStore = ReturnType<typeof createLeaseStore>;

const leaseSchema = new Schema<StoredLease>({_id: String, token: String, until: Date}, schemaOptions);
leaseSchema.index({until: 1}, {expireAfterSeconds: 3600});

/** Leases that survive the loss of Redis. They end by the clock of the database, whatever the hosts' clocks say. */
export function createLeaseStore(connection: Connection) {
	const leases = connection.model<StoredLease>('Lease', leaseSchema, 'leases');
	return {
		/** Takes the lease for so long, or extends it; false while another token holds it. */
		async take(key: string, token: string, milliseconds: number): Promise<boolean> {
			const isOurs = {$or: [{$eq: ['$token', {$literal: token}]}, {$lte: ['$until', '$$NOW']}]};
			const ours = (mine: object, theirs: string) => ({$cond: [isOurs, mine, theirs]});
			try {
				// One stage: both fields are decided by what was stored before. A missing `until` counts as past.
				const lease = await leases
					.findOneAndUpdate(
						{_id: key},
						[{$set: {token: ours({$literal: token}, '$token'), until: ours({$add: ['$$NOW', milliseconds]}, '$until')}}],
						{upsert: true, updatePipeline: true, returnDocument: 'after'},
					)
					.lean<StoredLease>();
				return lease?.token === token;
			} catch (error) {
				if (isDuplicateKey(error)) {
					return false;
				}
				throw error;
			}
		},
		async isHeld(key: string): Promise<boolean> {
			return (await leases.exists({_id: key, $expr: {$gt: ['$until', '$$NOW']}})) !== null;
		},
		async release(key: string, token: string): Promise<void> {
			await leases.deleteOne({_id: key, token});
		},
	};
}
