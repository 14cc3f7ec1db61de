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
 * Takes the turn and returns 0, or returns the milliseconds until the next one. A turn further ahead than its length
 * was taken while the queue was empty, or under a wrong clock.
 */
const script = `
local left = redis.call('PTTL', KEYS[1])
if left > 0 and left <= tonumber(ARGV[1]) then
	return left
end
redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
return 0`;

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
	const everyMs = (await hasWork(deps)) ? pollMs : Math.max(pollMs, idleMs);
	const leftMs = Number(await producer.eval(script, 1, `${prefix}:follow-turn`, everyMs));
	if (leftMs > 0) {
		return Math.min(leftMs, pollMs);
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
