import {Worker} from 'node:worker_threads';
import {isWithinFolder} from '#shared/domain/folders/root-folder-path.ts';
import type {ProbeAnswers} from './probe.ts';

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

/**
 * Threads that each do one check at a time. A hanging disk blocks only its own thread. Node's asynchronous file calls
 * would not do: they share four threads with all other file work of the process, including imports. A check inside a
 * folder that is being checked waits for that one, so a share that is gone blocks one thread per root folder on it.
 */
export function createProbeThreads(startThread: () => Worker = startProbeThread): ProbeThreads {
	const waiting: Asked[] = [];
	const begun = new Set<Asked>();
	const idle = new Set<ProbeThread>();
	const running = new Set<ProbeThread>();
	let startsSoon = false;

	function start(): ProbeThread {
		const thread = createProbeThread(startThread(), {
			onFree() {
				idle.add(thread);
				goOn();
			},
			onIdle() {
				idle.delete(thread);
			},
			onEnd() {
				idle.delete(thread);
				running.delete(thread);
				goOn();
			},
		});
		running.add(thread);
		return thread;
	}

	/** Reading a whole folder may take long on a healthy disk, so it is not waited for. */
	const mustWait = ({probe}: Asked) =>
		[...begun].some(other => other.probe.kind !== 'folders' && isWithinFolder(probe.path, other.probe.path));
	const canBegin = () => waiting.some(asked => !mustWait(asked));

	function begin(asked: Asked, thread: ProbeThread): void {
		waiting.splice(waiting.indexOf(asked), 1);
		idle.delete(thread);
		begun.add(asked);
		const end = () => {
			begun.delete(asked);
			goOn();
		};
		asked.answer.promise.then(end, end);
		thread.take(asked);
	}

	function goOn(): void {
		if (running.size === 0 && canBegin()) {
			idle.add(start());
		}
		for (const free of idle) {
			const asked = waiting.find(each => !mustWait(each));
			if (!asked) {
				break;
			}
			begin(asked, free);
		}
		if (canBegin() && running.size < maxThreads && !startsSoon) {
			startsSoon = true;
			setTimeout(startAnother, patienceMs);
		}
	}

	function startAnother(): void {
		startsSoon = false;
		if (canBegin() && running.size < maxThreads) {
			idle.add(start());
			goOn();
		}
	}

	return {
		ask(probe) {
			const asked: Asked = {probe, answer: Promise.withResolvers<unknown>()};
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
			for (const thread of running) {
				thread.end();
			}
		},
	};
}

function startProbeThread(): Worker {
	return new Worker(new URL('./probe.worker.ts', import.meta.url));
}

/** Milliseconds without a probe after which a thread ends. */
const idleMs = 60_000;

export interface Probe {
	kind: keyof ProbeAnswers;
	path: string;
}

export interface Asked {
	probe: Probe;
	answer: PromiseWithResolvers<unknown>;
}

export interface ProbeThread {
	take(asked: Asked): void;
	/** Ends the thread; one whose disk hangs ends when the disk answers. */
	end(): void;
}

interface ThreadListener {
	/** It takes the next probe. */
	onFree(): void;
	/** It takes no more requests, because there were none for a while. */
	onIdle(): void;
	onEnd(): void;
}

/** A thread that takes one probe at a time. */
function createProbeThread(thread: Worker, {onFree, onIdle, onEnd}: ThreadListener): ProbeThread {
	let current: Asked | null = null;
	let timer: NodeJS.Timeout | undefined;
	// Callers that wait for an answer have a timer; a thread that hangs must not keep the process alive.
	thread.unref();
	thread.on('message', answer => {
		current?.answer.resolve(answer);
		current = null;
		timer = setTimeout(() => {
			onIdle();
			void thread.terminate();
		}, idleMs).unref();
		onFree();
	});
	thread.once('error', error => current?.answer.reject(error));
	thread.once('exit', () => {
		clearTimeout(timer);
		current?.answer.reject(new Error('The thread ended'));
		onEnd();
	});
	return {
		take(asked) {
			clearTimeout(timer);
			current = asked;
			thread.postMessage(asked.probe);
		},
		end: () => void thread.terminate(),
	};
}
