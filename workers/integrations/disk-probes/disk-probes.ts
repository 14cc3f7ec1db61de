import type {Worker} from 'node:worker_threads';
import {createCache} from '#shared/coordination/cache.ts';
import {Unavailable} from '#shared/errors.ts';
import type {FolderSize} from '#shared/jobs/disks.ts';
import type {ProbeAnswers} from './probe.ts';
import {createProbeThreads} from './probe-threads.ts';
import {countVideos, measureFolder} from './survey-folder.ts';

/** Short disk checks for a request that waits for the answer. */
export interface DiskProbes {
	/**
	 * Returns what is found at a path. A disk that does not answer in time says nothing about what is there, so there
	 * is no verdict then.
	 * @throws Unavailable `disk_not_answering`
	 */
	probe<Kind extends keyof ProbeAnswers>(kind: Kind, path: string, patience?: Patience): Promise<ProbeAnswers[Kind]>;
	/** Counts the videos below a folder, up to the time limit. */
	countVideos(root: string, limitMs: number): Promise<number>;
	/** Sums up the files below a folder, up to the time limit. */
	measureFolder(root: string, limitMs: number): Promise<FolderSize>;
	close(): void;
}

/** `checked`: the caller can do nothing without the answer, and asks only once. */
type Patience = 'shown' | 'checked';

interface Options {
	startThread?: () => Worker;
	/** Milliseconds a disk may take. */
	limitMs?: number;
	/** The same for what is checked. */
	checkedLimitMs?: number;
	/** It has at least so many, whatever the other limits are; 0 by default. */
	leastMs?: number;
}

/** A disk that has to spin up first takes longer. By the next check it is awake. */
const usualLimitMs = 3000;
/** Less than the API waits; a busy machine takes seconds to start the thread that asks. */
const usualCheckedLimitMs = 12_000;
const maxUnderWay = 10_000;

interface Shared {
	answer: Promise<unknown>;
	withdraw(): void;
	/** Number of callers waiting for the answer. */
	callers: number;
}

/** Parallel checks of the same thing share one answer. */
export function createDiskProbes({
	startThread,
	limitMs = usualLimitMs,
	checkedLimitMs = Math.max(limitMs, usualCheckedLimitMs),
	leastMs = 0,
}: Options = {}): DiskProbes {
	const threads = createProbeThreads(startThread);
	const underWay = createCache<Shared>({max: maxUnderWay});

	function ask(kind: keyof ProbeAnswers, path: string): Shared {
		const key = `${kind} ${path}`;
		const asked = underWay.get(key, () => {
			const begun = {...threads.ask({kind, path}), callers: 0};
			const forget = () => underWay.delete(key);
			begun.answer.then(forget, forget);
			return begun;
		});
		asked.callers += 1;
		return asked;
	}

	return {
		async probe(kind, path, patience = 'shown') {
			const asked = ask(kind, path);
			const patienceMs = Math.max(leastMs, patience === 'checked' ? checkedLimitMs : limitMs);
			const {promise: tooLate, reject} = Promise.withResolvers<never>();
			const timer = setTimeout(() => {
				asked.callers -= 1;
				if (asked.callers === 0) {
					asked.withdraw();
				}
				reject(notAnswering(path, `did not answer within ${patienceMs / 1000} s`));
			}, patienceMs);
			// The thread's answer has the type that belongs to the kind.
			const seen = asked.answer.catch(cause => {
				throw notAnswering(path, 'could not be asked', cause);
			}) as Promise<ProbeAnswers[typeof kind]>;
			return Promise.race([seen, tooLate]).finally(() => clearTimeout(timer));
		},
		countVideos,
		measureFolder,
		close: threads.close,
	};
}

function notAnswering(path: string, what: string, cause?: unknown): Unavailable {
	return new Unavailable('disk_not_answering', `The folder ${path} ${what}. Try again; if it stays so, check its disk.`, {cause});
}
