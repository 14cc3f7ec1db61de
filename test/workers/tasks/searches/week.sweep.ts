import test, {type ExecutionContext} from 'ava';
import {createCache} from '#shared/coordination/cache.ts';
import type {IndexerResult} from '#shared/domain/decisions/judged-release.ts';
import {intervalMs} from '#shared/domain/tasks/interval.ts';
import {searchEpisodes, searchMovie} from '#shared/jobs/search.ts';
import type {TaskState} from '#shared/store/tasks/task-state.ts';
import type {WaitingTitle} from '#shared/tasks/next-searches.ts';
import {nextSearchesFor} from '#test/helpers/next-searches-for.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchEpisodes} from '#workers/search/search-episodes.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';
import {findNewEpisodes} from '#workers/tasks/new-episodes.ts';
import {searchMissingEpisodes, searchMissingMovies} from '#workers/tasks/searches/search-missing.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Number(new Date('2026-03-02T00:20:00Z'));
const isoDay = (days: number) => new Date(start + days * day).toISOString().slice(0, 10);
const bodies = {missingMovies: searchMissingMovies, missingEpisodes: searchMissingEpisodes, newEpisodes: findNewEpisodes};
type Searching = keyof typeof bodies;

/** The schedule and the budget of one indexer, at a time that the test sets. Nothing is ever found. */
async function simulate(t: ExecutionContext, queryLimit: number | null) {
	const world = await createWorld(t, {searches: {}});
	let at = start;
	const now = () => new Date(at);
	const states = new Map<string, TaskState>((await world.deps.tasks.list()).map(state => [state.id, {...state, nextRunAt: null}]));
	for (const [index, id] of (Object.keys(bodies) as Searching[]).entries()) {
		states.set(id, {...states.get(id)!, nextRunAt: new Date(start + (index + 1) * 600_000)});
	}
	states.set('rssSync', {...states.get('rssSync')!, enabled: false});
	const runSooner = async (id: string, inMs: number) => {
		const state = states.get(id)!;
		states.set(id, {...state, nextRunAt: new Date(Math.min(Number(state.nextRunAt), at + Math.round(inMs)))});
	};
	const tasks = {...world.deps.tasks, runSooner, get: async (id: string) => states.get(id)!, list: async () => [...states.values()]};
	const asked: number[] = [];
	const inWindow = () => asked.filter(time => time > at - day);
	const check = async () => {
		const parts = Array.from({length: 24}, (_, part) => inWindow().filter(time => Math.floor((time + day - at) / hour) === part).length);
		return new Map((await world.deps.indexers.list()).map(({id}) => [id, {hits: inWindow().length, leaving: parts}]));
	};
	const searchIndexers: WorkerDeps['searchIndexers'] = async ({reserved}) => {
		const isUsedUp = queryLimit !== null && inWindow().length >= queryLimit - Math.max(0, ...(reserved?.values() ?? []));
		if (!isUsedUp) {
			asked.push(at);
		}
		const status: IndexerResult['status'] = isUsedUp ? 'rate_limited' : 'ok';
		return {releases: [], indexerResults: [{indexerId: 'i', indexerName: 'Site', resultCount: 0, status, errorMessage: null}]};
	};
	await world.addIndexer({queryLimit});
	// The schedule has only what plans use.
	const deps = {
		...world.deps,
		now,
		searchIndexers,
		queryBudgets: {read: check},
		// What is kept for seconds of the real clock would be old by days of the simulated one.
		budgetCache: createCache<never>({max: 1, ttlMs: 1}) as WorkerDeps['budgetCache'],
		tasks: tasks as unknown as WorkerDeps['tasks'],
	};

	async function searchQueued() {
		const queue = world.deps.jobs.queue('search');
		const jobs = await queue.getJobs(['waiting', 'prioritized', 'delayed']);
		for (const job of jobs.toSorted((a, b) => (a.opts.priority ?? 0) - (b.opts.priority ?? 0))) {
			await job.remove();
			const {payload} = job.data;
			await (job.name === searchMovie.name ? handleSearchMovie(payload, deps, world.run()) : null);
			await (job.name === searchEpisodes.name ? handleSearchEpisodes(payload, deps, world.run()) : null);
		}
	}

	return {
		...world,
		deps,
		asked,
		/** Goes to the next run of a task, and does what it plans. Returns whether something did not fit. */
		async step(): Promise<boolean> {
			at = Math.min(...Object.keys(bodies).map(id => Number(states.get(id)!.nextRunAt)));
			let wasShort = false;
			for (const id of Object.keys(bodies) as Searching[]) {
				const state = states.get(id)!;
				if (Number(state.nextRunAt) <= at) {
					states.set(id, {...state, lastRunAt: now(), nextRunAt: new Date(at + intervalMs(state))});
					const {why} = await world.plan(bodies[id], {}, deps);
					wasShort ||= why !== null;
					await searchQueued();
				}
			}
			return wasShort;
		},
		isOver: () => at > start + 7 * day,
		now,
		async titles(): Promise<WaitingTitle[]> {
			const movies = await Array.fromAsync(deps.movies.missing());
			const series = await Array.fromAsync(deps.series.withFiles());
			t.is(series.length, 0);
			const episodes = await deps.episodes.airedBetween(new Date(0), new Date(start + 30 * day));
			return [
				...movies.map(
					({id, availableAt, lastSearchTime}) =>
						({id, type: 'movie', wanted: 'missing', availableAt, lastSearchTime: lastSearchTime ?? null}) as const,
				),
				...episodes.map(
					({id, airDateUtc, lastSearchTime}) =>
						({id, type: 'episode', wanted: 'missing', availableAt: airDateUtc, lastSearchTime}) as const,
				),
			];
		},
	};
}

