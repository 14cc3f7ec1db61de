import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {constants, setPriority} from 'node:os';
import type {Pool} from '#shared/jobs/queues.ts';

/** Pools that are never urgent, so that processes with waiting users come first. */
const patient: readonly Pool[] = ['backfill'];

/**
 * Lowers the priority of this process when it has only patient pools. A system that forbids it is not a reason to fail.
 */
export function lowerPriority(pools: readonly Pool[]): void {
	if (!pools.every(pool => patient.includes(pool))) {
		return;
	}
	for (const thread of threads()) {
		try {
			setPriority(thread, constants.priority.PRIORITY_LOW);
		} catch {
			// The thread has ended, or the system forbids it.
		}
	}
	lowerSession();
}

/** Linux shares its cores among sessions before processes, so a session of our own is lowered as a whole. */
function lowerSession(): void {
	try {
		const behindName = readFileSync('/proc/self/stat', 'utf8').split(') ')[1] ?? '';
		const session = Number(behindName.split(' ')[3]);
		if (session === process.pid) {
			writeFileSync('/proc/self/autogroup', String(constants.priority.PRIORITY_LOW));
		}
	} catch {
		// Another system, or one that forbids it.
	}
}

/**
 * Linux has a priority per thread, and a new thread inherits that of its creator. Elsewhere, 0 means the whole process.
 */
function threads(): number[] {
	try {
		return readdirSync('/proc/self/task').map(Number);
	} catch {
		return [0];
	}
}
