import test, {type ExecutionContext} from 'ava';
import {Conflict, NotFound, UpstreamFailed} from '#shared/errors.ts';
import {type FakeSeries, fakeTmdb} from '#test/helpers/fake-tmdb.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {handleAddMovie, handleAddSeries} from '#workers/refresh/add-titles.ts';
import {handleRefreshDue, handleRefreshMovie, handleRefreshSeries} from '#workers/refresh/refresh-titles.ts';

const lanterns: FakeSeries = {
	id: 815,
	title: 'Paper Lanterns: Dusk',
	imdbId: 'tt0000815',
	tvMetaId: 42_815,
	firstAirDate: '2020-01-01',
	seasons: [
		{number: 0, episodes: [{number: 1}]},
		...Array.from({length: 30}, (_, index) => ({
			number: index + 1,
			episodes: Array.from({length: 10}, (_each, at) => ({number: at + 1, airDate: `${1990 + index}-01-${String(at + 10)}`})),
		})),
	],
};

async function withProvider(t: ExecutionContext, series: FakeSeries[] = [structuredClone(lanterns)]) {
	const provider = await fakeTmdb(t, {series});
	const world = await withWorkerDeps(t, {metadataUrl: provider.url});
	const profile = await world.deps.qualityProfiles.getDefault();
	const choice = {
		rootFolderPath: world.library,
		monitored: true,
		seasonFolder: true,
		searchOnAdd: false,
		qualityProfileId: profile.id,
		libraryId: null,
		seasonOptions: [],
	};
	const add = (metaId = 815) => handleAddSeries({metaId, ...choice}, world.deps, world.run());
	return {...world, provider, choice, add};
}

test('thirty seasons are added at once with few requests, in a folder with a safe name', async t => {
	const {deps, add, provider, library} = await withProvider(t);
	const {id, title} = await add();
	t.is(title, 'Paper Lanterns: Dusk');
	t.true(provider.requests.length <= 3, String(provider.requests.length));
	const series = await deps.series.get(id);
	t.like(series, {tvMetaId: 42_815, imdbId: 'tt0000815', seasonCount: 30, totalEpisodeCount: 301, episodeCount: 300});
	t.is(series.path, `${library}/Paper Lanterns - Dusk (2020)`);
	t.is((await deps.episodes.ofSeason(id, 30)).length, 10);
});

test('a namesake gets a folder of its own', async t => {
	const {deps, add, library} = await withProvider(t, [structuredClone(lanterns), {...structuredClone(lanterns), id: 816}]);
	await add();
	const {id} = await add(816);
	t.is((await deps.series.get(id)).path, `${library}/Paper Lanterns - Dusk (2020) {tmdb-816}`);
});

test('namesakes that come at the same moment get folders of their own', async t => {
	const namesakes = Array.from({length: 6}, (_, index) => ({
		id: 900 + index,
		title: 'Twin Kites',
		firstAirDate: '2021-01-01',
		seasons: [],
	}));
	const {deps, add} = await withProvider(t, namesakes);
	const added = await Promise.all(namesakes.map(({id}) => add(id)));
	const paths = (await deps.series.getMany(added.map(({id}) => id))).map(({path}) => path);
	t.is(new Set(paths).size, namesakes.length, paths.join());
});

test('a title is refused that is there, that the provider does not have, or that a library may not add', async t => {
	const {deps, run, choice, add} = await withProvider(t);
	await t.throwsAsync(add(999), {instanceOf: NotFound});
	await add();
	await t.throwsAsync(add(), {instanceOf: Conflict, message: /in the library already/});
	await deps.importExclusions.add({type: 'series', metaId: 816, title: 'No', year: null, libraryId: null}, new Date());
	await deps.importExclusions.add({type: 'movie', metaId: 7, title: 'No', year: null, libraryId: null}, new Date());
	const bySelf = {...choice, libraryId: 'library-1'};
	await t.throwsAsync(handleAddSeries({metaId: 816, ...bySelf}, deps, run()), {instanceOf: Conflict, message: /import-exclusions/});
	const movie = {metaId: 7, minimumAvailability: 'released' as const, ...bySelf};
	await t.throwsAsync(handleAddMovie(movie, deps, run()), {instanceOf: Conflict, message: /import-exclusions/});
});

test('a refresh finds the new season, monitored as the series is', async t => {
	const {deps, run, add, provider} = await withProvider(t);
	const {id} = await add();
	provider.series[0]?.seasons.push({number: 31, episodes: [{number: 1, airDate: '2040-01-01'}]});
	await handleRefreshSeries({seriesId: id}, deps, run());
	const series = await deps.series.get(id);
	t.like(series, {seasonCount: 31, totalEpisodeCount: 302, episodeCount: 300, nextAiring: new Date('2040-01-01')});
	t.true((await deps.episodes.ofSeason(id, 31)).every(({monitored}) => monitored));
});

test('a provider that is down or has lost the title changes nothing', async t => {
	const {deps, run, add, provider} = await withProvider(t);
	const {id} = await add();
	const before = await deps.series.get(id);
	provider.answer = () => ({status: 500, body: '{}'});
	await t.throwsAsync(handleRefreshSeries({seriesId: id}, deps, run()), {instanceOf: UpstreamFailed});
	provider.answer = () => null;
	provider.series.length = 0;
	await handleRefreshSeries({seriesId: id}, deps, run());
	t.deepEqual(await deps.series.get(id), before);
	t.is((await deps.episodes.ofSeries(id)).length, 301);
	const days = (count: number) => new Date(Date.now() + count * 86_400_000);
	t.deepEqual(await deps.series.dueForRefresh(days(6), 10), []);
	t.deepEqual(await deps.series.dueForRefresh(days(8), 10), [id]);
});

test('a movie that the provider tells again is refreshed, whatever was kept of it', async t => {
	const {deps, run, provider, choice} = await withProvider(t, []);
	const {seasonFolder: _, seasonOptions: _options, ...movieChoice} = choice;
	provider.movies.push({id: 77, title: 'Glass Orchard'});
	const {id} = await handleAddMovie({metaId: 77, minimumAvailability: 'released', ...movieChoice}, deps, run());
	provider.movies[0] = {id: 77, title: 'Glass Orchard Again', releaseDate: '2031-01-01'};
	await handleRefreshMovie({movieId: id}, deps, run());
	t.like(await deps.movies.get(id), {title: 'Glass Orchard Again', year: 2031});
});

test('all that is due is queued once, movies and series', async t => {
	const {deps, run, add, addMovie} = await withProvider(t);
	const {id: seriesId} = await add();
	const {id: movieId} = await addMovie(movieDetails);
	const later = {...deps, now: () => new Date(Date.now() + 40 * 86_400_000)};
	t.deepEqual(await handleRefreshDue({limit: 100}, deps, run()), {movies: 0, series: 0});
	t.deepEqual(await handleRefreshDue({limit: 100}, later, run()), {movies: 1, series: 1});
	await handleRefreshDue({limit: 100}, later, run());
	const jobs = await deps.jobs.queue('refresh').getJobs(['waiting', 'prioritized']);
	t.deepEqual(jobs.map(({data}) => Object.values(data.payload)[0]).sort(), [seriesId, movieId].sort());
});
