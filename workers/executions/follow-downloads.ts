import {createRates} from '#shared/coordination/rate.ts';
import {warnSometimes} from '#shared/coordination/wait.ts';
import {trackDownloads} from '#shared/jobs/downloads.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Milliseconds after which every process looks at the turn again at the latest: something may be in the queue now. */
const mostMs = 4_000;
/** Milliseconds between two polls while nothing is in the queue. A poll then asks each client once a minute. */
const idleMs = 30_000;
/** Only what somebody waits for comes first. */
const priority = 3;
/** The front of the queue, where a poll that nobody has started yet must be. */
const front = 20;

/**
 * Requests a poll of the download clients once per interval, however many processes do this. Redis counts the time, so
 * no clock of a host matters. Requests nothing while the last poll still waits for a worker.
 */
export function followDownloads(deps: WorkerDeps): () => void {
	let timer: NodeJS.Timeout;
	let stopped = false;
	const warn = warnSometimes(deps.log, 'The poll of the download clients could not be requested; it is tried again');
	const tick = async () => {
		const leftMs = await takeFollowTurn(deps).catch(error => {
			warn(error);
			return mostMs;
		});
		if (!stopped) {
			timer = setTimeout(tick, Math.min(leftMs, mostMs));
		}
	};
	timer = setTimeout(tick);
	return () => {
		stopped = true;
		clearTimeout(timer);
	};
}

/** Requests a poll if it is time. Returns the milliseconds until this has to be called again. */
export async function takeFollowTurn(deps: WorkerDeps): Promise<number> {
	const {producer, prefix, jobs, settings} = deps;
	const pollMs = settings.get('download.pollSeconds') * 1000;
	const isBusy = await hasWork(deps);
	const limit = {name: 'follow-downloads', max: 1, windowMs: isBusy ? pollMs : Math.max(pollMs, idleMs)};
	const {isOver, freeInMs} = await createRates(producer, prefix).hit(limit, isBusy ? 'busy' : 'idle');
	if (isOver) {
		return Math.min(freeInMs, pollMs);
	}
	const waiting = await jobs.queue(trackDownloads.queue).getJobs(['waiting', 'prioritized'], 0, front, true);
	if (!waiting.some(job => job?.name === trackDownloads.name)) {
		await jobs.enqueue(trackDownloads, {}, {priority});
	}
	return pollMs;
}

async function hasWork({downloads, leftovers}: WorkerDeps): Promise<boolean> {
	return !(await downloads.isEmpty()) || (await leftovers.hasRemovals());
}
