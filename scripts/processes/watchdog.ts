import {readdirSync, readFileSync} from 'node:fs';
import {every} from '#shared/coordination/wait.ts';

/** Watches a process that somebody waits for. */
export interface Watchdog {
	/** The process gave a sign of life, such as a line or a message. */
	feed(): void;
	end(): void;
}

interface WatchdogOptions {
	/** Milliseconds without a sign of life. */
	limitMs: number;
	/** Called once. */
	onSilent(): void;
	/** Milliseconds of work so far, which is a sign of life too; see `workedMs`. Without it only `feed` counts. */
	worked?: () => number | null;
	/** Milliseconds of work without any other sign of life: a loop without end works as well. */
	workLimitMs?: number;
	/** Called now and then while the process takes long, with the milliseconds that were waited. */
	onSlow?: (waitedMs: number) => void;
}

/** Checks in one limit. They are counted instead of the time, because a machine that slept has not waited. */
const checks = 6;
/** An idle server uses less than this share of its time. */
const workShare = 0.05;
const usualWorkLimitMs = 30 * 60_000;

/** Calls `onSilent` when nothing moves any more. It keeps no process alive. */
export function createWatchdog({limitMs, onSilent, worked, workLimitMs = usualWorkLimitMs, onSlow}: WatchdogOptions): Watchdog {
	const everyMs = limitMs / checks;
	let silent = 0;
	let checked = 0;
	let wordless = 0;
	let before = worked?.() ?? 0;
	const hasWorked = () => {
		const now = worked?.() ?? before;
		// It becomes less when a thread ends.
		const share = Math.abs(now - before) / everyMs;
		before = now;
		return share >= workShare && wordless * everyMs < workLimitMs;
	};
	const end = every(everyMs, () => {
		checked += 1;
		wordless += 1;
		silent = hasWorked() ? 0 : silent + 1;
		if (silent > checks) {
			end();
			onSilent();
		} else {
			onSlow?.(checked * everyMs);
		}
	});
	return {
		feed() {
			silent = 0;
			wordless = 0;
		},
		end,
	};
}

/**
 * Milliseconds that all threads of a process have used the processor or, where the system tells, have waited for it: on
 * a busy machine a process that is about to do something mostly waits. Null if nobody tells.
 */
export function workedMs(pid: number): number | null {
	try {
		const threads = readdirSync(`/proc/${pid}/task`);
		return threads.map(thread => scheduledMs(`/proc/${pid}/task/${thread}`)).reduce((sum, ms) => sum + ms, 0);
	} catch {
		return null;
	}
}

function scheduledMs(thread: string): number {
	try {
		const [ranNs = 0, waitedNs = 0] = readFileSync(`${thread}/schedstat`, 'utf8').split(' ').map(Number);
		return (ranNs + waitedNs) / 1e6;
	} catch {
		// It ended in this moment.
		return 0;
	}
}

/** `40 s`, `3 min`. */
export function inWords(milliseconds: number): string {
	return milliseconds < 120_000 ? `${Math.round(milliseconds / 1000)} s` : `${Math.round(milliseconds / 60_000)} min`;
}
