import {createHash} from 'node:crypto';
import {type ClientSession, type Connection, Schema} from 'mongoose';
import {schemaOptions} from '../mongo/record.ts';

/** A job that must run, whatever happens to Redis. */
export interface PromisedJob {
	/** Also the id of its job in the queue. */
	id: string;
	/** Name of the job. */
	job: string;
	payload: unknown;
	/** Null means the job's own. */
	priority: number | null;
}

interface StoredPromise {
	_id: string;
	job: string;
	payload: unknown;
	priority: number | null;
	/** The same for the same job with the same payload. */
	fingerprint: string;
	/** A worker has begun: what is asked from now on needs another run. */
	begun: boolean;
	/** How often it was looked at. Counted instead of timed, because clocks of hosts differ. */
	looks: number;
}

export type PromisedJobStore = ReturnType<typeof createPromisedJobStore>;

const promiseSchema = new Schema<StoredPromise>(
	{
		_id: String,
		job: String,
		payload: Schema.Types.Mixed,
		priority: Number,
		fingerprint: String,
		begun: Boolean,
		looks: Number,
	},
	schemaOptions,
);
promiseSchema.index({looks: 1});
promiseSchema.index({fingerprint: 1});

/** Jobs that were promised to somebody and have not ended yet. Redis may lose the jobs; this is where they are kept. */
export function createPromisedJobStore(connection: Connection) {
	const promises = connection.model<StoredPromise>('PromisedJob', promiseSchema, 'promisedJobs');
	return {
		/** Returns the id of the same promise if its job has not begun yet, otherwise that of the new one. */
		async put({id, job, payload, priority}: PromisedJob, session: ClientSession | null = null): Promise<string> {
			const fingerprint = createHash('sha256')
				.update(JSON.stringify([job, payload]))
				.digest('base64url');
			const stored = await promises
				.findOneAndUpdate(
					{fingerprint, begun: false},
					{$setOnInsert: {_id: id, job, payload, priority, looks: 0}},
					{upsert: true, returnDocument: 'after', projection: {_id: 1}, session},
				)
				.lean<{_id: string}>();
			return stored?._id ?? id;
		},
		async begin(id: string): Promise<void> {
			await promises.updateOne({_id: id}, {$set: {begun: true}});
		},
		/** The job has ended. */
		async settle(id: string): Promise<void> {
			await promises.deleteOne({_id: id});
		},
		/** The promises that were looked at least, and counts this look. */
		async look(limit: number): Promise<PromisedJob[]> {
			const rows = await promises.find().sort({looks: 1}).limit(limit).lean<StoredPromise[]>();
			if (rows.length > 0) {
				await promises.updateMany({_id: {$in: rows.map(({_id}) => _id)}}, {$inc: {looks: 1}});
			}
			return rows.map(({_id, job, payload, priority}) => ({id: _id, job, payload, priority}));
		},
	};
}
