import {setTimeout as pause} from 'node:timers/promises';
import type {Reporter} from './reporter.ts';

/** A process that has started and is ready. */
export interface Running {
	exited: Promise<{reason: string}>;
	/** Asks it to end, and kills it after `limitMs`. */
	stop(limitMs: number): Promise<void>;
	kill(): void;
}

/** A process that is restarted whenever it ends by itself. */
export interface Supervised<R extends Running> {
	/** The first start; it is not retried if it fails. */
	ready: Promise<R>;
	/** Also aborts a running start. Resolves when nothing runs any more. */
	stop(limitMs: number): Promise<void>;
	/** Ends what runs or starts, which is then started again as after a death. */
	restart(limitMs: number): Promise<void>;
	kill(): void;
}

interface KeepOptions<R extends Running> {
	name: string;
	start: (signal: AbortSignal) => Promise<R>;
	reporter: Reporter;
	/** The pause before the next start, given the number of consecutive failures. */
	pauseMs?: (failures: number) => number;
}

/** A process that ran this long was healthy; its next failure counts as the first. */
const calmAfterMs = 60_000;
const longestPauseMs = 30_000;

export function growingPauseMs(failures: number): number {
	return Math.min(longestPauseMs, 500 * 2 ** Math.min(failures, 10));
}

export function keepRunning<R extends Running>({name, start, reporter, pauseMs = growingPauseMs}: KeepOptions<R>): Supervised<R> {
	const stopping = new AbortController();
	const {signal} = stopping;
	let current: R | null = null;
	let limitMs = 0;
	let starting = new AbortController();

	const launch = async (): Promise<R> => {
		starting = new AbortController();
		const running = await start(AbortSignal.any([signal, starting.signal]));
		current = running;
		if (signal.aborted) {
			await running.stop(limitMs);
		}
		return running;
	};

	const watch = async (first: R): Promise<void> => {
		let running: R | null = first;
		let failures = 0;
		while (!signal.aborted) {
			const began = Date.now();
			const reason: string = running ? (await running.exited).reason : 'not started';
			if (signal.aborted) {
				return;
			}
			failures = Date.now() - began > calmAfterMs ? 0 : failures;
			const waitMs = pauseMs(failures++);
			reporter.step(`${name} ended (${reason}); restarting it in ${(waitMs / 1000).toFixed(1)} s`);
			await pause(waitMs, undefined, {signal}).catch(() => undefined);
			running = signal.aborted ? null : await launchAgain(launch, name, reporter);
		}
	};

	const ready = launch();
	const watching = ready.then(watch, () => undefined);
	return {
		ready,
		stop: async limit => {
			limitMs = limit;
			stopping.abort();
			await current?.stop(limit);
			await watching;
		},
		restart: async limit => {
			starting.abort();
			await current?.stop(limit);
		},
		kill: () => current?.kill(),
	};
}

async function launchAgain<R extends Running>(launch: () => Promise<R>, name: string, reporter: Reporter): Promise<R | null> {
	try {
		const running = await launch();
		reporter.step(`${name} runs again`);
		return running;
	} catch (error) {
		reporter.step(`${name} did not start: ${error instanceof Error ? error.message : String(error)}`);
		return null;
	}
}
