import {minuteMs} from '#shared/domain/durations.ts';
import {clockSkewMs} from '#shared/domain/network/clock-skew.ts';
import {pools} from '#shared/jobs/queues.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'jobs' | 'log' | 'moments' | 'now' | 'producer' | 'settings' | 'tasks'>;

/** BullMQ's score of a delayed job is its due time in milliseconds times this. */
const scorePerMs = 0x1000;
const maxJobs = 1000;

/**
 * After a clock was ahead and is put right, the moments set under it lie too far in the future. Pulls back those in
 * MongoDB, each by the limit in `storedMoments`, and starts delayed jobs that would wait longer than their delay.
 * Returns how many it changed.
 */
export async function mendClockJumps(deps: Deps): Promise<number> {
	const failedRetryMs = deps.settings.get('download.failedRetryMinutes') * minuteMs;
	let mended = (await deps.tasks.pullBack()) + (await deps.moments.pullBack(deps.now(), {failedRetryMs}));
	mended += await startStranded(deps);
	if (mended > 0) {
		deps.log.warn({mended}, 'The clock was set back; what would have come late was moved');
	}
	return mended;
}

/** All queues are checked in one round trip, because nearly always there is nothing to do. */
async function startStranded({jobs, producer, now, log}: Pick<WorkerDeps, 'jobs' | 'log' | 'now' | 'producer'>): Promise<number> {
	const at = Number(now());
	const after = `(${(at + clockSkewMs) * scorePerMs}`;
	const queues = pools.map(pool => jobs.queue(pool));
	const batch = producer.pipeline();
	for (const queue of queues) {
		batch.zrangebyscore(queue.toKey('delayed'), after, '+inf', 'WITHSCORES', 'LIMIT', 0, maxJobs);
	}
	const found = (await batch.exec()) ?? [];
	let started = 0;
	for (const [number, queue] of queues.entries()) {
		const rows = (found[number]?.[1] ?? []) as string[]; // what the command returns
		for (let index = 0; index < rows.length; index += 2) {
			const job = await queue.getJob(rows[index] ?? '');
			const leftMs = Number(rows[index + 1]) / scorePerMs - at;
			if (job && leftMs > job.delay + clockSkewMs) {
				await job.promote().then(
					() => {
						started += 1;
					},
					error => log.debug({err: error, jobId: job.id}, 'A delayed job has started meanwhile'),
				);
			}
		}
	}
	return started;
}
