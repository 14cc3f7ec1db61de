import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {pino} from 'pino';
import {planFileChange} from '#shared/jobs/files.ts';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {type Served, serve} from '#test/helpers/serve.ts';
import {writeTree} from '#test/helpers/world/moves.ts';
import {handlePlanFileChange} from '#workers/files/plan-file-change.ts';
import {createFiles} from '#workers/integrations/files/files.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

const base = '/api/file-changes';

/** A served application with a root folder and a movie in it. */
async function serveFilm(t: Parameters<typeof serve>[0]) {
	const served = await serve(t);
	await answerDisks(t, served);
	const root = join(served.directory, 'films');
	await mkdir(root);
	await served.deps.rootFolders.add({name: 'Films', path: root}, new Date());
	const movie = await addMovie(served, {}, {rootFolderPath: root, path: join(root, 'Harbour')});
	const file = buildMediaFile({path: join(root, 'Harbour/old.mkv'), size: 4});
	await writeTree(root, {'Harbour/old.mkv': 'film', 'Harbour/old.en.srt': 'words'});
	await served.deps.movies.setFile(movie.id, file, new Date());
	return {...served, root, movie};
}

const waiting = async ({deps}: Served) =>
	(await deps.jobs.queue('files').getJobs(['waiting', 'prioritized'])).map(({name, data}) => [name, data.payload.changeId]);

test('a change is stored with the promise of its plan, shown, started, and refused in a wrong state', async t => {
	const served = await serveFilm(t);
	const {call, deps, movie} = served;
	const {status, body} = await call(`POST ${base}`, {body: {kind: 'rename', movieIds: [movie.id]}});
	t.is(status, 201);
	t.like(body, {state: 'planning', taskId: `files-${body.id}`});
	t.deepEqual(await waiting(served), [[planFileChange.name, body.id]]);
	t.is((await call(`POST ${base}/${body.id}/start`)).status, 409, 'nothing starts without its plan');
	t.is((await call(`POST ${base}/${body.id}/undo`)).status, 409);
	t.is((await call(`POST ${base}/${body.id}/retry`)).status, 409);
	await deps.fileChanges.move(body.id, ['planning'], {state: 'planned', plannedAt: deps.now()}, deps.now());
	t.is((await call(`POST ${base}/${body.id}/start`)).status, 202);
	const [execution] = await deps.taskHistory.active(`files-${body.id}`);
	t.like(execution, {status: 'queued'});
	t.like((await call(`GET ${base}/${body.id}`)).body, {kind: 'rename', state: 'planned', totals: {files: 0}, requestedBy: 'main'});
	t.like((await call(`GET ${base}`)).body, {pagination: {total: 1}, fileChanges: [{id: body.id}]});
	t.like((await call(`GET ${base}/${body.id}/files?state=done`)).body, {files: []});
	t.like((await call(`POST ${base}/${body.id}/cancel`)).body, {state: 'cancelled'});
	t.is((await call(`GET ${base}/no-such-id`)).status, 404);
});

test('what was left for a reason that passes is tried again, with copies if a person says so', async t => {
	const {call, deps, movie, root} = await serveFilm(t);
	const {id} = (await call(`POST ${base}`, {body: {kind: 'rename', movieIds: [movie.id]}})).body;
	const row = {changeId: id, titleId: movie.id, titleKind: 'movie' as const, title: 'Harbour', fromRoot: root, toRoot: root, links: 1};
	const left = {...row, identity: '1:1', way: null, companions: [], state: 'skipped' as const, size: 4};
	await deps.fileChanges.rows.add([
		{...left, number: 0, what: 'title', fileId: null, from: join(root, 'Harbour'), to: join(root, 'Harbour'), code: 'needs_copies'},
		{
			...left,
			number: 1,
			what: 'file',
			fileId: 'file-1',
			from: join(root, 'Harbour/old.mkv'),
			to: join(root, 'Harbour/new.mkv'),
			code: 'needs_copies',
		},
		{
			...left,
			number: 2,
			what: 'file',
			fileId: 'file-2',
			from: join(root, 'Harbour/a.mkv'),
			to: join(root, 'Harbour/b.mkv'),
			code: 'target_exists',
		},
	]);
	await deps.fileChanges.move(id, ['planning'], {state: 'done', startedAt: deps.now(), endedAt: deps.now()}, deps.now());
	t.like((await call(`GET ${base}/${id}/files?code=needs_copies`)).body, {
		pagination: {total: 1},
		files: [{movieId: movie.id, code: 'needs_copies'}],
	});
	t.is((await call(`POST ${base}/${id}/retry`, {body: {copies: 'perhaps'}})).status, 400);
	t.is((await call(`POST ${base}/${id}/retry`, {body: {copies: true}})).status, 202);
	t.like(await deps.fileChanges.get(id), {state: 'planned', copies: true, endedAt: null});
	t.like((await call(`GET ${base}/${id}/files`)).body.files, [
		{state: 'planned', code: null},
		{state: 'skipped', code: 'target_exists'},
	]);
	await deps.fileChanges.move(id, ['planned'], {state: 'done', endedAt: deps.now()}, deps.now());
	const undone = await call(`POST ${base}/${id}/undo`);
	t.is(undone.status, 202);
	t.is((await call(`POST ${base}/${id}/undo`)).status, 409, 'nobody takes it back twice');
	t.is((await call(`POST ${base}/${id}/retry`)).status, 409);
});

