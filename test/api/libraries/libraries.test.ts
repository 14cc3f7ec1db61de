import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {backfillTaskId} from '#shared/domain/tasks/tasks.ts';
import {type ScannedFile, scannedFileId} from '#shared/store/libraries/scanned-files.ts';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie, buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {serve} from '#test/helpers/serve.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const missing = '00000000-0000-4000-8000-000000000000';

async function withRoot(t: ExecutionContext) {
	const served = await serve(t);
	const {deps} = served;
	await deps.qualityProfiles.ensureDefaults(deps.now());
	await deps.languageProfiles.ensureDefaults(deps.now());
	const path = tempFolder(t);
	const {id: rootFolderId} = await deps.rootFolders.add({name: 'Films', path}, deps.now());
	const add = (body: object = {}) => served.call('POST /api/libraries', {body: {name: 'Shelf', type: 'movies', rootFolderId, ...body}});
	return {...served, path, rootFolderId, add};
}

test('a library is made, shown, changed, listed and deleted', async t => {
	const {call, deps, add, rootFolderId, path} = await withRoot(t);
	const profile = await deps.qualityProfiles.getDefault();
	const language = await deps.languageProfiles.getDefault();
	const made = await add();
	t.is(made.status, 201);
	const {id, createdAt, ...shown} = made.body;
	t.deepEqual(shown, {
		name: 'Shelf',
		type: 'movies',
		rootFolderId,
		qualityProfileId: profile.id,
		languageProfileId: language.id,
		enabled: true,
		monitored: true,
		appSlug: null,
		itemCount: 0,
		backfillEnabled: false,
	});
	t.like((await call(`GET /api/libraries/${id}`)).body, {
		id,
		rootFolder: {id: rootFolderId, name: 'Films', path},
		qualityProfile: {id: profile.id, name: profile.name},
		languageProfile: {id: language.id, name: language.name},
		backfillStatus: 'idle',
		lastScanAt: null,
	});
	const changed = await call(`PUT /api/libraries/${id}`, {body: {name: 'Other shelf', backfillEnabled: true}});
	t.like(changed.body, {success: true, id});
	t.like((await call('GET /api/libraries')).body.libraries[0], {name: 'Other shelf', createdAt});
	t.deepEqual((await call(`DELETE /api/libraries/${id}`)).body, {success: true, id, orphanedItems: 0});
	t.is((await call(`GET /api/libraries/${id}`)).status, 404);
});

test('a library may come back as it was shown; its type and its root folder stay', async t => {
	const {call, add} = await withRoot(t);
	const {id} = (await add()).body;
	const shown = (await call(`GET /api/libraries/${id}`)).body;
	t.is((await call(`PUT /api/libraries/${id}`, {body: {...shown, name: 'Other shelf'}})).status, 200);
	const {updatedAt, ...after} = (await call(`GET /api/libraries/${id}`)).body;
	t.deepEqual({...after, updatedAt: shown.updatedAt}, {...shown, name: 'Other shelf'});
	t.true(updatedAt >= shown.updatedAt);
	const refused = await call(`PUT /api/libraries/${id}`, {body: {type: 'tv', rootFolderId: missing}});
	t.is(refused.status, 400);
	t.deepEqual(refused.body.errors.map(({path}: {path: string}) => path).sort(), ['rootFolderId', 'type']);
	t.is((await call(`PUT /api/libraries/${missing}`, {body: shown})).status, 404);
});

test('what is wrong is refused with its place, and nothing is stored', async t => {
	const {call, add, deps} = await withRoot(t);
	t.is((await add({name: ''})).status, 400);
	t.is((await add({type: 'music'})).status, 400);
	t.is((await add({surprise: 1})).status, 400);
	const wrong = await add({rootFolderId: missing, qualityProfileId: 'x', languageProfileId: missing});
	t.is(wrong.status, 400);
	t.deepEqual(
		wrong.body.errors.map(({path}: {path: string}) => path),
		['rootFolderId', 'qualityProfileId', 'languageProfileId'],
	);
	const early = await add({name: '', enabled: 1, qualityProfileId: missing});
	t.deepEqual(
		early.body.errors.map(({path}: {path: string}) => path),
		['name', 'enabled', 'qualityProfileId'],
	);
	t.deepEqual(await deps.libraries.list(), []);
	t.is((await add()).status, 201);
	const twice = await add({name: 'SHELF'});
	t.is(twice.status, 409);
	t.is(twice.body.code, 'library_exists');
	for (const id of [missing, 'no-id']) {
		t.is((await call(`GET /api/libraries/${id}`)).status, 404);
		t.is((await call(`PUT /api/libraries/${id}`, {body: {}})).status, 404);
		t.is((await call(`DELETE /api/libraries/${id}`)).status, 404);
		t.is((await call(`POST /api/libraries/${id}/backfill`)).status, 404);
		t.is((await call(`GET /api/libraries/${id}/unmatched`)).status, 404);
		t.is((await call(`POST /api/libraries/${id}/unmatched/${missing}/match`, {body: {metaId: 1}})).status, 404);
	}
	t.is((await call('GET /api/libraries', {as: 'nobody'})).status, 401);
});

