import type {Worker} from 'node:worker_threads';

/** A busy machine may delay work by this factor. */
export const patience = 20;

/**
 * Calls `onOver` once the thread has used the processor for `limitMs` milliseconds from now on, or did not end within
 * `patience` times as long. Returns what ends the watch.
 */
export async function watchThread(worker: Worker, limitMs: number, onOver: () => void): Promise<() => void> {
	const begin = performance.now();
	const usedBefore = await usedMs(worker);
	let timer: NodeJS.Timeout | undefined;
	let hasEnded = false;
	const check = async () => {
		const used = (await usedMs(worker)) - usedBefore;
		if (hasEnded) {
			return;
		}
		if (used >= limitMs || performance.now() - begin >= limitMs * patience) {
			onOver();
			return;
		}
		timer = setTimeout(check, Math.max(limitMs - used, limitMs / 10));
	};
	timer = setTimeout(check, limitMs);
	return () => {
		hasEnded = true;
		clearTimeout(timer);
	};
}

/** Processor time of the thread; wall time for one that ended, and where Node cannot tell. */
async function usedMs(worker: Worker): Promise<number> {
	try {
		const {user, system} = await worker.cpuUsage();
		return (user + system) / 1000;
	} catch {
		return performance.now();
	}
}
