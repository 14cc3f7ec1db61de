import {fileURLToPath} from 'node:url';
import type {NodeProgram} from './node-child.ts';
import {groupPools, type Plan} from './supervise.ts';

interface Wanted {
	/** What every process gets beside its own variables. */
	env: Record<string, string>;
	/** Names of the pools to run. */
	pools: readonly string[];
	/** Pools that share a process; the others have one each. */
	groups?: readonly (readonly string[])[];
}

const entry = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The processes of the whole service: the API, and a worker process a pool or a group of pools. */
export function planService({env, pools, groups = []}: Wanted): Plan {
	const workers = groupPools(pools, groups).map((group): NodeProgram => {
		const names = group.join(',');
		return {name: `worker ${names}`, script: entry('../../workers/main.ts'), env: {...env, WORKER_POOLS: names}};
	});
	return {api: {name: 'API', script: entry('../../api/main.ts'), env}, workers};
}
