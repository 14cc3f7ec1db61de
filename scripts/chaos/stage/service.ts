import {type NodeChild, type NodeProgram, startNodeChild} from '../../start/node-child.ts';
import type {Teller} from '../../teller/console.ts';

/** How a process ended, and how long that took. */
export interface Ending {
	/** `exit code 0`, `SIGKILL` and the like, and its last words. */
	reason: string;
	seconds: number;
}

/** One process of the service, which is started again by hand. */
export interface Part {
	name: string;
	isRunning(): boolean;
	start(): Promise<void>;
	/** SIGTERM; SIGKILL after the limit. */
	stop(): Promise<Ending>;
	/** SIGKILL. */
	kill(): Promise<Ending>;
}

/** Milliseconds. A process that needs longer to stop is killed, and that is a fault. */
const stopLimitMs = 30_000;

export function createPart(program: NodeProgram, tell: Teller): Part {
	let child: NodeChild | null = null;
	const end = async (act: (running: NodeChild) => Promise<void> | void): Promise<Ending> => {
		const running = child;
		child = null;
		if (running === null) {
			return {reason: 'it did not run', seconds: 0};
		}
		const begun = performance.now();
		await act(running);
		const {reason} = await running.exited;
		return {reason, seconds: (performance.now() - begun) / 1000};
	};
	return {
		name: program.name,
		isRunning: () => child !== null,
		async start() {
			child = await startNodeChild(program, {signal: new AbortController().signal, tell});
		},
		stop: () => end(running => running.stop(stopLimitMs)),
		kill: () => end(running => running.kill()),
	};
}
