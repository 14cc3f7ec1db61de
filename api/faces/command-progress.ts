import type {RouteDeps} from '#api/services.ts';
import {isPromised} from '#shared/coordination/outbox.ts';
import type {FileChangeState} from '#shared/domain/file-changes/file-change.ts';
import type {Pool} from '#shared/jobs/queues.ts';
import type {AppCommand, CommandWork} from '#shared/store/tasks/app-commands.ts';

type State = AppCommand['status'];

/** What the queues call the states of jobs; those that they have forgotten have ended. */
const ofQueues: Readonly<Record<string, State>> = {
	waiting: 'queued',
	prioritized: 'queued',
	delayed: 'queued',
	'waiting-children': 'queued',
	active: 'started',
	failed: 'failed',
};

/** Jobs of one command whose failures are looked for: a queue is asked once for each. */
const maxAsked = 100;

/** The commands as they are by now. What their work has come to is stored, because queues forget it. */
export async function withProgress(
	commands: readonly AppCommand[],
	deps: ProgressDeps & Pick<RouteDeps, 'appCommands' | 'now'>,
): Promise<AppCommand[]> {
	const {appCommands, now} = deps;
	return Promise.all(
		commands.map(async command => {
			const status = isOpen(command) ? await statusOf(command, deps) : command.status;
			if (status === command.status) {
				return command;
			}
			const at = now();
			const startedAt = command.startedAt ?? at;
			const ended = status === 'started' ? {endedAt: null} : {endedAt: at, message: status === 'failed' ? 'Failed' : 'Completed'};
			const change = {status, ...(status !== 'queued' && {startedAt, ...ended})};
			await appCommands.settle(command.id, change);
			return {...command, ...change};
		}),
	);
}

const isOpen = ({status}: Pick<AppCommand, 'status'>) => status === 'queued' || status === 'started';

type ProgressDeps = Pick<RouteDeps, 'downloads' | 'fileChanges' | 'jobs' | 'outbox' | 'taskHistory'>;

async function statusOf({work, status}: AppCommand, deps: ProgressDeps): Promise<State> {
	const states = [
		...(await statesOfJobs(work, deps)),
		...(await statesOfExecutions(work, deps)),
		...(await statesOfChanges(work, deps)),
		...(await statesOfImports(work, deps)),
	];
	const isRunning = states.some(state => state === 'queued' || state === 'started');
	if (!isRunning) {
		return states.includes('failed') ? 'failed' : 'completed';
	}
	return status === 'started' || states.some(state => state !== 'queued') ? 'started' : 'queued';
}

async function statesOfJobs({pool, jobIds}: CommandWork, {jobs, outbox}: Pick<RouteDeps, 'jobs' | 'outbox'>): Promise<State[]> {
	if (pool === null || jobIds.length === 0) {
		return [];
	}
	const promised = await outbox.begun(jobIds.filter(isPromised));
	return Promise.all(
		jobIds.map(async (id, index): Promise<State> => {
			const begun = promised.get(id);
			if (begun !== undefined) {
				return begun ? 'started' : 'queued';
			}
			const state = index < maxAsked ? await jobs.queue(pool as Pool).getJobState(id) : 'completed';
			// A promise that is gone has ended, whatever its queue has not noticed yet.
			return isPromised(id) && state !== 'failed' ? 'completed' : (ofQueues[state] ?? 'completed');
		}),
	);
}

async function statesOfExecutions({executionIds}: CommandWork, {taskHistory}: Pick<RouteDeps, 'taskHistory'>): Promise<State[]> {
	const found = await Promise.all(executionIds.map(id => taskHistory.find(id)));
	return found.map(execution => {
		const status = execution?.status ?? 'completed';
		return status === 'running' ? 'started' : status === 'cancelled' ? 'failed' : status;
	});
}

const ofChanges: Readonly<Record<FileChangeState, State>> = {
	planning: 'queued',
	planned: 'queued',
	running: 'started',
	done: 'completed',
	undone: 'completed',
	failed: 'failed',
	cancelled: 'failed',
};

async function statesOfChanges({changeIds = []}: CommandWork, {fileChanges}: Pick<RouteDeps, 'fileChanges'>): Promise<State[]> {
	const found = await Promise.all(changeIds.map(id => fileChanges.find(id)));
	return found.map(change => (change ? ofChanges[change.state] : 'completed'));
}

async function statesOfImports({queueIds = []}: CommandWork, {downloads}: Pick<RouteDeps, 'downloads'>): Promise<State[]> {
	const found = await Promise.all(queueIds.map(id => downloads.find(id)));
	return found.map(item => {
		if (item === null || item.state === 'imported' || item.state === 'ignored') {
			return 'completed';
		}
		if (item.state === 'importPending') {
			// One that was tried again has its old messages until its import begins.
			return item.health === 'ok' || item.retryAt === null ? 'queued' : 'failed';
		}
		return item.state === 'importing' ? 'started' : 'failed';
	});
}