test('a change that was planned and never started is forgotten, one that runs is not', async t => {
	const {call, deps, movie} = await serveFilm(t);
	const plan = async () => (await call(`POST ${base}`, {body: {kind: 'rename', movieIds: [movie.id]}})).body.id as string;
	const [waiting, running] = [await plan(), await plan()];
	const long = new Date('2020-01-01');
	await deps.fileChanges.move(waiting, ['planning'], {state: 'planned', plannedAt: long}, long);
	await deps.fileChanges.move(running, ['planning'], {state: 'running', plannedAt: long, startedAt: long}, long);
	t.is(await deps.fileChanges.removeBefore(new Date('2020-01-02')), 1);
	t.is(await deps.fileChanges.find(waiting), null);
	t.truthy(await deps.fileChanges.find(running));
});

test('a plan that is an hour old is made again, and by itself if it is the same', async t => {
	const served = await serveFilm(t);
	const {call, deps, movie} = served;
	const {id} = (await call(`POST ${base}`, {body: {kind: 'rename', movieIds: [movie.id]}})).body;
	const {signal} = new AbortController();
	const workerDeps = {...deps, files: createFiles({folders: deps.usedFolders})} as unknown as WorkerDeps;
	const plan = () => handlePlanFileChange({changeId: id}, workerDeps, {id: 'job', attempt: 1, signal, log: pino({level: 'silent'})});
	const age = () => deps.fileChanges.move(id, ['planned'], {plannedAt: new Date(Date.now() - 2 * 3_600_000)}, new Date());
	await plan();
	await age();
	t.like(await call(`POST ${base}/${id}/start`), {status: 202, body: {state: 'planning'}});
	await plan();
	t.like(await deps.fileChanges.get(id), {state: 'planned', start: true, message: null});
	t.is((await deps.taskHistory.active(`files-${id}`)).length, 1, 'it is started');
});

test('a plan that is an hour old and has changed since waits for another look', async t => {
	const served = await serveFilm(t);
	const {call, deps, movie, root} = served;
	const {id} = (await call(`POST ${base}`, {body: {kind: 'rename', movieIds: [movie.id]}})).body;
	const {signal} = new AbortController();
	const workerDeps = {...deps, files: createFiles({folders: deps.usedFolders})} as unknown as WorkerDeps;
	const plan = () => handlePlanFileChange({changeId: id}, workerDeps, {id: 'job', attempt: 1, signal, log: pino({level: 'silent'})});
	await plan();
	await deps.fileChanges.move(id, ['planned'], {plannedAt: new Date(Date.now() - 2 * 3_600_000)}, new Date());
	await call(`POST ${base}/${id}/start`);
	await writeTree(root, {'Harbour/old.de.srt': 'Worte'});
	await plan();
	const changed = await deps.fileChanges.get(id);
	t.like(changed, {state: 'planned', start: false});
	t.regex(changed.message ?? '', /has changed since/);
	t.is((await deps.taskHistory.active(`files-${id}`)).length, 0);
});

