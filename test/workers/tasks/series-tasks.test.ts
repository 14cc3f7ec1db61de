import {randomUUID} from 'node:crypto';
import test, {type ExecutionContext} from 'ava';
import {buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {buildMediaFile, movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import type {TaskRun} from '#workers/executions/run-execution.ts';
import {findNewEpisodes} from '#workers/tasks/new-episodes.ts';
import {searchCutoffUnmet, searchUpgrades} from '#workers/tasks/searches/search-better.ts';
import {searchMissingEpisodes} from '#workers/tasks/searches/search-missing.ts';

const day = 86_400_000;

function taskRun(world: World<'series'>, options: TaskRun['options'] = {}): TaskRun {
	const {signal, log} = world.run();
	return {
		executionId: randomUUID(),
		options,
		signal,
		log,
		progress() {},
		note() {},
		save: async () => {},
		resumed: {checkpoint: null, itemsProcessed: 0, itemsAffected: 0},
		isRepeated: false,
	};
}

/** Payloads of the searches that wait, with the numbers of their episodes. */
async function searches(world: World<'series'>) {
	const jobs = await world.deps.jobs.queue('search').getJobs(['waiting', 'prioritized']);
	const numbered = await Promise.all(
		jobs.map(async ({data: {payload}}) => {
			const episodes = await world.deps.episodes.getMany(payload.episodeIds ?? []);
			return {reason: payload.reason, episodes: episodes.map(({episodeNumber}) => episodeNumber).sort()};
		}),
	);
	return numbered.sort((a, b) => a.reason.localeCompare(b.reason));
}

async function giveFile(world: World<'series'>, number: number, quality: 'HDTV-720p' | 'WEBDL-1080p') {
	const file = buildMediaFile({id: `f${number}`, quality, belowCutoff: quality === 'HDTV-720p'});
	const episodeIds = [(await world.episode(1, number)).id];
	await world.deps.episodes.recordFile({seriesId: world.series.id, episodeIds, file, replaces: []}, new Date());
}

async function withQueue(t: ExecutionContext) {
	const world = await createWorld(t, {series: {}});
	await giveFile(world, 1, 'HDTV-720p');
	return world;
}

test('missing episodes are searched once, then rest, unless their series is named', async t => {
	const world = await withQueue(t);
	t.deepEqual(await searchMissingEpisodes(taskRun(world), world.deps), {itemsProcessed: 1, itemsAffected: 1});
	t.deepEqual(await searches(world), [{reason: 'missing', episodes: [2, 3]}]);
	t.deepEqual(await searchMissingEpisodes(taskRun(world), world.deps), {itemsProcessed: 1, itemsAffected: 0});
	await world.deps.jobs.queue('search').drain();
	t.like(await searchMissingEpisodes(taskRun(world, {seriesId: world.series.id}), world.deps), {itemsAffected: 1});
});

test('an unmonitored or complete series is not looked at', async t => {
	const world = await withQueue(t);
	await giveFile(world, 2, 'WEBDL-1080p');
	await giveFile(world, 3, 'WEBDL-1080p');
	t.like(await searchMissingEpisodes(taskRun(world), world.deps), {itemsProcessed: 0});
	const other = await createWorld(t, {series: {}});
	await other.deps.series.change(other.series.id, {monitored: false}, new Date());
	t.like(await searchMissingEpisodes(taskRun(other), other.deps), {itemsProcessed: 0});
});

test('episodes and movies below their cutoff are searched', async t => {
	const world = await withQueue(t);
	await giveFile(world, 2, 'WEBDL-1080p');
	const {id} = await world.addMovie(movieDetails);
	await world.deps.movies.setFile(id, buildMediaFile({quality: 'HDTV-720p'}), new Date());
	const profile = await world.deps.qualityProfiles.getDefault();
	await world.deps.qualityProfiles.change(profile.id, {upgradeAllowed: true, cutoff: 'WEBDL-1080p'}, new Date());
	t.like(await searchCutoffUnmet(taskRun(world, {seriesId: world.series.id}), world.deps), {itemsAffected: 1});
	t.deepEqual(await searches(world), [{reason: 'cutOffUnmet', episodes: [1]}]);
	t.like(await searchCutoffUnmet(taskRun(world, {movieId: id}), world.deps), {itemsAffected: 1});
});

test('a limit of the caller holds for movies and series together', async t => {
	const world = await withQueue(t);
	const {id} = await world.addMovie(movieDetails);
	await world.deps.movies.setFile(id, buildMediaFile({quality: 'HDTV-720p', belowCutoff: true}), new Date());
	t.like(await searchUpgrades(taskRun(world, {limit: 1}), world.deps), {itemsAffected: 1});
	t.like(await searchUpgrades(taskRun(world, {limit: 2}), world.deps), {itemsAffected: 1});
	t.deepEqual(
		(await searches(world)).map(({reason}) => reason),
		['upgrade', 'upgrade'],
	);
});

test('an episode that aired since the last look is found, and its series is refreshed when due', async t => {
	const world = await createWorld(t, {series: {}});
	const now = new Date('2024-01-23T06:00:00Z');
	const deps = {...world.deps, now: () => now};
	const {id} = world.series;
	await deps.series.refresh(id, buildSeriesDetails({seasons: [buildSeason(1, ['2024-01-08', '2024-01-22', '2024-02-20'])]}), now);
	t.deepEqual(await findNewEpisodes(taskRun(world), deps), {itemsProcessed: 1, itemsAffected: 1});
	t.deepEqual(await searches(world), [{reason: 'missing', episodes: [2]}]);
	t.is(await deps.jobs.queue('refresh').getJobCountByTypes('waiting', 'prioritized'), 0);
	const later = {...world.deps, now: () => new Date(Number(now) + day)};
	await findNewEpisodes(taskRun(world), later);
	t.is(await deps.jobs.queue('refresh').getJobCountByTypes('waiting', 'prioritized'), 1);
});
