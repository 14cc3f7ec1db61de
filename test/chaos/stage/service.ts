import {setTimeout as pause} from 'node:timers/promises';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {type NodeChild, type NodeProgram, startNodeChild} from '#scripts/start/node-child.ts';

/** How a process ended, and how long that took. */
export interface Ending {
	/** `exit code 0`, `SIGKILL` and the like, and its last words. */
	reason: string;
	seconds: number;
}

/** One process of the service. Like any supervisor, this starts it again when it ends by itself. */
export interface Part {
	name: string;
	isRunning(): boolean;
	start(): Promise<void>;
	/** SIGTERM; SIGKILL after the limit. */
	stop(): Promise<Ending>;
	/** SIGKILL. */
	kill(): Promise<Ending>;
	/** SIGSTOP for so many milliseconds. Nothing is woken if it was killed meanwhile. */
	freeze(milliseconds: number): Promise<void>;
	/** How it ended by itself, each time. */
	crashes: readonly string[];
}

/** Milliseconds. A process that needs longer to stop is killed, and that is a fault. */
const stopLimitMs = 30_000;
const againMs = 1_000;

export function createPart(program: NodeProgram, reporter: Reporter): Part {
	const {name} = program;
	const crashes: string[] = [];
	let child: NodeChild | null = null;
	let isWanted = false;

	async function start(): Promise<void> {
		isWanted = true;
		const running = await startNodeChild(program, {signal: new AbortController().signal, reporter});
		child = running;
		void running.exited.then(async ({reason}) => {
			if (child === running) {
				child = null;
				crashes.push(`${name} ended by itself with ${reason}`);
				await startAgain();
			}
		});
	}

	/** A start fails while a database is away. */
	async function startAgain(): Promise<void> {
		while (isWanted && child === null) {
			await pause(againMs);
			await start().catch(() => undefined);
		}
	}

	async function end(act: (running: NodeChild) => Promise<void> | void): Promise<Ending> {
		const running = child;
		isWanted = false;
		child = null;
		if (running === null) {
			return {reason: 'it did not run', seconds: 0};
		}
		const begun = performance.now();
		await act(running);
		const {reason} = await running.exited;
		return {reason, seconds: (performance.now() - begun) / 1000};
	}

	return {
		name,
		isRunning: () => child !== null,
		start,
		stop: () => end(running => running.stop(stopLimitMs)),
		kill: () => end(running => running.kill()),
		async freeze(milliseconds) {
			const running = child;
			if (running === null) {
				return;
			}
			process.kill(-running.pid, 'SIGSTOP');
			await pause(milliseconds);
			if (child === running) {
				process.kill(-running.pid, 'SIGCONT');
			}
		},
		crashes,
	};
}
