import type {Worker} from 'node:worker_threads';
import {createCache} from '#shared/coordination/cache.ts';
import {countVideos} from './count-videos.ts';
import type {ProbeAnswers} from './probe.ts';
import {createProbeThreads} from './probe-threads.ts';

/** Short disk checks for a request that waits for the answer. */
export interface DiskProbes {
	/** Returns what is found at a path, or `late` when the disk does not answer in time. */
	probe<Kind extends keyof ProbeAnswers>(kind: Kind, path: string, late: ProbeAnswers[Kind]): Promise<ProbeAnswers[Kind]>;
	/** Counts the videos below a folder, up to the time limit. */
	countVideos(root: string, limitMs: number): Promise<number>;
	close(): void;
}

interface Options {
	startThread?: () => Worker;
	/** Milliseconds a disk may take. */
	limitMs?: number;
	/** It has at least so many, whatever `limitMs` is; 0 by default. */
	leastMs?: number;
}

/** A disk that has to spin up first takes longer. By the next check it is awake. */
const usualLimitMs = 3000;
const maxUnderWay = 10_000;

interface Shared {
	answer: Promise<unknown>;
	withdraw(): void;
	/** Number of callers waiting for the answer. */
	callers: number;
}

/** Parallel checks of the same thing share one answer. */
export function createDiskProbes({startThread, limitMs = usualLimitMs, leastMs = 0}: Options = {}): DiskProbes {
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
		async probe(kind, path, late) {
			const asked = ask(kind, path);
			const {promise: tooLate, resolve} = Promise.withResolvers<typeof late>();
			const timer = setTimeout(() => {
				asked.callers -= 1;
				if (asked.callers === 0) {
					asked.withdraw();
				}
				resolve(late);
			}, Math.max(limitMs, leastMs));
			// The thread's answer has the type that belongs to the kind.
			const seen = asked.answer.catch(() => late) as Promise<typeof late>;
			return Promise.race([seen, tooLate]).finally(() => clearTimeout(timer));
		},
		countVideos,
		close: threads.close,
	};
}
