import {type Kept, keepRunning} from '../processes/keep-running.ts';
import type {Teller} from '../teller/console.ts';
import {type NodeChild, type NodeProgram, startNodeChild} from './node-child.ts';

/** What runs beside the databases: the API and the worker pools, each a process. */
export interface Plan {
	api: NodeProgram;
	workers: NodeProgram[];
}

export interface Supervision {
	/** Everything has been ready once. Rejects when something cannot start. */
	ready: Promise<void>;
	/** The API first, so that nothing new comes in, then the workers when they have finished. */
	stop(): Promise<void>;
	kill(): void;
}

const apiStopLimitMs = 10_000;
const workersStopLimitMs = 25_000;

/**
 * One process for each pool, but one for all pools of a group; pools that a group names and nobody has are left out.
 */
export function groupPools(pools: readonly string[], groups: readonly (readonly string[])[] = []): string[][] {
	const shared = groups.map(group => group.filter(pool => pools.includes(pool))).filter(group => group.length > 0);
	const grouped = new Set(shared.flat());
	return [...shared, ...pools.filter(pool => !grouped.has(pool)).map(pool => [pool])];
}

/**
 * Runs the plan; a process that dies is started again, with a growing pause. Every process gets
 * one line when it is ready.
 */
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

/** The secrets of a first start are told here and nowhere else: no log file and no stream has them. */
function tellReady(name: string, {pid, detail, firstKey, firstPassword}: NodeChild, tell: Teller): void {
	tell.step(`${name} is ready (process ${pid})${detail === null ? '' : `: ${detail}`}`);
	if (firstPassword !== null) {
		tell.step(`first administrator: user admin, password ${firstPassword} (shown this once)`);
	}
	if (firstKey !== null) {
		tell.step(`first API key: ${firstKey} (header x-api-key, shown this once)`);
	}
}
