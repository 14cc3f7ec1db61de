import {stopReason} from './handler.ts';

/** Milliseconds a run may take to finish, in pools whose runs are better finished than done again. */
const finishMs = 7_000;
/** Pools whose runs change something outside. All others are handed to another process at once. */
const finishing: ReadonlySet<string> = new Set(['grab', 'downloads', 'import', 'torrent']);

interface StoppableWorker {
	name: string;
	close(): Promise<void>;
	cancelAllJobs(reason: string): void;
}

/** What is left after this is handed back to the queue, so it takes `finishMs` and the grace of a run at most. */
export async function stopPool(worker: StoppableWorker): Promise<void> {
	// From here on no job is taken any more.
	const closed = worker.close();
	const cancel = () => worker.cancelAllJobs(stopReason);
	if (!finishing.has(worker.name)) {
		cancel();
	}
	const limit = setTimeout(cancel, finishMs);
	await closed.finally(() => clearTimeout(limit));
}
