import {createHash, randomUUID} from 'node:crypto';
import type Joi from 'joi';
import {type ClientSession, type Connection, Schema} from 'mongoose';
import {minuteMs, secondMs} from '../domain/durations.ts';
import {Invalid, isExpected, TooMany, Unavailable, UpstreamFailed} from '../errors.ts';
import {toUnavailable} from '../server-outage.ts';
import {type Backoff, backoffMs} from './backoff.ts';
import {databaseClock} from './lease.ts';

/** A job that must run, whatever happens to Redis. */
export interface PromisedJob {
	/** Also the id of its job in the queue. */
	id: string;
	/** Name of the job. */
	job: string;
	payload: unknown;
	/** Lower numbers run first. Null means the job's own. */
	priority: number | null;
}

interface StoredPromise extends Omit<PromisedJob, 'id'> {
	_id: string;
	/** The same for the same job with the same payload. */
	fingerprint: string;
	/** A worker has begun: what is asked from now on needs another run. */
	begun: boolean;
	/** By the clock of MongoDB: when the queue is checked for the job. */
	dueAt: Date;
	/** Rounds of attempts that ended without being the fault of the work. */
	failures: number;
}

const prefix = 'promise-';

/** Is this the id of a promised job? */
export const isPromised = (jobId: string) => jobId.startsWith(prefix);

export type Outbox = ReturnType<typeof createOutbox>;

/** Milliseconds until the job of a promise is looked for again. */
const checkMs = 4 * secondMs;
/** Waits after rounds that failed for a reason outside of the work. */
const rounds = {delaysMs: [10 * secondMs, ...[1, 5, 15, 60].map(each => each * minuteMs)]} as const satisfies Backoff;
const longestWaitMs = 60 * minuteMs;
/** Rounds, about a month: what fails for so long is given up. */
const maxFailures = 700;

const fields = {
	job: String,
	payload: Schema.Types.Mixed,
	priority: Number,
	fingerprint: String,
	begun: Boolean,
	dueAt: Date,
	failures: Number,
};
const promiseSchema = new Schema<StoredPromise>({_id: String, ...fields}, {strict: 'throw', versionKey: false, id: false, minimize: false});
promiseSchema.index({dueAt: 1});
promiseSchema.index({fingerprint: 1});

/** The same promise, if it has not begun, or a new one. */
function toPut({id, job, payload, priority}: PromisedJob) {
	const fingerprint = createHash('sha256')
		.update(JSON.stringify([job, payload]))
		.digest('base64url');
	const update = {$setOnInsert: {_id: id, job, payload, priority, failures: 0}, $set: {dueAt: new Date(0)}};
	return {filter: {fingerprint, begun: false}, update};
}

