import {promiseJob} from '#shared/coordination/outbox.ts';
import {backfillTaskId} from '#shared/domain/tasks/tasks.ts';
import {everyFile, rescoreFiles} from '#shared/jobs/refresh.ts';
import {startTask} from '#shared/tasks/start-task.ts';
import type {TaskBody, TaskRun} from '../executions/run-execution.ts';
import {resumeSubtitles} from '../library/resume-subtitles.ts';
import {withoutMoving} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {createMissingFiles} from './missing-files.ts';
import {scanMovie} from './scan-movie.ts';
import {scanSeries} from './scan-series.ts';

type Deps = Parameters<typeof scanMovie>[1]['deps'] &
	Parameters<typeof scanSeries>[1]['deps'] &
	Pick<WorkerDeps, 'jobs' | 'leases' | 'libraries' | 'outbox' | 'taskHistory'>;

const batchSize = 200;
/** Titles that are checked in parallel, because a disk answers several requests at once. */
const atOnce = 8;

/**
 * Finds vanished and new files in the folders of known titles, and folders whose subtitles have changed, and starts a
 * backfill of the libraries that have it enabled.
 */
export const scanLibrary: TaskBody<keyof Deps> = async (run, deps) => {
	await startBackfills(deps);
	const tally = {...run.resumed};
	try {
		await scanTitles(tally, run, deps);
	} finally {
		// New files have no scores yet, also those of a scan that fails or is cancelled later on.
		if (tally.itemsAffected > 0 || run.isRepeated) {
			await promiseJob(rescoreFiles, everyFile, deps);
		}
	}
	await resumeSubtitles(deps);
	return {itemsProcessed: tally.itemsProcessed, itemsAffected: tally.itemsAffected};
};

async function scanTitles(tally: TaskRun['resumed'], run: TaskRun, deps: Deps): Promise<void> {
	const missing = await createMissingFiles(run, deps);
	await eachTitle('movies', tally, {
		run,
		leases: deps.leases,
		next: after => deps.movies.onDisk({after, limit: batchSize}),
		scan: async movie =>
			[movie.file?.path ?? movie.path, movie.path].some(missing.isBelow) ? Number(await scanMovie(movie, {run, deps, missing})) : 0,
	});
	await eachTitle('series', tally, {
		run,
		leases: deps.leases,
		next: after => deps.episodes.seriesOnDisk({after, limit: batchSize}),
		scan: async series => (missing.isBelow(series.path) ? scanSeries(series, {run, deps, missing}) : 0),
	});
	tally.itemsAffected += await missing.drop();
}

interface Titles<Title extends {id: string}> {
	run: TaskRun;
	leases: Deps['leases'];
	/** The titles after this id. */
	next(after: string): Promise<Title[]>;
	/** Returns how many records changed. */
	scan(title: Title): Promise<number>;
}

/** Goes through the titles of one kind in the order of their ids, starting where an earlier run stopped. */
async function eachTitle<Title extends {id: string}>(
	kind: 'movies' | 'series',
	tally: TaskRun['resumed'],
	{run, leases, next, scan}: Titles<Title>,
): Promise<void> {
	const [reached = 'movies', behind = ''] = (run.resumed.checkpoint ?? '').split(':');
	if (kind === 'movies' && reached === 'series') {
		return;
	}
	let after = kind === reached ? behind : '';
	for (let titles = await next(after); titles.length > 0; titles = await next(after)) {
		for (let start = 0; start < titles.length; start += atOnce) {
			run.signal.throwIfAborted();
			const outcomes = await Promise.allSettled((await withoutMoving(titles.slice(start, start + atOnce), leases)).map(scan));
			for (const outcome of outcomes) {
				tally.itemsAffected += outcome.status === 'fulfilled' ? outcome.value : 0;
			}
			const failed = outcomes.find(({status}) => status === 'rejected');
			if (failed?.status === 'rejected') {
				throw failed.reason;
			}
		}
		tally.itemsProcessed += titles.length;
		after = titles.at(-1)?.id ?? after;
		const {itemsProcessed, itemsAffected} = tally;
		run.progress({processed: itemsProcessed, total: null, message: `${itemsAffected} changed`});
		await run.save({itemsProcessed, itemsAffected, checkpoint: `${kind}:${after}`});
	}
}

async function startBackfills(deps: Pick<WorkerDeps, 'jobs' | 'libraries' | 'now' | 'taskHistory'>): Promise<void> {
	for (const {id, enabled, backfillEnabled} of await deps.libraries.list()) {
		if (enabled && backfillEnabled) {
			await startTask({taskId: backfillTaskId(id), options: {}, force: false}, deps);
		}
	}
}
