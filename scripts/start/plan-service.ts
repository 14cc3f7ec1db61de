import {fileURLToPath} from 'node:url';
import type {NodeProgram} from './node-child.ts';
import {groupPools, type Plan} from './supervise.ts';

interface Wanted {
	/** Environment variables that every process gets besides its own. */
	env: Record<string, string>;
	/** Names of the pools to run. */
	pools: readonly string[];
	/** Pools that share a process; each of the others has its own. */
	groups?: readonly (readonly string[])[];
}

const entry = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Plans the processes of the whole service: the API, and a worker process for each pool or group of pools. */
export function planService({env, pools, groups = []}: Wanted): Plan {
	const workers = groupPools(pools, groups).map((group): NodeProgram => {
		const names = group.join(',');
		return {name: `worker ${names}`, script: entry('../../workers/main.ts'), env: {...env, WORKER_POOLS: names}};
	});
	return {api: {name: 'API', script: entry('../../api/main.ts'), env}, workers};
}

/** How many processes the pools get: one for `few`, one per pool for `many`, and `auto` decides by the machine. */
export type Processes = 'auto' | 'few' | 'many';

export interface Machine {
	cores: number;
	memoryBytes: number;
}

/** Pools that mostly wait for others, and pools that read and write media: a disk that hangs holds up its own. */
const sharing: readonly (readonly string[])[] = [
	['search', 'grab', 'downloads', 'connections', 'refresh', 'tasks', 'captcha'],
	['import', 'disks', 'files', 'backfill', 'torrent', 'subtitles'],
];
/** A process takes some 80 MiB before it does anything. */
const together: readonly (readonly string[])[] = [sharing.flat()];
/** Pools with little work. `disks` and `files` need the disks of imports; `connections` needs only slots of its own. */
const alwaysSharing: readonly (readonly string[])[] = [
	['import', 'disks', 'files'],
	['downloads', 'connections'],
];
const manyCores = 4;
const manyBytes = 4 * 1024 ** 3;

/** Groups of pools that share a process on this machine; each of the others has its own. */
export function shareProcesses(processes: Processes, {cores, memoryBytes}: Machine): readonly (readonly string[])[] {
	if (processes === 'few') {
		return together;
	}
	const isSmall = cores < manyCores || memoryBytes < manyBytes;
	return processes === 'auto' && isSmall ? sharing : alwaysSharing;
}
