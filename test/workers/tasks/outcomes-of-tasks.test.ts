import {randomUUID} from 'node:crypto';
import test from 'ava';
import {NotFound} from '#shared/errors.ts';
import {buildRelease, gigabyte} from '#test/helpers/build-release.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {handleRefreshDue, handleRefreshMovie} from '#workers/refresh/refresh-titles.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleGrabPending} from '#workers/search/grab-pending.ts';
import {handleSyncFeeds} from '#workers/search/sync-feeds.ts';

const title = 'The.Quiet.Harbour.2019.1080p.WEB-DL.H.264-NOBODY';
const executionId = randomUUID();

async function activityOf({taskActivities}: WorkerDeps): Promise<string[]> {
	const {activities} = await taskActivities.page({historyId: executionId, page: 1, limit: 50});
	return activities.map(({mediaTitle, action, status, message}) => `${mediaTitle}: ${action} ${status}. ${message}`).sort();
}

test('the activity of RssSync and PendingReleases says what became of each title', async t => {
	const {deps, addMovie, run} = await withWorkerDeps(t);
	await addMovie(movieDetails);
	const releases = [buildRelease({title, guid: 'tiny', size: 1}), buildRelease({title, guid: 'good', size: 6 * gigabyte})];
	const indexerResults = [{indexerId: 'i', indexerName: 'Site', resultCount: 2, status: 'ok', errorMessage: null} as const];
	const jobs = {...deps.jobs, ask: async () => ({})} as unknown as WorkerDeps['jobs']; // feeds ask for nothing but grabs
	const world = {...deps, jobs, recentReleases: async () => ({releases, indexerResults})};
	await handleSyncFeeds({executionId}, world, run());
	t.deepEqual(await activityOf(deps), [
		'Site: readFeed completed. 2 releases.',
		`The Quiet Harbour: grab grabbed. 2 releases found, grabbed: ${title}.`,
	]);
	await deps.pendingReleases.keep([buildRelease({title, guid: 'tiny', size: 1})], deps.now());
	await handleGrabPending({executionId}, world, run());
	t.regex((await activityOf(deps))[2] ?? '', /^The Quiet Harbour: grab refused\. 1 release found, all refused: 0 MB is below/);
});

test('the activity of RefreshMetadata says which titles were refreshed, and which failed and why', async t => {
	const {deps, addMovie, run} = await withWorkerDeps(t);
	const {id} = await addMovie(movieDetails);
	await deps.movies.postponeRefresh(id, new Date(0));
	await handleRefreshDue({limit: 10, executionId}, deps, run());
	const [job] = await deps.jobs.queue('refresh').getJobs(['waiting', 'prioritized']);
	t.deepEqual(job?.data.payload, {movieId: id, executionId});
	const withProvider = (movie: WorkerDeps['metadata']['movie']) => ({...deps, metadata: {...deps.metadata, movie}});
	await handleRefreshMovie(
		{movieId: id, executionId},
		withProvider(async () => movieDetails),
		run(),
	);
	t.deepEqual(await activityOf(deps), ['The Quiet Harbour: refresh completed. It was refreshed.']);
	const gone = () => Promise.reject(new NotFound('title_not_found_at_provider', 'Gone.'));
	await handleRefreshMovie({movieId: id, executionId}, withProvider(gone), run());
	t.deepEqual(await activityOf(deps), ['The Quiet Harbour: refresh failed. The provider no longer has this title; it stays as it is.']);
	const broken = () => Promise.reject(new Error('secret'));
	await t.throwsAsync(handleRefreshMovie({movieId: id, executionId}, withProvider(broken), run()));
	t.deepEqual(await activityOf(deps), ['The Quiet Harbour: refresh failed. It failed unexpectedly; the log says why.']);
});
