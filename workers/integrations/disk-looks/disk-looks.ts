import type {Worker} from 'node:worker_threads';
import {createCache} from '#shared/coordination/cache.ts';
import {countVideos} from './count-videos.ts';
import type {Seen} from './look.ts';
import {createLookThreads} from './look-threads.ts';

/** Short disk checks for a request that waits for the answer. */
export interface DiskLooks {
	/** Returns what is found at a path, or `late` when the disk does not answer in time. */
	look<Kind extends keyof Seen>(kind: Kind, path: string, late: Seen[Kind]): Promise<Seen[Kind]>;
	/** Counts the videos below a folder, up to the time limit. */
	countVideos(root: string, limitMs: number): Promise<number>;
	close(): void;
}

interface Options {
	startThread?: () => Worker;
	/** Milliseconds a disk may take. */
	limitMs?: number;
}

/** A disk that has to spin up first takes longer. By the next check it is awake. */
const usualLimitMs = 3000;
const maxUnderWay = 10_000;

interface Look {
	answer: Promise<unknown>;
	withdraw(): void;
	/** Number of callers waiting for the answer. */
	callers: number;
}

/** Parallel checks of the same thing share one answer. */
export function createDiskLooks({startThread, limitMs = usualLimitMs}: Options = {}): DiskLooks {
	const threads = createLookThreads(startThread);
	const underWay = createCache<Look>({max: maxUnderWay});

	function ask(kind: keyof Seen, path: string): Look {
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
		async look(kind, path, late) {
			const asked = ask(kind, path);
			const {promise: tooLate, resolve} = Promise.withResolvers<typeof late>();
			const timer = setTimeout(() => {
				asked.callers -= 1;
				if (asked.callers === 0) {
					asked.withdraw();
				}
				resolve(late);
			}, limitMs);
			// The thread's answer has the type that belongs to the kind.
			const seen = asked.answer.catch(() => late) as Promise<typeof late>;
			return Promise.race([seen, tooLate]).finally(() => clearTimeout(timer));
		},
		countVideos,
		close: threads.close,
	};
}
