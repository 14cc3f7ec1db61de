import test from 'ava';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {longSignal} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {createWorld} from '#test/helpers/world.ts';
import {whyAllPaused, whyPaused} from '#workers/library/pauses.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';
import {handleRunTask} from '#workers/tasks/run-task.ts';

const paused = {targetId: null, until: null, pausedBy: null};

test('an indexer that is paused is not asked, and says why', async t => {
	const {deps} = await withWorkerDeps(t);
	const {id} = await deps.indexers.add(buildIndexer({name: 'Site'}), deps.now());
	await deps.pauses.set({...paused, scope: 'indexer', targetId: id}, deps.now());
	const {indexerResults} = await deps.recentReleases(longSignal());
	t.like(indexerResults[0], {status: 'disabled', errorMessage: 'The indexer is paused until somebody resumes it.'});
	t.is((await deps.indexers.get(id)).lastError, null);
});

test('while everything or its library is paused, a title is searched only for a person', async t => {
	const {deps, movie, run} = await createWorld(t, {client: {}});
	let searches = 0;
	const searchIndexers = async () => {
		searches += 1;
		return {releases: [], indexerResults: []};
	};
	const search = (reason: 'missing' | 'manual') => handleSearchMovie({movieId: movie.id, reason}, {...deps, searchIndexers}, run());
	await deps.pauses.set({...paused, scope: 'all'}, deps.now());
	await search('missing');
	t.is(searches, 0);
	await search('manual');
	t.is(searches, 1);
	await deps.pauses.remove('all');
	await deps.pauses.set({...paused, scope: 'library', targetId: 'films'}, deps.now());
	t.regex((await whyPaused('films', deps)) ?? '', /^Its library is paused/);
	t.is(await whyPaused('shows', deps), null);
	t.is(await whyAllPaused(deps), null);
});

test('tasks that search do nothing while everything is paused, and say so', async t => {
	const {deps, run} = await withWorkerDeps(t);
	await deps.pauses.set({...paused, scope: 'all'}, deps.now());
	await deps.tasks.ensure(deps.now());
	const {execution} = await deps.taskHistory.add({taskId: 'rssSync', options: {}, force: false}, deps.now());
	await handleRunTask({taskId: 'rssSync', executionId: execution.id}, deps, run());
	t.is((await deps.taskHistory.get(execution.id)).status, 'completed');
	const {activities} = await deps.taskActivities.page({historyId: execution.id, page: 1, limit: 10});
	t.like(activities[0], {status: 'skipped', message: 'Everything is paused until somebody resumes it.'});
});
