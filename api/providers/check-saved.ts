import {setTimeout as pause} from 'node:timers/promises';
import type {JobClient} from '#shared/jobs/client.ts';
import {type CheckConnection, checkConnection} from '#shared/jobs/connections.ts';
import {type PromiseDeps, promiseJob} from '#shared/jobs/promise-job.ts';

interface Saved {
	id: string;
	enabled: boolean;
}

interface CheckDeps extends PromiseDeps {
	jobs: JobClient;
}

/** Milliseconds that the caller waits for a worker to begin, and for the outcome. */
const beginMs = 250;
const limitMs = 3000;
const pollMs = 25;

/**
 * Has a worker test a record that was just saved. Returns the record with the outcome in its status if the other side
 * answers quickly; otherwise the status changes later. Never fails: the record is saved.
 */
export async function checkSaved<Rec extends Saved>(
	saved: Rec,
	{family, find}: {family: CheckConnection['family']; find(id: string): Promise<Rec | null>},
	deps: CheckDeps,
): Promise<Rec> {
	if (!saved.enabled) {
		return saved;
	}
	const check = async () => {
		const jobId = await promiseJob(checkConnection, {family, recordId: saved.id}, deps);
		await untilEnded(jobId, deps).catch(() => {});
		return find(saved.id);
	};
	return (await check().catch(() => null)) ?? saved;
}

async function untilEnded(jobId: string, {jobs}: CheckDeps): Promise<void> {
	const begunAt = performance.now();
	for (;;) {
		const state = await jobs.queue(checkConnection.queue).getJobState(jobId);
		const passedMs = performance.now() - begunAt;
		if (passedMs > (state === 'active' ? limitMs : beginMs) || !['waiting', 'prioritized', 'active'].includes(state)) {
			return;
		}
		await pause(pollMs);
	}
}
