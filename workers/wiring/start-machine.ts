import type {Jobs} from '#shared/jobs/index.ts';
import type {Pool} from '#shared/jobs/queues.ts';
import {answerForMachine} from '#shared/machines/ask-machines.ts';
import {machineOf} from '#shared/machines/machine.ts';
import {diskAnswers} from '#shared/machines/machine-questions.ts';
import {startReports} from '#shared/machines/reports.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {goesElsewhere, lookAtFolders, type NeededPaths} from '../runtime/folder-reach.ts';
import type {PoolOptions} from '../runtime/pool.ts';
import {foldersOf, poolsWithFolders} from './job-folders.ts';

type AnyFoldersOf = Partial<Record<keyof Jobs, (payload: unknown, deps: WorkerDeps) => Promise<NeededPaths>>>;

/** Tells others which folders this process has, so that each job goes where its folders are. */
export async function startMachine(
	deps: WorkerDeps,
	pools: readonly Pool[],
): Promise<Required<Pick<PoolOptions, 'goesElsewhere'>> & {stop(): Promise<void>}> {
	const machine = await machineOf(deps.dataDir);
	const hasFolders = pools.some(pool => poolsWithFolders.includes(pool));
	const reports = await startReports({
		...{redis: deps.producer, prefix: deps.prefix, machine, services: pools.map(pool => `worker:${pool}`)},
		...(hasFolders && {look: () => lookAtFolders(deps)}),
	});
	const stopAnswers = answerForMachine(machine, diskAnswers(deps), {...deps, redis: deps.producer});
	return {
		async goesElsewhere(pool, name, payload) {
			const needed = (foldersOf as AnyFoldersOf)[name]; // the payload is checked when the job runs
			// Whatever goes wrong here is told by the job itself.
			return needed !== undefined && (await goesElsewhere(pool, () => needed(payload, deps), reports).catch(() => false));
		},
		async stop() {
			stopAnswers();
			await reports.stop();
		},
	};
}