/** Work that was promised and has not ended yet. Redis may lose the jobs; this is where they are stored. */
export function createOutbox(connection: Connection) {
	const promises = connection.model<StoredPromise>('PromisedJob', promiseSchema, 'promisedJobs');
	const toPromised = ({_id, job, payload, priority}: StoredPromise): PromisedJob => ({id: _id, job, payload, priority});
	const isDue = databaseClock.hasCome('$dueAt', longestWaitMs);
	const postpone = (ids: readonly string[], milliseconds: number, change: object = {}) =>
		promises.updateMany({_id: {$in: [...ids]}}, [{$set: {...change, dueAt: databaseClock.in(milliseconds)}}], {updatePipeline: true});

	return {
		/** Returns the id of the new promise, or of the same one if it has not begun: that waits no longer then. */
		async put(wanted: PromisedJob, session: ClientSession | null = null): Promise<string> {
			const {filter, update} = toPut(wanted);
			const options = {upsert: true, returnDocument: 'after', projection: {_id: 1}, session} as const;
			return (await promises.findOneAndUpdate(filter, update, options).lean<{_id: string}>())?._id ?? wanted.id;
		},
		/** The same for many. Null stands for one that has begun since, and so after it was asked for. */
		async putMany(all: readonly PromisedJob[], session: ClientSession | null = null): Promise<(string | null)[]> {
			const puts = all.map(toPut);
			const writes = puts.map(each => ({updateOne: {...each, upsert: true}}));
			const {upsertedIds = {}} = writes.length > 0 ? await promises.bulkWrite(writes, {ordered: false, ...(session && {session})}) : {};
			const same = puts.flatMap(({filter}, index) => (index in upsertedIds ? [] : [filter.fingerprint]));
			const rows =
				same.length > 0
					? await promises.find({fingerprint: {$in: same}, begun: false}, {fingerprint: 1}, {session}).lean<StoredPromise[]>()
					: [];
			const known = new Map(rows.map(({_id, fingerprint}) => [fingerprint, _id]));
			return puts.map(({filter}, index) => upsertedIds[index] ?? known.get(filter.fingerprint) ?? null);
		},
		/** Before a job runs: a request for the same from now on gets another run. */
		async begin(jobId: string): Promise<void> {
			await promises.updateOne({_id: jobId}, {$set: {begun: true}});
		},
		/** The work is done, or its change was refused. */
		async done(jobId: string): Promise<void> {
			await promises.deleteOne({_id: jobId});
		},
		/**
		 * After the last attempt of a job. A failure of the work itself ends the promise, unless only success does.
		 * Otherwise it gets another round: a server, a disk or another side was away, or this worker is older than the
		 * job. True if it is given up.
		 */
		async fail(jobId: string, error: unknown, {untilDone}: Pick<Declared<unknown>, 'untilDone'> = {}): Promise<boolean> {
			const {failures} = (await promises.findById(jobId).lean<StoredPromise>()) ?? {failures: 0};
			const isOver = !untilDone && (isOwnFailure(error) || failures >= maxFailures);
			await (isOver
				? promises.deleteOne({_id: jobId})
				: postpone([jobId], backoffMs(failures + 1, rounds), {begun: false, failures: failures + 1}));
			return isOver;
		},
		/**
		 * The due promises of these jobs, each for one caller for a few seconds. Others are left to newer processes.
		 */
		async takeDue(limit: number, jobs?: readonly string[]): Promise<(PromisedJob & Pick<StoredPromise, 'begun'>)[]> {
			const filter = {$expr: isDue, ...(jobs && {job: {$in: [...jobs]}})};
			const rows = await promises.find(filter).sort({dueAt: 1}).limit(limit).lean<StoredPromise[]>();
			const ids = rows.map(({_id}) => _id);
			await (ids.length > 0 ? postpone(ids, checkMs) : null);
			return rows.map(row => ({...toPromised(row), begun: row.begun}));
		},
		/** Whether each of these promises that has not ended has begun. */
		async begun(ids: readonly string[]): Promise<Map<string, boolean>> {
			const rows = ids.length > 0 ? await promises.find({_id: {$in: [...ids]}}, {begun: 1}).lean<StoredPromise[]>() : [];
			return new Map(rows.map(({_id, begun}) => [_id, begun]));
		},
		list: async (limit: number): Promise<PromisedJob[]> => (await promises.find().limit(limit).lean<StoredPromise[]>()).map(toPromised),
	};
}

/** A declared job. */
export interface Declared<Payload> {
	name: string;
	queue: string;
	payload: Joi.ObjectSchema<Payload>;
	untilDone?: true | undefined;
}

/** The queues, which know the types of jobs and payloads better than we do here. */
export interface Queues {
	enqueue(job: never, payload: never, options: {jobId: string; priority?: number}): Promise<string>;
}

interface StoredQueues extends Queues {
	queue(name: never): {getJob(id: string): Promise<{getState(): Promise<string>; remove(): Promise<unknown>} | undefined>};
}

export interface PromiseDeps {
	jobs: Queues;
	outbox: Pick<Outbox, 'put' | 'done'>;
	/** Lower numbers run first; the job's own by default. */
	priority?: number;
}

