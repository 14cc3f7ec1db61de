import type {ClientSession} from 'mongoose';
import {type Declared, type Outbox, type PromisedJob, type Queues, startPromised, toPromise} from './outbox.ts';

/**
 * A job for a new record: `alsoWrite` promises it in the transaction that stores the record, and `start` queues that
 * very promise afterwards. A scheduler that was faster has queued it under the same id, so it runs once.
 */
export function promiseForNew<Payload>(
	job: Declared<Payload>,
	payloadOf: (recordId: string) => NoInfer<Payload>,
	{jobs, outbox, priority = null}: {jobs: Queues; outbox: Pick<Outbox, 'put'>; priority?: number | null},
): {alsoWrite(recordId: string, session: ClientSession): Promise<void>; start(recordId: string): Promise<void>} {
	const promised = new Map<string, PromisedJob>();
	return {
		async alsoWrite(recordId, session) {
			const wanted = toPromise(job, payloadOf(recordId), priority);
			promised.set(recordId, wanted);
			await outbox.put(wanted, session);
		},
		async start(recordId) {
			const wanted = promised.get(recordId);
			await (wanted && startPromised(job, wanted, {jobs}));
		},
	};
}

interface ManyDeps {
	outbox: Pick<Outbox, 'putMany'>;
	jobs: {enqueueMany(job: never, wanted: {payload: never; jobId: string; priority?: number}[]): Promise<string[]>};
}

/** Promises and starts a job for each of these payloads, in a few calls for all of them. Succeeds without Redis. */
export async function promiseJobs<Payload>(job: Declared<Payload>, payloads: readonly NoInfer<Payload>[], deps: ManyDeps): Promise<void> {
	const wanted = payloads.map(payload => toPromise(job, payload));
	const ids = await deps.outbox.putMany(wanted);
	const stored = wanted.flatMap((each, index) => (ids[index] ? [{...each, id: ids[index]}] : []));
	await startAllPromised(job, stored, deps);
}

/** Adds the jobs of these stored promises to their queue. Without Redis, the scheduler adds them later. */
export async function startAllPromised<Payload>(
	job: Declared<Payload>,
	promised: readonly PromisedJob[],
	{jobs}: Pick<ManyDeps, 'jobs'>,
): Promise<void> {
	const wanted = promised.map(({id, payload, priority}) => ({
		payload: payload as never, // the one that `toPromise` took
		jobId: id,
		...(priority !== null && {priority}),
	}));
	await (wanted.length > 0 ? jobs.enqueueMany(job as never, wanted).catch(() => []) : undefined);
}
