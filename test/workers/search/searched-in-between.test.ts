import {randomUUID} from 'node:crypto';
import test from 'ava';
import type {IndexerResult} from '#shared/domain/decisions/judged-release.ts';
import {createWorld} from '#test/helpers/world.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchEpisodes} from '#workers/search/search-episodes.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';

const answer: IndexerResult = {indexerId: 'i', indexerName: 'Site', resultCount: 0, status: 'ok', errorMessage: null};

test('a task does not search what another one has searched since it was planned; a person does', async t => {
	const {addMovies, addSeries, deps, run} = await createWorld(t, {searches: {}});
	const [movie] = await addMovies(1);
	const {id: seriesId, ids} = await addSeries(['2020-01-01', '2020-01-08', '2020-01-15']);
	let asked = 0;
	const searchIndexers: WorkerDeps['searchIndexers'] = async () => {
		asked += 1;
		return {releases: [], indexerResults: [answer]};
	};
	const search = async (executionId: string, request = {}) => {
		asked = 0;
		const world = {...deps, searchIndexers};
		await handleSearchMovie({movieId: movie!.id, reason: 'missing', executionId, ...request}, world, run());
		await handleSearchEpisodes({seriesId, seasonNumber: null, episodeIds: null, reason: 'missing', executionId, ...request}, world, run());
		return asked;
	};
	const [first, second] = [randomUUID(), randomUUID()];
	await deps.searchBackoff.note(ids[2]!, deps.now());
	t.is(await search(first), 4, 'the movie, the season and its two episodes that are not paused');
	t.is(await search(second), 0);
	t.like((await deps.taskActivities.page({historyId: second, page: 1, limit: 9})).activities, {
		length: 2,
		0: {status: 'skipped'},
		1: {status: 'skipped'},
	});
	t.is(await search(first), 4, 'a job that died runs again');
	t.is(await search(second, {evenIfPaused: true}), 5, 'the caller of the task named the title');
	t.is(await search(second, {byPerson: true}), 5);
});