/** A promise that still has to be stored, together with the change that it belongs to. */
export function toPromise<Payload>(job: Declared<Payload>, payload: NoInfer<Payload>, priority: number | null = null): PromisedJob {
	return {id: `${prefix}${randomUUID()}`, job: job.name, payload, priority};
}

/** Adds the job of a stored promise to its queue. Returns the job's id. Without Redis, the scheduler adds it later. */
export async function startPromised<Payload>(
	job: Declared<Payload>,
	{id, payload, priority}: PromisedJob,
	{jobs}: Pick<PromiseDeps, 'jobs'>,
): Promise<string> {
	// The payload is the one that `toPromise` took.
	const added = jobs.enqueue(job as never, payload as never, {jobId: id, ...(priority !== null && {priority})});
	return added.catch(() => id);
}

/** Promises that the job will run, and starts it. Succeeds without Redis. Returns the job's id. */
export async function promiseJob<Payload>(job: Declared<Payload>, payload: NoInfer<Payload>, deps: PromiseDeps): Promise<string> {
	const wanted = toPromise(job, payload, deps.priority ?? null);
	const id = await deps.outbox.put(wanted);
	return startPromised(job, {...wanted, id}, deps);
}

/**
 * Promises the job before a change and starts it after it. If the process dies in between, the job runs, maybe without
 * need. Without Redis it runs later. A change that is refused takes its promise back.
 */
export async function changeWithJob<Payload, Changed>(
	change: () => Promise<Changed>,
	{job, payload}: {job: Declared<Payload>; payload: NoInfer<Payload>},
	deps: PromiseDeps,
): Promise<Changed> {
	const wanted = toPromise(job, payload);
	const id = await deps.outbox.put(wanted);
	const changed = await change().catch(async error => {
		if (isExpected(error) && id === wanted.id) {
			await deps.outbox.done(id);
		}
		throw error;
	});
	// The promise may have been kept already, by a run that saw the state before the change.
	await promiseJob(job, payload, deps);
	return changed;
}

/** A worker of another version does not know the job or its payload, or takes the payload for wrong. */
export const unknownJob = 'job_unknown';
export const unknownField = 'job_field_unknown';
export const wrongPayload = 'job_payload_invalid';
export const timeLimitReached = 'time_limit_reached';

/** Only a newer process can have made the job. */
export const isFromNewer = (error: unknown) => error instanceof Invalid && (error.code === unknownJob || error.code === unknownField);

function isOwnFailure(error: unknown): boolean {
	const isForeign = isFromNewer(error) || (error instanceof Invalid && error.code === wrongPayload);
	const isOtherSide = error instanceof UpstreamFailed || error instanceof TooMany;
	const isOutage = error instanceof Unavailable ? error.code !== timeLimitReached : isOtherSide || toUnavailable(error) !== null;
	return !isForeign && !isOutage;
}

/**
 * Adds the jobs of due promises that no queue has, because Redis was away or lost them, or that have failed without an
 * end of their promise; after deaths of workers, later. Any number of processes may do this at once.
 */
export async function startDue<Payload>(
	declared: ReadonlyMap<string, Declared<Payload>>,
	{outbox, jobs}: {outbox: Outbox; jobs: StoredQueues},
): Promise<void> {
	for (const promise of await outbox.takeDue(200, [...declared.keys()])) {
		const job = declared.get(promise.job)!; // only known ones were taken
		const queued = await jobs.queue(job.queue as never).getJob(promise.id);
		const state = await queued?.getState();
		if (state === 'completed') {
			await outbox.done(promise.id);
		} else if (!queued || state === 'failed') {
			await queued?.remove();
			// If its workers died, perhaps because of it, its next attempt is later and not at once.
			const hasKilled = queued && promise.begun;
			await (hasKilled ? outbox.fail(promise.id, new Unavailable('workers_died', ''), job) : startPromised(job, promise, {jobs}));
		}
	}
}
