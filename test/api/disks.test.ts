import {writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import type {Redis} from 'ioredis';
import {createHandOver} from '#shared/coordination/cache.ts';
import type {FolderState} from '#shared/domain/folders/folder-state.ts';
import {Unavailable} from '#shared/errors.ts';
import {scannedFileId} from '#shared/store/libraries/scanned-files.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {type ServeOptions, serve} from '#test/helpers/serve.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const seen: FolderState = {accessible: true, freeSpace: 2 ** 60, totalSpace: 2 ** 62};
/** In the tests that see a worker keep silent. */
const impatient: ServeOptions['waits'] = {leastAskMs: 0, disks: {answerMs: 100, checkMs: 100, showMs: 50, countMs: 50, renewMs: 50}};

const cachedStates = ({producer: redis, prefix}: {producer: Redis; prefix: string}) =>
	createHandOver<{value: FolderState; at: number}>({redis, prefix, name: 'folder-state', ttlMs: 600_000});

async function withFolders(t: ExecutionContext, paths: readonly string[], options: ServeOptions = {}) {
	const served = await serve(t, options);
	for (const path of paths) {
		await served.deps.rootFolders.add({name: path, path}, served.deps.now());
	}
	return served;
}

test('a hundred callers at once ask for a folder once, and the answer is remembered', async t => {
	const now = new Date(); // stands still: a busy machine takes longer for a hundred lists than an answer is fresh
	const served = await withFolders(t, ['/films', '/series'], {deps: {now: () => now}});
	const asked: string[] = [];
	await answerJobs(t, served, {
		readFolderState: async ({path}) => {
			asked.push(`state of ${path}`);
			return seen;
		},
		listUnmappedFolders: async ({path}) => {
			asked.push(`folders of ${path}`);
			return {names: ['A (2000)']};
		},
	});
	await served.call('GET /api/settings');
	const lists = await Promise.all(Array.from({length: 100}, () => served.call('GET /api/root-folders')));
	const whole = {...seen, unmappedFolders: [{name: 'A (2000)', path: '/films/A (2000)'}]};
	for (const {body} of lists) {
		t.like(body.rootFolders[0], {path: '/films', ...whole});
	}
	t.deepEqual(asked.sort(), ['folders of /films', 'folders of /series', 'state of /films', 'state of /series']);
	t.like((await served.call('GET /api/health')).body.checks.rootFolders, {status: 'healthy', unreachable: []});
	t.is(asked.length, 4);
});

test('an answer is asked for again after a few seconds, and shown as it was while nobody answers', async t => {
	let now = Date.now();
	const served = await withFolders(t, ['/films'], {waits: impatient, deps: {now: () => new Date(now)}});
	const {deps, call} = served;
	const list = async () => (await call('GET /api/root-folders')).body.rootFolders[0];
	const keep = (state: FolderState) => cachedStates(deps).put('/films', {value: state, at: now});
	t.like(await list(), {accessible: false, answering: false, freeSpace: null, totalSpace: null, unmappedFolders: []});
	await keep(seen);
	now += 300_000;
	t.like(await list(), {...seen, answering: true});
	t.like((await call('GET /api/health')).body.checks.rootFolders, {status: 'healthy', unreachable: []});

	await answerJobs(t, served, {readFolderState: async () => ({...seen, freeSpace: 5}), listUnmappedFolders: async () => ({names: []})});
	while ((await list()).freeSpace !== 5) {
		now += 5000;
	}
	t.pass();
});

test('health tells what is remembered without waiting for a disk, and that nobody has told of a folder', async t => {
	const began = Promise.withResolvers<void>();
	const never = Promise.withResolvers<FolderState>();
	const served = await withFolders(t, ['/films', '/new'], {
		waits: {disks: {answerMs: 300_000, checkMs: 300_000, showMs: 300, countMs: 300_000, renewMs: 300}},
	});
	await answerJobs(t, served, {
		readFolderState: () => {
			began.resolve();
			return never.promise;
		},
	});
	const {deps, call} = served;
	await cachedStates(deps).put('/films', {value: seen, at: 0});
	const added = (await deps.rootFolders.list()).find(({path}) => path === '/new');
	t.deepEqual((await call('GET /api/health')).body.checks.rootFolders, {
		status: 'degraded',
		unreachable: [],
		silent: [added?.id],
		rightsRefused: [],
		full: [],
		low: [],
	});
	await began.promise;
	await cachedStates(deps).put('/new', {value: seen, at: 0});
	t.deepEqual((await call('GET /api/health')).body.checks.rootFolders, {
		status: 'healthy',
		unreachable: [],
		silent: [],
		rightsRefused: [],
		full: [],
		low: [],
	});
	never.resolve(seen);
});

test('a root folder where the mode or group of files cannot be set is reported once, while it is to be set', async t => {
	const {deps, call} = await withFolders(t, ['/films', '/tv'], {waits: impatient});
	for (const path of ['/films', '/tv']) {
		await cachedStates(deps).put(path, {value: seen, at: 0});
	}
	const [films] = await deps.rootFolders.list();
	await deps.rootFolders.noteRights(films?.id ?? '', 'EPERM for /films/a.mkv');
	const check = async () => (await call('GET /api/health')).body.checks.rootFolders;
	t.deepEqual((await check()).rightsRefused, []);
	await deps.settings.set('media.group', 'media', deps.now());
	t.deepEqual(await check(), {status: 'degraded', unreachable: [], silent: [], rightsRefused: [films?.id], full: [], low: []});
	const {body} = await call('GET /api/root-folders');
	t.deepEqual(
		body.rootFolders.map(({rightsFault}: {rightsFault: string | null}) => rightsFault),
		['EPERM for /films/a.mkv', null],
	);
});

test('a disk that fills up is reported before it is full, with what helps', async t => {
	const {deps, call} = await withFolders(t, ['/films', '/tv'], {waits: impatient});
	await cachedStates(deps).put('/films', {value: {...seen, freeSpace: 1024, totalSpace: 1024 ** 4}, at: 0});
	await cachedStates(deps).put('/tv', {value: {...seen, freeSpace: 5 * 1024 ** 3, totalSpace: 1024 ** 4}, at: 0});
	const {checks, issues} = (await call('GET /api/health')).body;
	t.is(checks.rootFolders.status, 'degraded');
	t.deepEqual([checks.rootFolders.full.length, checks.rootFolders.low.length], [1, 1]);
	const codes = issues.map(({level, code}: {level: string; code: string}) => `${level} ${code}`);
	t.true(codes.includes('error disk_full') && codes.includes('warning disk_low'));
});

test('without a worker that has the disks what needs one is 503 and says what to do; no question is left waiting', async t => {
	const served = await withFolders(t, ['/films'], {waits: impatient});
	const {call, deps} = served;
	const path = tempFolder(t);
	const refused = await call('POST /api/root-folders', {body: {path}});
	t.like(refused.body, {status: 503, code: 'unavailable', reason: 'no_disks_worker'});
	t.regex(refused.body.detail, /WORKER_POOLS=disks/);
	t.is((await deps.rootFolders.list()).length, 1);
	const wrong = await call('POST /api/root-folders', {body: {path, name: ' '}});
	t.is(wrong.status, 400);
	t.deepEqual(
		wrong.body.errors.map((fault: {path: string}) => fault.path),
		['name'],
	);
	t.like((await call('POST /api/root-folders', {body: {path: '/films/inner'}})).body, {status: 400});

	await deps.qualityProfiles.ensureDefaults(deps.now());
	await deps.languageProfiles.ensureDefaults(deps.now());
	const [{id: rootFolderId} = {id: ''}] = await deps.rootFolders.list();
	const {id} = (await call('POST /api/libraries', {body: {name: 'Shelf', type: 'movies', rootFolderId}})).body;
	const file = join(path, 'lamp.mkv');
	await writeFile(file, 'film');
	const fileId = scannedFileId(id, file);
	const row = {id: fileId, libraryId: id, path: file, size: 4, modifiedAt: 0, titleId: null, lookUpKey: null, reason: null};
	await deps.scannedFiles.put([{...row, state: 'unmatched', candidates: [], lookedUpAt: null, infoDue: false}]);
	const match = await call(`POST /api/libraries/${id}/unmatched/${fileId}/match`, {body: {metaId: 7}});
	t.like(match.body, {status: 503, code: 'unavailable', reason: 'no_disks_worker'});
	t.like(await call(`POST /api/libraries/${id}/backfill`), {status: 202, body: {success: true, estimatedItems: 0}});
	t.is(await deps.jobs.queue('disks').getJobCountByTypes('waiting', 'prioritized', 'delayed'), 0);
});

test('neither a folder of the system nor one of our own data can be a root folder', async t => {
	const {call, deps} = await serve(t);
	const {dataDir} = deps.http;
	for (const path of ['/etc', '/proc/self', '/', dataDir, `${dataDir}/logs`, dirname(dataDir)]) {
		t.like((await call('POST /api/root-folders', {body: {path}})).body, {status: 400, errors: [{path: 'path'}]}, path);
	}
	const {body} = await call('POST /api/root-folders', {body: {path: '/media/fil\nms'}});
	t.regex(body.errors[0].message, /^path must not contain control characters/);
});

test('a root folder whose disk does not answer is neither added nor called wrong: it is to be tried again', async t => {
	const served = await serve(t);
	let isSlow = true;
	await answerJobs(t, served, {
		async checkRootFolder({path}) {
			if (isSlow) {
				throw new Unavailable('disk_not_answering', `The disk of ${path} did not answer.`);
			}
			return {fault: null, realPath: path, overlapping: null};
		},
		readFolderState: async () => seen,
		listUnmappedFolders: async () => ({names: []}),
	});
	const body = {path: '/srv/films'};
	const refused = await served.call('POST /api/root-folders', {body});
	t.is(refused.status, 503);
	t.like(refused.body, {reason: 'disk_not_answering', detail: 'The disk of /srv/films did not answer.'});
	isSlow = false;
	t.is((await served.call('POST /api/root-folders', {body})).status, 201);
});
