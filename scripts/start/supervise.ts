import {type Kept, keepRunning} from '../processes/keep-running.ts';
import type {Teller} from '../teller/console.ts';
import {type NodeChild, type NodeProgram, startNodeChild} from './node-child.ts';

/** What runs besides the databases: the API and the worker pools, each in its own process. */
export interface Plan {
	api: NodeProgram;
	workers: NodeProgram[];
}

export interface Supervision {
	/** Resolves when everything has been ready once. Rejects if something cannot start. */
	ready: Promise<void>;
	/** Stops the API first, so that no new work arrives, then the workers once they have finished. */
	stop(): Promise<void>;
	kill(): void;
}

const apiStopLimitMs = 10_000;
const workersStopLimitMs = 25_000;

/** One process per pool, except that a group shares one. Pools of a group that are not run here are ignored. */
export function groupPools(pools: readonly string[], groups: readonly (readonly string[])[] = []): string[][] {
	const shared = groups.map(group => group.filter(pool => pools.includes(pool))).filter(group => group.length > 0);
	const grouped = new Set(shared.flat());
	return [...shared, ...pools.filter(pool => !grouped.has(pool)).map(pool => [pool])];
}

/** Runs the plan. A process that dies is restarted, after a growing pause. Prints one line when a process is ready. */
export function supervise({api, workers}: Plan, tell: Teller): Supervision {
	const keep = (program: NodeProgram): Kept<NodeChild> => {
		const kept = keepRunning({name: program.name, start: signal => startNodeChild(program, {signal, tell}), tell});
		void kept.ready.then(
			child => tellReady(program.name, child, tell),
			() => undefined,
		);
		return kept;
	};
	const keptApi = keep(api);
	const keptWorkers = workers.map(keep);
	const all = [keptApi, ...keptWorkers];
	return {
		ready: Promise.all(all.map(({ready}) => ready)).then(() => undefined),
		stop: async () => {
			await keptApi.stop(apiStopLimitMs);
			tell.step('API stopped');
			await Promise.all(keptWorkers.map(kept => kept.stop(workersStopLimitMs)));
			tell.step('workers stopped');
		},
		kill: () => {
			for (const kept of all) {
				kept.kill();
			}
		},
	};
}

/** The secrets of a first start are shown only here; no log file and no stream contains them. */
function tellReady(name: string, {pid, detail, firstKey, firstPassword}: NodeChild, tell: Teller): void {
	tell.step(`${name} is ready (process ${pid})${detail === null ? '' : `: ${detail}`}`);
	if (firstPassword !== null) {
		tell.step(`first administrator: user admin, password ${firstPassword} (shown only once)`);
	}
	if (firstKey !== null) {
		tell.step(`first API key: ${firstKey} (header x-api-key, shown only once)`);
	}
}
