import test from 'ava';
import {type FakeSeries, fakeTmdb} from '#test/helpers/fake-tmdb.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {startPromisedJobs} from '#workers/executions/scheduler.ts';
import {handleAddMovie, handleAddSeries} from '#workers/refresh/add-titles.ts';

const lanterns: FakeSeries = {
	id: 815,
	title: 'Paper Lanterns',
	imdbId: 'tt0000815',
	tvMetaId: 42_815,
	firstAirDate: '2020-01-01',
	seasons: [{number: 1, episodes: [{number: 1, airDate: '2020-01-01'}]}],
};

test('the search for a title that was just added survives the loss of Redis at that moment', async t => {
	const provider = await fakeTmdb(t, {series: [lanterns], movies: [{id: 77, title: 'The Lamp'}]});
	const {deps, library, run} = await withWorkerDeps(t, {metadataUrl: provider.url});
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const enqueue = async () => {
		throw new Error('Connection is closed.');
	};
	const away = {...deps, jobs: {...deps.jobs, enqueue}};
	const choice = {rootFolderPath: library, monitored: true, searchOnAdd: true, qualityProfileId, libraryId: null};
	const movie = await handleAddMovie({metaId: 77, ...choice, minimumAvailability: 'released'}, away, run());
	const series = await handleAddSeries({metaId: 815, ...choice, seasonFolder: true, seasonOptions: []}, away, run());
	await startPromisedJobs(deps);
	const jobs = await deps.jobs.queue('search').getJobs(['waiting', 'prioritized']);
	t.deepEqual(
		jobs.map(({data}) => data.payload).toSorted((a, b) => Object.keys(a).length - Object.keys(b).length),
		[
			{movieId: movie.id, reason: 'missing'},
			{seriesId: series.id, seasonNumber: null, episodeIds: null, reason: 'missing'},
		],
	);
});

test('a title that cannot be added leaves no search', async t => {
	const provider = await fakeTmdb(t, {movies: [{id: 77, title: 'The Lamp'}]});
	const {deps, library, run} = await withWorkerDeps(t, {metadataUrl: provider.url});
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const choice = {rootFolderPath: library, monitored: true, searchOnAdd: true, qualityProfileId, libraryId: null};
	const add = () => handleAddMovie({metaId: 77, ...choice, minimumAvailability: 'released'}, deps, run());
	const added = await Promise.allSettled([add(), add()]); // both find it missing at first
	t.is(added.filter(({status}) => status === 'fulfilled').length, 1);
	t.is((await deps.outbox.list(10)).length, 1);
});

test('a title that is added is searched once, even if the scheduler was faster', async t => {
	const provider = await fakeTmdb(t, {series: [lanterns], movies: [{id: 77, title: 'The Lamp'}]});
	const {deps, library, run} = await withWorkerDeps(t, {metadataUrl: provider.url});
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const enqueue: typeof deps.jobs.enqueue = async (job, payload, options) => {
		// The scheduler finds the promise first, and its job has begun before ours is queued.
		await startPromisedJobs(deps);
		await deps.outbox.begin(options?.jobId ?? '');
		return deps.jobs.enqueue(job, payload, options);
	};
	const late = {...deps, jobs: {...deps.jobs, enqueue}};
	const choice = {rootFolderPath: library, monitored: true, searchOnAdd: true, qualityProfileId, libraryId: null};
	const movie = await handleAddMovie({metaId: 77, ...choice, minimumAvailability: 'released'}, late, run());
	const series = await handleAddSeries({metaId: 815, ...choice, seasonFolder: true, seasonOptions: []}, late, run());
	await startPromisedJobs(deps);
	t.is(await deps.jobs.queue('search').getJobCountByTypes('waiting', 'prioritized'), 2);
	t.is((await deps.outbox.list(10)).length, 2);
	t.true((await deps.movies.get(movie.id)).searchOnAdd);
	t.true((await deps.series.get(series.id)).searchOnAdd);
});

test('a title that is not monitored is not searched when it is added', async t => {
	const provider = await fakeTmdb(t, {series: [lanterns]});
	const {deps, library, run} = await withWorkerDeps(t, {metadataUrl: provider.url});
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const choice = {rootFolderPath: library, monitored: false, searchOnAdd: true, qualityProfileId, libraryId: null};
	await handleAddSeries({metaId: 815, ...choice, seasonFolder: true, seasonOptions: []}, deps, run());
	t.deepEqual(await deps.outbox.list(10), []);
});