test('a plan of an older version that is an hour old is made again before anybody starts it', async t => {
	const {call, deps, movie} = await serveFilm(t);
	const {id} = (await call(`POST ${base}`, {body: {kind: 'rename', movieIds: [movie.id]}})).body;
	const long = new Date(Date.now() - 2 * 3_600_000);
	await deps.fileChanges.move(id, ['planning'], {state: 'planned', plannedAt: long}, long);
	const {status, body} = await call(`POST ${base}/${id}/start`);
	t.is(status, 409);
	t.is(body.code, 'changed_meanwhile');
	t.is((await deps.fileChanges.get(id)).state, 'planning');
});

test('a change that was begun keeps its journal: it is continued, taken back, and not undone while files moved in part', async t => {
	const {call, deps, movie, root} = await serveFilm(t);
	const {id} = (await call(`POST ${base}`, {body: {kind: 'rename', movieIds: [movie.id]}})).body;
	const long = new Date(Date.now() - 2 * 3_600_000);
	const row = {changeId: id, titleId: movie.id, titleKind: 'movie' as const, title: 'Harbour', fromRoot: root, toRoot: root, links: 1};
	const file = {
		...row,
		number: 1,
		what: 'file' as const,
		fileId: 'file-1',
		identity: '1:1',
		way: null,
		companions: [],
		size: 4,
		code: null,
	};
	await deps.fileChanges.rows.add([{...file, from: join(root, 'Harbour/old.mkv'), to: join(root, 'Harbour/new.mkv'), state: 'planned'}]);
	const [planned] = await deps.fileChanges.rows.ofTitle(id, movie.id);
	await deps.fileChanges.rows.save([{...planned!, placed: '1:2', state: 'placed'}]); // it was just added
	await deps.fileChanges.move(id, ['planning'], {state: 'failed', plannedAt: long, startedAt: long, endedAt: long}, long);
	const undone = await call(`POST ${base}/${id}/undo`);
	t.deepEqual([undone.status, undone.body.code], [409, 'wrong_state']);
	t.is((await call(`POST ${base}/${id}/retry`)).status, 202);
	t.is((await call(`POST ${base}/${id}/start`)).status, 202, 'an old plan is not made anew then');
	t.like(await deps.fileChanges.get(id), {state: 'planned'});
	t.is((await call(`POST ${base}/${id}/cancel`)).status, 202);
	t.like(await deps.fileChanges.get(id), {state: 'running', cancelRequested: true}, 'a worker takes back what was begun');
});

test('a change says which titles it is about, and where they go', async t => {
	const {call, root, movie, directory} = await serveFilm(t);
	const faults = async (body: object) => (await call(`POST ${base}`, {body})).body.errors?.map((each: {path: string}) => each.path);
	t.deepEqual(await faults({kind: 'rename'}), ['movieIds']);
	t.deepEqual(await faults({kind: 'move', movieIds: [movie.id]}), ['to']);
	t.deepEqual(await faults({kind: 'move', movieIds: [movie.id], to: directory}), ['to']);
	t.deepEqual(await faults({kind: 'rename', movieIds: [movie.id], to: root}), ['to']);
	t.deepEqual(await faults({kind: 'undo', movieIds: [movie.id]}), ['kind']);
	t.deepEqual(await faults({kind: 'rename', libraryId: 'none'}), ['libraryId']);
	t.deepEqual(await faults({kind: 'rename', rootFolderPath: '/elsewhere'}), ['rootFolderPath']);
	t.is((await call(`POST ${base}`, {body: {kind: 'move', movieIds: [movie.id], to: join(root, 'Below')}})).status, 201);
});

test('files of whole libraries are changed by administrators alone', async t => {
	const {call, headersOf, movie, root} = await serveFilm(t);
	const headers = await headersOf('user');
	const ask = async (body: object) => (await call(`POST ${base}`, {as: 'nobody', headers, body})).status;
	t.is(await ask({kind: 'rename', movieIds: [movie.id]}), 201);
	t.is(await ask({kind: 'rename', all: true}), 403);
	t.is(await ask({kind: 'rename', rootFolderPath: root}), 403);
});