test('a backfill is queued once, counts the files, shows as a task and can be cancelled', async t => {
	const served = await withRoot(t);
	await answerDisks(t, served);
	const {call, add, path, deps} = served;
	await mkdir(join(path, 'A (2000)'));
	await writeFile(join(path, 'A (2000)', 'a.mkv'), 'x');
	const {id} = (await add()).body;
	const taskId = backfillTaskId(id);
	const started = await call(`POST /api/libraries/${id}/backfill`);
	t.is(started.status, 202);
	t.deepEqual(started.body, {success: true, taskId, estimatedItems: 1});
	t.is((await call(`GET /api/libraries/${id}`)).body.backfillStatus, 'running');
	const again = await call(`POST /api/libraries/${id}/backfill`);
	t.is(again.status, 409);
	t.is(again.body.code, 'backfill_running');
	const task = (await call('GET /api/tasks')).body.tasks.find((each: {id: string}) => each.id === taskId);
	t.like(task, {status: 'queued', type: 'system', interval: null, nextRunAt: null, supportsCancel: true});
	t.is((await call(`PUT /api/tasks/${taskId}/interval`, {body: {interval: 1, unit: 'days'}})).status, 400);
	t.is((await call(`POST /api/tasks/${taskId}/cancel`)).status, 200);
	t.is((await call(`GET /api/libraries/${id}`)).body.backfillStatus, 'idle');
	t.is((await call(`GET /api/tasks/${taskId}/history`)).body.history[0].status, 'cancelled');
	t.is((await deps.jobs.queue('backfill').getJobs(['waiting', 'prioritized'])).length, 1);
});

function scanned(libraryId: string, path: string): ScannedFile {
	return {
		id: scannedFileId(libraryId, path),
		libraryId,
		path,
		size: 5,
		modifiedAt: 0,
		state: 'unmatched',
		titleId: null,
		lookUpKey: null,
		reason: 'not_found',
		candidates: [{metaId: 7, title: 'Lamp', year: 2001}],
		lookedUpAt: null,
		infoDue: false,
	};
}

test('a file that belongs to no title is listed, and becomes the file of the title that a person names, which is added when it is new', async t => {
	const served = await withRoot(t);
	await answerDisks(t, served);
	const {call, deps, add, path} = served;
	const {id, qualityProfileId} = (await add({monitored: false})).body;
	const files = ['x/Lamp.2001.1080p.mkv', 'y/other.mkv'].map(name => scanned(id, join(path, name)));
	await deps.scannedFiles.put(files);
	for (const each of files) {
		await mkdir(dirname(each.path));
		await writeFile(each.path, 'film');
	}
	const [file, other] = files as [ScannedFile, ScannedFile];
	const choices: unknown[] = [];
	await answerJobs(t, served, {
		addMovie: async ({metaId, besideOthers: _, ...choice}) => {
			choices.push(choice);
			return deps.movies.add(buildMovieDetails({metaId, title: 'Lamp'}), {path: `${path}/Lamp`, ...choice}, deps.now());
		},
	});
	const list = await call(`GET /api/libraries/${id}/unmatched?limit=1`);
	t.deepEqual(list.body.pagination, {page: 1, limit: 1, total: 2, totalPages: 2});
	t.deepEqual(list.body.files, [{id: file.id, path: file.path, size: 5, reason: 'not_found', candidates: file.candidates}]);
	const matched = await call(`POST /api/libraries/${id}/unmatched/${file.id}/match`, {body: {metaId: 7}});
	t.like(matched, {status: 200, body: {success: true, id: file.id}});
	t.like(choices, [{libraryId: id, rootFolderPath: path, monitored: false, qualityProfileId}]);
	const movie = await call(`GET /api/library/movies/${matched.body.titleId}`);
	t.like(movie.body, {title: 'Lamp', hasFile: true, file: {path: file.path, quality: 'HDTV-1080p'}});
	t.is((await call(`GET /api/libraries/${id}`)).body.itemCount, 1);
	t.is((await call(`POST /api/libraries/${id}/unmatched/${file.id}/match`, {body: {metaId: 7}})).status, 404);

	const second = await call(`POST /api/libraries/${id}/unmatched/${other.id}/match`, {body: {metaId: 7}});
	t.is(second.body.titleId, matched.body.titleId);
	t.is((await deps.movies.get(second.body.titleId)).file?.path, other.path);
	t.like((await call(`GET /api/libraries/${id}/unmatched`)).body, {files: [{id: file.id}], pagination: {total: 1}});
});

