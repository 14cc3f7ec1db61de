import test from 'ava';
import type {Pool} from '#shared/jobs/queues.ts';
import {serveProxied} from '#test/helpers/proxied.ts';
import type {Served} from '#test/helpers/serve.ts';
import {until} from '#test/helpers/until.ts';
import {buildMediaFile, movieDetails} from '#test/helpers/world/movie.ts';
import {startPromisedJobs} from '#workers/executions/scheduler.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

/** What the scheduler of a worker does every few seconds; it uses only what the API has too. */
const startPromised = ({deps}: Served) => startPromisedJobs(deps as unknown as WorkerDeps);

async function waiting({deps}: Served, pool: Pool) {
	const jobs = await deps.jobs.queue(pool).getJobs(['waiting', 'prioritized']);
	return jobs.map(({name, data}) => ({name, ...data.payload}));
}

async function addMovie({deps}: Served, metaId: number, libraryId: string | null = null) {
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const choice = {monitored: true, minimumAvailability: 'announced', rootFolderPath: '/films', searchOnAdd: false} as const;
	const path = `/films/Film ${metaId}`;
	const movie = await deps.movies.add({...movieDetails, metaId}, {...choice, path, qualityProfileId, libraryId}, deps.now());
	await deps.movies.setFile(movie.id, buildMediaFile({id: `file-${metaId}`, path: `${path}/Film.mkv`}), deps.now());
	return movie;
}

async function prepared(served: Served) {
	const {deps} = served;
	await deps.qualityProfiles.ensureDefaults(deps.now());
	await deps.languageProfiles.ensureDefaults(deps.now());
	const root = await deps.rootFolders.add({name: 'Films', path: '/films'}, deps.now());
	const parts = {rootFolderId: root.id, qualityProfileId: (await deps.qualityProfiles.getDefault()).id, languageProfileId: 'l'};
	const flags = {enabled: true, monitored: true, backfillEnabled: false};
	return deps.libraries.add({name: 'Shelf', type: 'movies', ...parts, ...flags}, deps.now());
}

for (const way of ['cut', 'freeze'] as const) {
	test(`what is asked while Redis is away (${way}) is accepted, and done when it is back`, async t => {
		const {served, redis} = await serveProxied(t);
		const {call, deps} = served;
		const library = await prepared(served);
		const [deleted, refreshed, kept] = [await addMovie(served, 1), await addMovie(served, 2), await addMovie(served, 3, library.id)];
		const [, other] = await deps.qualityProfiles.list();
		t.is((await call('GET /api/ready?all=true')).status, 200);
		await redis[way]();
		t.is((await call(`DELETE /api/library/movies/${deleted.id}?deleteFiles=true`)).status, 204);
		t.is((await call(`POST /api/library/movies/${refreshed.id}/refresh`)).status, 202);
		t.is((await call(`POST /api/library/movies/${refreshed.id}/auto-search`, {body: {}})).status, 202);
		t.is((await call(`PUT /api/library/movies/${refreshed.id}`, {body: {qualityProfileId: other?.id}})).status, 200);
		t.like(await call(`GET /api/library/movies/${kept.id}/subtitles`), {status: 200, body: {readAt: null}});
		t.is((await call(`POST /api/library/movies/${kept.id}/subtitles/fetch`)).status, 202);
		t.is((await call(`DELETE /api/libraries/${library.id}?removeFiles=true`)).status, 200);
		t.is(await deps.movies.find(deleted.id), null);
		t.is(await deps.libraries.find(library.id), null);
		await redis.mend();
		await until(async () => (await call('GET /api/ready?all=true')).status === 200);
		await startPromised(served);
		await startPromised(served); // a second look adds nothing
		const removals = (await waiting(served, 'import')).toSorted((a, b) => a.name.localeCompare(b.name));
		t.is(removals.length, 2);
		t.like(removals[0], {name: 'clear-library', libraryId: library.id, removeFiles: true});
		t.like(removals[1], {name: 'delete-movie-files', movieId: deleted.id, title: deleted.title, path: '/films/Film 1/Film.mkv'});
		t.deepEqual((await waiting(served, 'refresh')).map(({name}) => name).toSorted(), ['refresh-movie', 'rescore-files']);
		t.deepEqual(await waiting(served, 'search'), [{name: 'search-movie', movieId: refreshed.id, reason: 'manual'}]);
		// What nobody waits for any more may reach Redis all the same.
		const subtitles = (await waiting(served, 'subtitles')).filter(({name}) => name !== 'read-subtitles');
		t.deepEqual(subtitles, [{name: 'fetch-subtitles', owner: {type: 'movie', id: kept.id}, reason: 'person'}]);
		t.is((await deps.movies.get(kept.id)).libraryId, library.id, 'its worker finds the titles by this id');
	});
}

test('jobs that Redis has lost are started again', async t => {
	const {served} = await serveProxied(t);
	const {call, deps} = served;
	await prepared(served);
	const movie = await addMovie(served, 1);
	const {body} = await call(`POST /api/library/movies/${movie.id}/refresh`);
	t.truthy(await deps.jobs.queue('refresh').getJob(body.taskId));
	await deps.jobs.queue('refresh').obliterate({force: true});
	t.is(await deps.jobs.queue('refresh').getJob(body.taskId), undefined);
	await startPromised(served);
	t.truthy(await deps.jobs.queue('refresh').getJob(body.taskId), 'under the same id');
});

test('what is asked twice before it starts is one job', async t => {
	const {served} = await serveProxied(t);
	const {call} = served;
	await prepared(served);
	const movie = await addMovie(served, 1);
	const ask = async () => (await call(`POST /api/library/movies/${movie.id}/refresh`)).body.taskId;
	t.is(await ask(), await ask());
	await startPromised(served);
	t.is((await waiting(served, 'refresh')).length, 1);
});
