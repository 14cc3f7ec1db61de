import {randomUUID} from 'node:crypto';
import type {ExecutionContext} from 'ava';
import type {SeriesDetails} from '#shared/domain/media/series.ts';
import {budgetOf} from '#shared/query-budgets.ts';
import type {NewIndexer} from '#shared/store/providers/provider-stores.ts';
import type {Activity} from '#workers/executions/execution-reporter.ts';
import type {TaskBody, TaskRun} from '#workers/executions/run-execution.ts';
import {buildIndexer} from '../build-indexer.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '../build-series.ts';
import type {WorkerWorld} from '../worker-deps.ts';
import {movieDetails} from './movie.ts';

interface Waiting {
	movieId?: string;
	seriesId?: string;
	episodeIds?: string[];
	executionId?: string;
}

/** A library and indexers with budgets; no worker takes the searches out of the queue. */
export async function searchesInWorld(_: ExecutionContext, world: WorkerWorld, _options: object) {
	const {deps} = world;
	await deps.tasks.ensure(deps.now());
	let known = 0;
	return {
		async addMovies(count: number) {
			const added = Array.from({length: count}, () => {
				known += 1;
				return world.addMovie({...movieDetails, metaId: known, title: `Quiet Film ${known}`});
			});
			return Promise.all(added);
		},
		/** A series with one season; null for an episode without a date. */
		async addSeries(airDates: (string | null)[], overrides: Partial<SeriesDetails> = {}) {
			known += 1;
			const named = {metaId: known, tvMetaId: known, title: `Quiet Show ${known}`};
			const details = buildSeriesDetails({...named, seasons: [buildSeason(1, airDates)], ...overrides});
			const series = await deps.series.add(details, buildNewSeries({path: `/tv/${known}`}), deps.now());
			return {...series, ids: (await deps.episodes.ofSeries(series.id)).map(({id}) => id)};
		},
		async addIndexer(settings: Partial<NewIndexer> = {}, used = 0) {
			const indexer = await deps.indexers.add(buildIndexer({name: `Site ${randomUUID()}`, ...settings}), deps.now());
			const budget = budgetOf('query', indexer.queryLimit ?? 0, indexer);
			for (let count = 0; count < used; count += 1) {
				await deps.budgets.hit(budget, indexer.id);
			}
			return indexer;
		},
		/** Runs a task's body, and returns what it queued and noted. */
		async plan(body: TaskBody, options: TaskRun['options'] = {}, overrides: Partial<typeof deps> = {}) {
			const notes: Activity[] = [];
			const {signal, log} = world.run();
			const counts = await body(
				{
					executionId: randomUUID(),
					options,
					signal,
					log,
					progress() {},
					note: activity => notes.push(activity),
					save: async () => {},
					resumed: {checkpoint: null, itemsProcessed: 0, itemsAffected: 0},
					isRepeated: false,
				},
				{...deps, ...overrides},
			);
			return {...counts, why: notes.find(({action}) => action === 'plan')?.message ?? null};
		},
		/** What waits, in the order in which it is searched. */
		async waiting(): Promise<(Waiting & {priority: number; delay: number})[]> {
			const jobs = await deps.jobs.queue('search').getJobs(['waiting', 'prioritized', 'delayed'], 0, -1, true);
			return jobs
				.map(({data, opts, delay}) => ({...data.payload, priority: opts.priority ?? 0, delay}))
				.toSorted((a, b) => a.priority - b.priority);
		},
	};
}
