import {setTimeout as pause} from 'node:timers/promises';
import {keepRunning, type Supervised} from '../processes/keep-running.ts';
import type {Reporter} from '../processes/reporter.ts';
import {type NodeChild, type NodeProgram, startNodeChild} from './node-child.ts';

/** What runs besides the databases: the API and the worker pools, each in its own process. */
export interface Plan {
	api: NodeProgram;
	workers: NodeProgram[];
}

export interface Supervision {
	/** Resolves when everything has been ready once. Rejects if something cannot start. */
	ready: Promise<void>;
	/** Ends all processes; each starts again by the new plan. */
	restart(plan: Plan): Promise<void>;
	/** Stops the API first, so that no new work arrives, then the workers: at the latest 18 s later all have ended. */
	stop(): Promise<void>;
	kill(): void;
}

const apiStopLimitMs = 12_000;
/** The workers do not wait longer than this for the API, whose last requests may wait for them. */
const apiFirstMs = 2_000;
/** One second more than a worker gives itself. */
const workersStopLimitMs = 16_000;

/** One process per pool, except that a group shares one. Pools of a group that are not run here are ignored. */
export function groupPools(pools: readonly string[], groups: readonly (readonly string[])[] = []): string[][] {
	const shared = groups.map(group => group.filter(pool => pools.includes(pool))).filter(group => group.length > 0);
	const grouped = new Set(shared.flat());
	return [...shared, ...pools.filter(pool => !grouped.has(pool)).map(pool => [pool])];
}

/** Runs the plan. A process that dies is restarted, after a growing pause. Prints one line when a process is ready. */
export function supervise(plan: Plan, reporter: Reporter, onApiMessage?: (message: unknown) => void): Supervision {
	const {api, workers} = plan;
	const programs = new Map(inPlan(plan).map(program => [program.name, program]));
	const keep = (program: NodeProgram): Supervised<NodeChild> => {
		const start = (signal: AbortSignal) =>
			startNodeChild(programs.get(program.name) ?? program, {signal, reporter, onMessage: program === api ? onApiMessage : undefined});
		const supervised = keepRunning({name: program.name, start, reporter});
		void supervised.ready.then(
			child => reportReady(program.name, child, reporter),
			() => undefined,
		);
		return supervised;
	};
	const supervisedApi = keep(api);
	const supervisedWorkers = workers.map(keep);
	const all = [supervisedApi, ...supervisedWorkers];
	return {
		ready: Promise.all(all.map(({ready}) => ready)).then(() => undefined),
		restart: async next => {
			for (const program of inPlan(next)) {
				programs.set(program.name, program);
			}
			await Promise.all(all.map(supervised => supervised.restart(workersStopLimitMs)));
		},
		stop: async () => {
			const apiStopped = supervisedApi.stop(apiStopLimitMs).then(() => reporter.step('API stopped'));
			await Promise.race([apiStopped, pause(apiFirstMs, undefined, {ref: false})]);
			await Promise.all([apiStopped, ...supervisedWorkers.map(supervised => supervised.stop(workersStopLimitMs))]);
			reporter.step('workers stopped');
		},
		kill: () => {
			for (const supervised of all) {
				supervised.kill();
			}
		},
	};
}

const inPlan = ({api, workers}: Plan) => [api, ...workers];

/** The secrets of a first start are shown only here; no log file and no stream contains them. */
function reportReady(name: string, {pid, detail, firstKey, firstPassword}: NodeChild, reporter: Reporter): void {
	reporter.step(`${name} is ready (process ${pid})${detail === null ? '' : `: ${detail}`}`);
	if (firstPassword !== null) {
		reporter.step(`first administrator: user admin, password ${firstPassword} (shown only once)`);
	}
	if (firstKey !== null) {
		reporter.step(`first API key: ${firstKey} (header x-api-key, shown only once)`);
	}
}
