import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import {cached, createHandOverList, type HandOverList} from '../coordination/cache.ts';
import {every} from '../coordination/wait.ts';
import {secondMs} from '../domain/durations.ts';
import type {Machine} from './machine.ts';

/** A folder that jobs need, with a name for everybody, which is no path. */
export interface NeededFolder {
	path: string;
	kind: 'root' | 'downloads' | 'backups';
	/** Such as `root folder Films`. */
	name: string;
}

/** What a process can reach. */
export interface Reach {
	reached: NeededFolder[];
	missing: NeededFolder[];
}

/** What a process tells about its machine. */
export interface MachineReport extends Reach {
	/** Of this process alone. */
	process: string;
	machine: Machine;
	/** `api`, or `worker:<pool>`. */
	services: readonly string[];
	/** Paths that it has reached for as long as a report counts: whoever misses one of them by now, lacks it. */
	steady: readonly string[];
}

const reportMs = 30 * secondMs;
const freshMs = 3 * reportMs;
/** Milliseconds in which the disks are not looked at again. */
const renewedMs = 2 * secondMs;

export function machineReports(redis: Redis, prefix: string): HandOverList<MachineReport> {
	return createHandOverList<MachineReport>({redis, prefix, name: 'machines', ttlMs: freshMs, max: 10_000});
}

interface Options {
	redis: Redis;
	prefix: string;
	machine: Machine;
	services: readonly string[];
	/** Looks at the disks; a process that needs none reports no folders. */
	look?: () => Promise<Reach>;
}

export interface Reports {
	/** What this process reported last. */
	own(): MachineReport;
	/** The fresh reports of all other processes. */
	others(): Promise<MachineReport[]>;
	/** Looks again, and reports it. */
	renew(): Promise<void>;
	stop(): Promise<void>;
}

/** Reports now, and every 30 seconds, which folders this process reaches. */
export async function startReports({redis, prefix, machine, services, look}: Options): Promise<Reports> {
	const reports = machineReports(redis, prefix);
	let own: MachineReport = {process: randomUUID(), machine, services, reached: [], missing: [], steady: []};
	/** Since when each path was reached each time, in milliseconds. */
	let since = new Map<string, number>();
	// Many jobs may ask at once, and a disk that hangs takes seconds.
	const renew = cached(
		async () => {
			const reach = await look?.();
			const at = performance.now();
			since = new Map(reach?.reached.map(({path}) => [path, since.get(path) ?? at]));
			own = {...own, ...reach, steady: [...since].flatMap(([path, begun]) => (at - begun >= freshMs ? [path] : []))};
			await reports.put({[own.process]: own});
		},
		{ttlMs: renewedMs},
	);
	// Without a server there is nothing to report yet.
	await renew().catch(() => {});
	const end = every(reportMs, renew);
	return {
		own: () => own,
		others: async () => (await reports.list()).filter(each => each.process !== own.process),
		renew,
		async stop() {
			end();
			await reports.drop(own.process).catch(() => {});
		},
	};
}
