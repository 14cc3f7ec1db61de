import {Worker} from 'node:worker_threads';
import {type AskedChild, askChild, threadChild} from '#shared/coordination/child.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {ProbeAnswers} from './probe.ts';

export interface Probe {
	kind: keyof ProbeAnswers;
	path: string;
}

export interface ProbeThreads {
	/** Returns what the disk answers, however long it takes. `withdraw` cancels a check that no thread has started. */
	ask(probe: Probe): {answer: Promise<unknown>; withdraw(): void};
	/** Ends all threads without waiting for disks that hang. */
	close(): void;
}

/** This many disks may hang before other checks have to wait. */
const maxThreads = 16;
/** Milliseconds a check waits for a free thread before another one is started. A healthy disk answers faster. */
const patienceMs = 100;
/** Milliseconds without a probe after which a thread ends. */
const idleMs = minuteMs;

interface Asked {
	probe: Probe;
	answer: PromiseWithResolvers<unknown>;
}

/**
 * Threads that each do one check at a time. A hanging disk blocks only its own thread. Node's asynchronous file calls
 * would not do: they share four threads with all other file work of the process, including imports. A check inside a
 * folder that is being checked waits for that one, so a share that is gone blocks one thread per root folder on it.
 */
export function createProbeThreads(
	startThread: () => Worker = () => new Worker(new URL('./probe.worker.ts', import.meta.url)),
): ProbeThreads {
	const waiting: Asked[] = [];
	const begun = new Set<Asked>();
	const threads: AskedChild<Probe, unknown>[] = [];
	const free: typeof threads = [];
	let startsSoon = false;

	/** Reading a whole folder may take long on a healthy disk, so it is not waited for. */
	const mustWait = ({probe}: Asked) =>
		[...begun].some(other => other.probe.kind !== 'folders' && isWithinFolder(probe.path, other.probe.path));
	const next = () => waiting.find(asked => !mustWait(asked));

	function goOn(): void {
		for (let asked = next(); asked && free.length > 0; asked = next()) {
			void begin(asked, free.pop()!); // it is not empty
		}
		if (next() && threads.length < maxThreads && !startsSoon) {
			startsSoon = true;
			setTimeout(startAnother, threads.length === 0 ? 0 : patienceMs);
		}
	}

	async function begin(asked: Asked, thread: AskedChild<Probe, unknown>): Promise<void> {
		waiting.splice(waiting.indexOf(asked), 1);
		begun.add(asked);
		await thread.ask(asked.probe).then(asked.answer.resolve, asked.answer.reject);
		begun.delete(asked);
		free.push(thread);
		goOn();
	}

	function startAnother(): void {
		startsSoon = false;
		if (next() && threads.length < maxThreads) {
			// Callers that wait for an answer have a timer; a thread that hangs must not keep the process alive.
			const thread = askChild<Probe, unknown>({
				start: () => threadChild(startThread()),
				idleMs,
				failure: ({error}) => error ?? new Error('The thread ended'),
			});
			threads.push(thread);
			free.push(thread);
		}
		goOn();
	}

	return {
		ask(probe) {
			const asked = {probe, answer: Promise.withResolvers<unknown>()};
			waiting.push(asked);
			goOn();
			const withdraw = () => {
				const place = waiting.indexOf(asked);
				if (place >= 0) {
					waiting.splice(place, 1);
					asked.answer.reject(new Error('Nobody waits for it'));
				}
			};
			return {answer: asked.answer.promise, withdraw};
		},
		close() {
			for (const thread of threads) {
				void thread.end();
			}
		},
	};
}
