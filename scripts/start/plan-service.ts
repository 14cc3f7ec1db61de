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