test('what an administrator changes of a whole library is neither started, stopped, continued nor undone by others', async t => {
	const {call, deps, headersOf, movie} = await serveFilm(t);
	const headers = await headersOf('user');
	const {id: whole} = (await call(`POST ${base}`, {body: {kind: 'rename', all: true}})).body;
	const {id: own} = (await call(`POST ${base}`, {body: {kind: 'rename', movieIds: [movie.id]}})).body;
	const ask = async (id: string, step: string) => (await call(`POST ${base}/${id}/${step}`, {as: 'nobody', headers})).body.code;
	const become = async (state: 'planned' | 'done') => {
		const at = {plannedAt: deps.now(), ...(state === 'done' && {startedAt: deps.now(), endedAt: deps.now()})};
		await Promise.all([whole, own].map(id => deps.fileChanges.move(id, ['planning', 'planned'], {state, ...at}, deps.now())));
	};
	await become('planned');
	t.is(await ask(whole, 'start'), 'administrator_required');
	t.is(await ask(whole, 'cancel'), 'administrator_required');
	t.is(await ask(own, 'start'), undefined);
	await become('done');
	t.is(await ask(whole, 'retry'), 'administrator_required');
	t.is(await ask(whole, 'undo'), 'administrator_required');
	t.is(await ask(own, 'undo'), undefined);
	const {id: undo} = (await call(`POST ${base}/${whole}/undo`)).body;
	t.is(await ask(undo, 'cancel'), 'administrator_required', 'the undo of a whole library is as large');
});

test('of several who take a change back at once, or continue it, one does', async t => {
	const {call, deps, movie} = await serveFilm(t);
	for (const steps of [
		['undo', 'undo', 'undo', 'undo'],
		['undo', 'retry', 'undo', 'retry'],
	]) {
		const {id} = (await call(`POST ${base}`, {body: {kind: 'rename', movieIds: [movie.id]}})).body;
		const at = {plannedAt: deps.now(), startedAt: deps.now(), endedAt: deps.now()};
		await deps.fileChanges.move(id, ['planning'], {state: 'done', ...at}, deps.now());
		const replies = await Promise.all(steps.map(step => call(`POST ${base}/${id}/${step}`)));
		t.deepEqual(replies.map(({status}) => status).sort(), [202, 409, 409, 409], replies.map(({body}) => body.message).join());
	}
});

test('the new names of a title are shown at once', async t => {
	const {call, root, movie} = await serveFilm(t);
	const {body} = await call(`GET /api/library/movies/${movie.id}/rename`);
	const name = 'The Quiet Harbour (2019) [WEBDL-1080p]-NOBODY';
	t.deepEqual(body, {
		files: [
			{
				fileId: 'file-1',
				from: join(root, 'Harbour/old.mkv'),
				to: join(root, `Harbour/${name}.mkv`),
				code: null,
				companions: [{from: join(root, 'Harbour/old.en.srt'), to: join(root, `Harbour/${name}.en.srt`)}],
			},
		],
		total: 1,
	});
});

test('a title moves with its files when asked to, and stores its new folder once they are there', async t => {
	const served = await serveFilm(t);
	const {call, deps, directory, movie, root} = served;
	const other = join(directory, 'more');
	await mkdir(other);
	await deps.rootFolders.add({name: 'More', path: other}, new Date());
	const {status, body} = await call(`PUT /api/library/movies/${movie.id}`, {body: {rootFolderPath: other, moveFiles: true}});
	t.is(status, 200);
	const [change] = (await deps.fileChanges.page({page: 1, limit: 5})).changes;
	t.is(body.taskId, `files-${change?.id}`);
	t.like(change, {kind: 'move', to: other, path: join(other, 'Harbour'), start: true, selection: {movieIds: [movie.id]}});
	t.like(await deps.movies.get(movie.id), {rootFolderPath: root, path: join(root, 'Harbour')}, 'not before the change');
	const bulk = await call('PUT /api/library/movies/bulk', {body: {ids: [movie.id], rootFolderPath: other, moveFiles: true}});
	t.like(bulk.body, {success: true, updatedCount: 1});
	t.regex(bulk.body.taskId, /^files-/);
	const same = await call(`PUT /api/library/movies/${movie.id}`, {body: {rootFolderPath: root, moveFiles: true}});
	t.is(same.body.taskId, undefined, 'nothing moves where nothing changes');
});