async function withLibrary(t: ExecutionContext, queryLimit: number | null) {
	const week = await simulate(t, queryLimit);
	await week.addMovies(6);
	const soon = await week.addMovie({...movieDetails, metaId: 900, digitalRelease: new Date(start + 2.4 * day)});
	await week.deps.movies.change(soon.id, {minimumAvailability: 'released'}, week.now());
	await week.addSeries(['2020-01-01', '2020-01-08', isoDay(-1), isoDay(3), isoDay(12)]);
	await week.addSeries([isoDay(-20), isoDay(1), isoDay(2), isoDay(3), isoDay(4), isoDay(5)], {type: 'daily'});
	return week;
}

test('what the list says is what the planner does, through a week', async t => {
	const week = await withLibrary(t, null);
	let said = await nextSearchesFor(await week.titles(), week.deps);
	let [searches, steps] = [0, 0];
	while (!week.isOver()) {
		t.false(await week.step());
		const at = Number(week.now());
		for (const {id, type, lastSearchTime} of await week.titles()) {
			const {nextSearchAt, nextSearchReason} = said.get(id)!;
			const isSearched = Number(lastSearchTime) === at;
			const line = `${type} ${id} at ${week.now().toISOString()}: ${nextSearchAt?.toISOString()} ${nextSearchReason}`;
			// A task that has just run waits for an hour before it looks again.
			t.true(isSearched ? nextSearchAt !== null && Number(nextSearchAt) <= at : Number(nextSearchAt ?? at) > at - hour, line);
			searches += isSearched ? 1 : 0;
		}
		said = await nextSearchesFor(await week.titles(), week.deps);
		steps += 1;
	}
	t.true(searches > 60 && steps > 150, `${searches} searches in ${steps} steps`);
});

test('with a scarce budget nobody is searched before the list says so, everybody within days, and what airs within the hour', async t => {
	const week = await withLibrary(t, 8);
	let said = await nextSearchesFor(await week.titles(), week.deps);
	const waits = new Map<string, number>();
	while (!week.isOver()) {
		await week.step();
		const at = Number(week.now());
		for (const {id, lastSearchTime} of await week.titles()) {
			const {nextSearchAt, nextSearchReason} = said.get(id)!;
			if (Number(lastSearchTime) === at) {
				const line = `${week.now().toISOString()}: ${nextSearchAt?.toISOString()} ${nextSearchReason}`;
				t.true(nextSearchAt !== null && Number(nextSearchAt) <= at, line);
				const [episode] = await week.deps.episodes.getMany([id]);
				const firstAt = Number(episode?.airDateUtc ?? start);
				waits.set(id, waits.get(id) ?? at - Math.max(firstAt, start));
			}
		}
		said = await nextSearchesFor(await week.titles(), week.deps);
		const inDay = week.asked.filter(time => time > at - day);
		t.true(inDay.length <= 8);
	}
	const titles = await week.titles();
	const episodes = await week.deps.episodes.getMany(titles.map(({id}) => id));
	for (const {id, airDateUtc} of episodes.filter(each => Number(each.airDateUtc) > start && Number(each.airDateUtc) < start + 6 * day)) {
		t.true((waits.get(id) ?? Number.POSITIVE_INFINITY) <= hour, `${airDateUtc?.toISOString()} ${waits.get(id)}`);
	}
	t.deepEqual(
		titles.filter(({lastSearchTime}) => lastSearchTime === null).map(({id}) => episodes.find(each => each.id === id)?.airDate),
		[isoDay(12)],
	);
});
