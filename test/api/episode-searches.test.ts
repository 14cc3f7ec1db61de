import test, {type ExecutionContext} from 'ava';
import {type SearchEpisodes, searchEpisodes} from '#shared/jobs/search.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {type Served, serve} from '#test/helpers/serve.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const executionId = 'c0ffee00-0000-4000-8000-000000000002';

async function withSeries(t: ExecutionContext) {
	const served = await serve(t);
	const {deps} = served;
	const {id: seriesId} = await deps.series.add(buildSeriesDetails(), buildNewSeries(), deps.now());
	const [first, second] = await deps.episodes.ofSeason(seriesId, 1);
	return {served, call: served.call, deps, seriesId, first: first?.id ?? '', second: second?.id ?? ''};
}

async function waiting({deps}: Served) {
	const jobs = await deps.jobs.queue('search').getJobs(['waiting', 'prioritized']);
	return jobs.map(({id, data, priority}) => ({id, priority, ...data.payload}));
}

test('a search of a series, of a season and of an episode is each queued as a search of a person', async t => {
	const {call, served, seriesId, first} = await withSeries(t);
	const whole = await call(`POST /api/library/series/${seriesId}/auto-search`, {body: {searchType: 'missing'}});
	const season = await call(`POST /api/library/series/${seriesId}/seasons/1/auto-search`, {body: {searchType: 'cutOffUnmet'}});
	const episode = await call(`POST /api/library/episodes/${first}/auto-search`);
	const named = await call(`POST /api/library/series/${seriesId}/auto-search`, {body: {episodeIds: [first, first]}});
	for (const {status, body} of [whole, season, episode]) {
		t.is(status, 202);
		t.like(body, {success: true});
	}
	t.is(episode.body.message, 'The search for Paper Lanterns, season 1, episode 1, is queued.');
	t.is(season.body.message, 'The search for Paper Lanterns, season 1, is queued.');
	t.is(named.body.searchId, episode.body.searchId, 'the same episode named in another way is the same search');
	const rows = await waiting(served);
	t.is(rows.length, 3);
	const find = ({body}: {body: {searchId: string}}) => rows.find(({id}) => id === body.searchId);
	const priority = 2;
	t.like(find(whole), {seriesId, seasonNumber: null, episodeIds: null, reason: 'missing', byPerson: true, priority});
	t.like(find(season), {seriesId, seasonNumber: 1, episodeIds: null, reason: 'cutOffUnmet', byPerson: true, priority});
	t.like(find(episode), {seriesId, seasonNumber: null, episodeIds: [first], reason: 'manual', priority});
});

test('two episodes are two searches, and neither is lost in one of the series', async t => {
	const {call, served, deps, seriesId, first, second} = await withSeries(t);
	const task: SearchEpisodes = {seriesId, seasonNumber: null, episodeIds: [first, second], reason: 'missing', executionId};
	await deps.jobs.enqueue(searchEpisodes, task, {priority: 50});
	await call(`POST /api/library/series/${seriesId}/seasons/1/auto-search`);
	await call(`POST /api/library/episodes/${first}/auto-search`);
	await call(`POST /api/library/episodes/${second}/auto-search`);
	await call(`POST /api/library/episodes/${second}/auto-search`);
	const rows = await waiting(served);
	t.is(rows.length, 4);
	t.true(
		rows.some(row => row.executionId === executionId && row.episodeIds?.length === 2),
		'the search of the task keeps all of its episodes',
	);
});

test("a person's search of all that is missing takes the place of the task's, which gets its outcome", async t => {
	const {call, served, deps, seriesId, first} = await withSeries(t);
	const task: SearchEpisodes = {seriesId, seasonNumber: null, episodeIds: [first], reason: 'missing', executionId};
	await deps.jobs.enqueue(searchEpisodes, task, {priority: 50});
	await deps.jobs.enqueue(searchEpisodes, {...task, reason: 'upgrade'}, {priority: 50});
	const {body} = await call(`POST /api/library/series/${seriesId}/auto-search`, {body: {searchType: 'missing'}});
	const rows = await waiting(served);
	t.is(rows.length, 2, 'what is to be upgraded is another search');
	t.like(
		rows.find(({id}) => id === body.searchId),
		{reason: 'missing', byPerson: true, executionId, episodeIds: null, seasonNumber: null, priority: 2},
	);
});

test('what cannot be searched is refused, naming it', async t => {
	const {call, served, deps, seriesId, first} = await withSeries(t);
	t.is((await call(`POST /api/library/series/${unknownId}/auto-search`)).body.code, 'series_not_found');
	t.is((await call(`POST /api/library/series/${unknownId}/auto-search`, {body: {episodeIds: [first]}})).body.code, 'series_not_found');
	t.is((await call(`POST /api/library/series/${seriesId}/seasons/7/auto-search`)).body.code, 'season_not_found');
	t.is((await call(`POST /api/library/series/${seriesId}/seasons/one/auto-search`)).status, 404);
	t.is((await call(`POST /api/library/series/${unknownId}/seasons/1/auto-search`)).body.code, 'series_not_found');
	t.is((await call(`POST /api/library/episodes/${unknownId}/auto-search`)).body.code, 'episode_not_found');
	const faults = async (body: object) => {
		const {status, body: problem} = await call(`POST /api/library/series/${seriesId}/auto-search`, {body});
		t.is(status, 400);
		return problem.errors.map(({path}: {path: string}) => path).sort();
	};
	t.deepEqual(await faults({searchType: 'upgrade', seasonNumber: 1}), ['searchType', 'seasonNumber'].sort());
	t.deepEqual(await faults({episodeIds: []}), ['episodeIds']);
	t.deepEqual(await faults({episodeIds: [first, unknownId, 'x']}), ['episodeIds[1]', 'episodeIds[2]']);
	const other = await deps.series.add(buildSeriesDetails({metaId: 2}), buildNewSeries({path: '/elsewhere'}), deps.now());
	const [foreign] = await deps.episodes.ofSeason(other.id, 1);
	t.deepEqual(await faults({episodeIds: [foreign?.id, first]}), ['episodeIds[0]']);
	t.deepEqual(await faults({episodeIds: Array.from({length: 1001}, () => first)}), ['episodeIds']);
	t.is((await call(`POST /api/library/episodes/${first}/auto-search`, {body: {searchType: 'all'}})).body.errors[0].path, 'searchType');
	for (const [as, status] of [
		['nobody', 401],
		['streaming', 403],
		['user', 202],
	] as const) {
		t.is((await call(`POST /api/library/episodes/${first}/auto-search`, {as})).status, status, as);
	}
	t.is((await waiting(served)).length, 1);
});

test('a search that is asked for while Redis loses it is kept', async t => {
	const {call, deps, seriesId} = await withSeries(t);
	const {body} = await call(`POST /api/library/series/${seriesId}/auto-search`);
	await deps.jobs.queue('search').obliterate({force: true});
	t.deepEqual(await deps.outbox.list(10), [
		{
			id: body.searchId,
			job: 'search-episodes',
			payload: {seriesId, seasonNumber: null, episodeIds: null, reason: 'manual'},
			priority: 2,
		},
	]);
});
