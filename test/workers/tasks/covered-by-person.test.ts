import {randomUUID} from 'node:crypto';
import test from 'ava';
import {type SearchEpisodes, searchEpisodes} from '#shared/jobs/search.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import type {TaskRun} from '#workers/executions/run-execution.ts';
import {searchMissingEpisodes} from '#workers/tasks/searches/search-missing.ts';

function taskRun(world: World<'series'>): TaskRun {
	const {signal, log} = world.run();
	const resumed = {checkpoint: null, itemsProcessed: 0, itemsAffected: 0};
	const quiet = {progress() {}, note() {}, save: async () => {}};
	return {executionId: randomUUID(), options: {}, signal, log, ...quiet, resumed, isRepeated: false};
}

for (const reason of ['missing', 'manual'] as const) {
	test(`a task leaves a series alone while a person searches all of it (${reason})`, async t => {
		const world = await createWorld(t, {series: {}});
		const request: SearchEpisodes = {seriesId: world.series.id, seasonNumber: null, episodeIds: null, reason, byPerson: true};
		await world.deps.jobs.enqueue(searchEpisodes, request);
		t.like(await searchMissingEpisodes(taskRun(world), world.deps), {itemsAffected: 0});
		t.is(await world.deps.jobs.queue('search').getPrioritizedCount(), 1);
	});
}

test('a search of a person for one season or one episode keeps no task from the rest', async t => {
	const world = await createWorld(t, {series: {}});
	const {id} = await world.episode(1, 2);
	const request: SearchEpisodes = {seriesId: world.series.id, seasonNumber: null, episodeIds: [id], reason: 'missing', byPerson: true};
	await world.deps.jobs.enqueue(searchEpisodes, request);
	await world.deps.jobs.enqueue(searchEpisodes, {...request, seasonNumber: 1, episodeIds: null});
	t.like(await searchMissingEpisodes(taskRun(world), world.deps), {itemsAffected: 1});
	t.is(await world.deps.jobs.queue('search').getPrioritizedCount(), 3);
});
