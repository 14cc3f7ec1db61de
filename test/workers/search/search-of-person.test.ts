import test from 'ava';
import type {IndexerResult} from '#shared/domain/decisions/judged-release.ts';
import type {SearchEpisodes} from '#shared/jobs/search.ts';
import {buildSeason} from '#test/helpers/build-series.ts';
import {createWorld} from '#test/helpers/world.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchEpisodes} from '#workers/search/search-episodes.ts';

const answered: IndexerResult = {indexerId: 'i', indexerName: 'Site', resultCount: 0, status: 'ok', errorMessage: null};
const days = (count: number) =>
	Array.from({length: count}, (_, index) => new Date(Date.UTC(2023, 0, 1 + index)).toISOString().slice(0, 10));

/** What the indexers are asked: `s1` for a season, `s1e2` for an episode. */
function recording(deps: WorkerDeps): {deps: WorkerDeps; asked: string[]} {
	const asked: string[] = [];
	const searchIndexers: WorkerDeps['searchIndexers'] = async ({criteria}) => {
		const place = criteria.kind === 'season' || criteria.kind === 'episode' ? `s${criteria.season}` : criteria.kind;
		asked.push(criteria.kind === 'episode' ? `${place}e${criteria.episode}` : place);
		return {releases: [], indexerResults: [answered]};
	};
	return {deps: {...deps, searchIndexers}, asked};
}

test('a named episode is searched though neither it nor its series is monitored, a season only where it is', async t => {
	const world = await createWorld(t, {series: {}});
	const {series, episode} = world;
	const {deps, asked} = recording(world.deps);
	const search = async (request: Partial<SearchEpisodes>) => {
		asked.length = 0;
		await handleSearchEpisodes(
			{seriesId: series.id, seasonNumber: null, episodeIds: null, reason: 'missing', ...request},
			deps,
			world.run(),
		);
		return [...asked];
	};
	const special = await episode(0, 1);
	await deps.series.change(series.id, {monitored: false}, new Date());
	await deps.episodes.setMonitored((await episode(1, 3)).id, false, new Date());
	t.deepEqual(await search({}), [], 'a task leaves the series alone');
	t.deepEqual(await search({episodeIds: [special.id]}), []);
	t.deepEqual(await search({episodeIds: [special.id], byPerson: true}), ['s0e1']);
	t.deepEqual(await search({seasonNumber: 0, byPerson: true}), []);
	t.deepEqual(await search({seasonNumber: 1, byPerson: true}), ['s1', 's1e1', 's1e2'], 'a pack first, then what no pack has brought');
	t.deepEqual(await search({seasonNumber: 1, reason: 'cutOffUnmet', byPerson: true}), []);
});

test('a search of a person goes on where that of a task leaves the rest to its next run', async t => {
	const world = await createWorld(t, {series: {details: {seasons: [buildSeason(1, days(60))]}}});
	const {series} = world;
	const {deps, asked} = recording(world.deps);
	const request: SearchEpisodes = {seriesId: series.id, seasonNumber: null, episodeIds: null, reason: 'missing'};
	await handleSearchEpisodes(request, deps, world.run());
	t.is(asked.length, 20);
	asked.length = 0;
	await handleSearchEpisodes({...request, byPerson: true}, deps, world.run());
	t.is(asked.length, 61);
	t.is(new Set(asked).size, 61);
});
