import {renameSync, writeFileSync} from 'node:fs';
import {setTimeout as pause} from 'node:timers/promises';
import type {Shift} from './shifted-clock.ts';

/** The clock of one host, as its processes see it. */
export interface HostClock {
	/** For the environment of a process on this host. */
	variables: Record<string, string>;
	set(shift: Shift): void;
}

/** The processes look at the file ten times a second. */
const noticedMs = 300;

export function createHostClock(path: string): HostClock {
	const set = (shift: Shift) => {
		writeFileSync(`${path}.new`, JSON.stringify(shift));
		renameSync(`${path}.new`, path);
	};
	set({host: 0, servers: 0});
	const preload = new URL('./shifted-clock.ts', import.meta.url).href;
	return {variables: {CLOCK_FILE: path, NODE_OPTIONS: `--import=${preload}`}, set};
}

/** Resolves when every process has the new time. */
export async function setClocks(clocks: readonly {clock: HostClock; shift: Shift}[]): Promise<void> {
	for (const {clock, shift} of clocks) {
		clock.set(shift);
	}
	await pause(noticedMs);
}
