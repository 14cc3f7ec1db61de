import type {Worker} from 'node:worker_threads';

/** A busy machine may delay work by this factor. */
export const patience = 20;

/**
 * Calls `onOver` once the thread has used the processor for `limitMs` milliseconds from now on, or did not end within
 * `factor` times as long. Returns what ends the watch.
 */
export async function watchThread(worker: Worker, limitMs: number, onOver: () => void, factor = patience): Promise<() => void> {
	const begin = performance.now();
	const usedBefore = (await usedMs(worker)) ?? 0;
	let timer: NodeJS.Timeout | undefined;
	let hasEnded = false;
	const check = async () => {
		const usedNow = await usedMs(worker);
		// One that has ended has told its answer already, which may not have been heard yet.
		if (hasEnded || usedNow === null) {
			return;
		}
		const used = usedNow - usedBefore;
		if (used >= limitMs || performance.now() - begin >= limitMs * factor) {
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

/** Processor time of the thread, null for one that does not run; wall time where Node cannot tell. */
async function usedMs(worker: Worker): Promise<number | null> {
	if (typeof worker.cpuUsage !== 'function') {
		return performance.now();
	}
	try {
		const {user, system} = await worker.cpuUsage();
		return (user + system) / 1000;
	} catch {
		return null;
	}
}