test('a file that is gone from the disk becomes nobody’s', async t => {
	const served = await withRoot(t);
	await answerDisks(t, served);
	const {call, deps, add, path} = served;
	const {id} = (await add()).body;
	const file = scanned(id, join(path, 'gone.mkv'));
	await deps.scannedFiles.put([file]);
	const {body} = await call(`POST /api/libraries/${id}/unmatched/${file.id}/match`, {body: {metaId: 7}});
	t.like(body, {status: 409, code: 'file_missing'});
	t.is((await call(`GET /api/libraries/${id}/unmatched`)).body.pagination.total, 1);
	t.is((await call('GET /api/library/movies')).body.pagination.total, 0);
});

test('a deleted library leaves its titles, and on request takes their files', async t => {
	const served = await withRoot(t);
	const {call, deps, add} = served;
	const [kept, removed] = [(await add()).body.id, (await add({name: 'Other shelf'})).body.id];
	const one = await addMovie(served, {metaId: 1}, {libraryId: kept});
	const two = await addMovie(served, {metaId: 2}, {libraryId: removed});
	await deps.movies.setFile(two.id, buildMediaFile(), deps.now());
	t.is((await call('GET /api/libraries')).body.libraries.find(({id}: {id: string}) => id === kept).itemCount, 1);
	t.deepEqual((await call(`DELETE /api/libraries/${kept}`)).body, {success: true, id: kept, orphanedItems: 1});
	t.is((await deps.movies.get(one.id)).libraryId, null);
	t.deepEqual((await call(`DELETE /api/libraries/${removed}?removeFiles=true`)).body, {success: true, id: removed, orphanedItems: 1});
	const jobs = await deps.jobs.queue('import').getJobs(['waiting', 'prioritized']);
	t.deepEqual(
		jobs.map(({data}) => data.payload).toSorted((a, b) => Number(a.removeFiles) - Number(b.removeFiles)),
		[
			{libraryId: kept, removeFiles: false},
			{libraryId: removed, removeFiles: true},
		],
	);
	t.is((await call('GET /api/library/movies')).body.pagination.total, 2);
});

test('there are at most 500 libraries, because every user may add some', async t => {
	const {deps, add} = await withRoot(t);
	t.is((await add()).status, 201);
	const stored = deps.connection.collection<{_id: string}>('libraries');
	const first = await stored.findOne({});
	await stored.insertMany(Array.from({length: 499}, (_, n) => ({...first, _id: `library-${n}`, name: `Shelf ${n}`, number: 1000 + n})));
	t.like((await add({name: 'One more'})).body, {status: 409, code: 'too_many_libraries'});
});

test('a title comes into the library of its folder with the profile of that library', async t => {
	const served = await withRoot(t);
	const {call, deps, add, path} = served;
	const {id: qualityProfileId} = (await deps.qualityProfiles.list()).find(({isDefault}) => !isDefault)!; // several are made at the first start
	const {id} = (await add({qualityProfileId})).body;
	const added: object[] = [];
	await answerJobs(t, served, {
		async addMovie(payload) {
			added.push(payload);
			return {id: missing, title: 'Harbour'};
		},
	});
	t.is((await call('POST /api/library/movies', {body: {metaId: 1, rootFolderPath: path}})).status, 201);
	t.like(added[0], {libraryId: id, qualityProfileId});
});

test('titles that lie in the folder of a new library belong to it, but not those of other folders or a second copy', async t => {
	const served = await withRoot(t);
	const {deps, add, path} = served;
	const other = await addMovie(served, {metaId: 1}, {rootFolderPath: '/elsewhere', path: '/elsewhere/a', libraryId: null});
	const lies = await addMovie(served, {metaId: 2}, {rootFolderPath: path, path: join(path, 'b'), libraryId: null});
	const {body} = await add();
	t.is(body.itemCount, 1);
	t.is((await deps.movies.get(lies.id)).libraryId, body.id);
	t.is((await deps.movies.get(other.id)).libraryId, null);
	const later = await addMovie(served, {metaId: 3}, {rootFolderPath: path, path: join(path, 'c'), libraryId: null});
	t.is((await add({name: 'Second shelf'})).body.itemCount, 0, 'two libraries have the folder now');
	t.is((await deps.movies.get(later.id)).libraryId, null);
});
