import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {constants, setPriority} from 'node:os';
import type {Pool} from '#shared/jobs/queues.ts';

/** Pools whose work may take as long as it takes: whoever waits for an answer goes first. */
const patient: readonly Pool[] = ['backfill'];

/**
 * Lets all other processes go first when this one has patient pools only. A system that forbids
 * it is no reason to fail.
 */
export function lowerPriority(pools: readonly Pool[]): void {
	if (!pools.every(pool => patient.includes(pool))) {
		return;
	}
	for (const thread of threads()) {
		try {
			setPriority(thread, constants.priority.PRIORITY_LOW);
		} catch {
			// It has ended meanwhile, or it may not.
		}
	}
	lowerSession();
}

/**
 * Linux shares its cores among sessions before it looks at the processes in them: one that is ours
 * alone steps back as a whole.
 */
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
 * Linux keeps a priority for each thread; those that are started later have that of their starter. 0 is the whole
 * process elsewhere.
 */
function threads(): number[] {
	try {
		return readdirSync('/proc/self/task').map(Number);
	} catch {
		return [0];
	}
}
