import {chmod, mkdir, rm, symlink, writeFile} from 'node:fs/promises';
import test from 'ava';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildLanguageProfileBody, buildProfileBody} from '#test/helpers/build-records.ts';
import {serve} from '#test/helpers/serve.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

test('a root folder is made, shown with its space and what in it is unknown, and removed', async t => {
	let now = Date.now();
	const served = await serve(t, {deps: {now: () => new Date(now)}});
	await answerDisks(t, served);
	const path = `${served.directory}/movies`;
	await mkdir(`${path}/Known (2019)`, {recursive: true});
	await mkdir(`${path}/Unknown (2020)`);
	await served.deps.usedFolders.put(path, 'what was there before');
	const made = await served.call('POST /api/root-folders', {body: {path: `${path}/`}});
	t.is(await served.deps.usedFolders.idOf(path), null, 'it is the right one now');
	t.is(made.status, 201);
	t.like(made.body, {path, name: 'movies', accessible: true});
	t.true(made.body.freeSpace > 0 && made.body.totalSpace >= made.body.freeSpace);
	const movie = await addMovie(served, {}, {rootFolderPath: path});
	await served.deps.movies.setFile(movie.id, buildMediaFile({path: `${path}/Known (2019)/a.mkv`}), new Date());
	t.is(made.body.unmappedFolders.length, 2);
	now += 5000;
	const shown = await served.call(`GET /api/root-folders/${made.body.id}`);
	t.deepEqual(shown.body.unmappedFolders, [{name: 'Unknown (2020)', path: `${path}/Unknown (2020)`}]);
	t.like((await served.call('GET /api/root-folders')).body.rootFolders, [{id: made.body.id, unmappedFolders: shown.body.unmappedFolders}]);

	const used = await served.call(`DELETE /api/root-folders/${made.body.id}`);
	t.like(used.body, {status: 409, code: 'in_use'});
	t.true(used.body.detail.includes('The Quiet Harbour'));
	await served.deps.movies.remove(movie.id);
	await rm(path, {recursive: true});
	now += 5000;
	t.like((await served.call(`GET /api/root-folders/${made.body.id}`)).body, {accessible: false, freeSpace: null, totalSpace: null});
	t.is((await served.call('GET /api/health')).body.checks.rootFolders.status, 'degraded');
	t.is((await served.call(`DELETE /api/root-folders/${made.body.id}`)).status, 204);
	t.is((await served.call(`DELETE /api/root-folders/${made.body.id}`)).status, 404);
});

test('what lies behind a link decides, too', async t => {
	const served = await serve(t);
	await answerDisks(t, served);
	const {dataDir} = served.deps.http;
	await mkdir(`${dataDir}/images`, {recursive: true});
	await mkdir(`${served.directory}/home/.ssh`, {recursive: true});
	await mkdir(`${served.directory}/films`);
	for (const [name, target] of [
		['data', dataDir],
		['images', `${dataDir}/images`],
		['above', served.directory],
		['system', '/etc'],
		['keys', `${served.directory}/home/.ssh`],
	] as const) {
		const path = `${served.directory}/films/${name}`;
		await symlink(target, path);
		const {body} = await served.call('POST /api/root-folders', {body: {path}});
		t.like(body, {status: 400, errors: [{path: 'path'}]}, name);
		t.regex(body.errors[0].message, /must not be/, name);
	}
	t.is((await served.call('POST /api/root-folders', {body: {path: `${served.directory}/films`}})).status, 201);
});

test('of root folders inside each other that are added at once, at most one stays', async t => {
	const served = await serve(t);
	await answerDisks(t, served);
	const paths = ['a', 'a/b', 'a/b/c'].map(name => `${served.directory}/${name}`);
	await mkdir(paths[2] ?? '', {recursive: true});
	const answers = await Promise.all(paths.map(path => served.call('POST /api/root-folders', {body: {path}})));
	const made = answers.filter(({status}) => status === 201);
	t.true(made.length <= 1, answers.map(({status}) => status).join());
	t.deepEqual(
		(await served.deps.rootFolders.list()).map(({path}) => path),
		made.map(({body}) => body.path),
	);
});

test('a root folder must be a folder that can be written, in no other and above none', async t => {
	const served = await serve(t);
	await answerDisks(t, served);
	const path = `${served.directory}/movies`;
	await mkdir(`${path}/inner`, {recursive: true});
	await writeFile(`${served.directory}/file`, '');
	await symlink(path, `${served.directory}/link`);
	const post = (body: unknown) => served.call('POST /api/root-folders', {body});
	t.is((await post({path})).status, 201);
	t.like((await post({path})).body, {status: 409, code: 'already_exists'});
	for (const wrong of [
		`${path}/inner`,
		`${served.directory}/link`,
		served.directory,
		'/',
		'movies',
		'',
		`${served.directory}/none`,
		`${served.directory}/file`,
	]) {
		const {status, body} = await post({path: wrong});
		t.is(status, 400, wrong);
		t.is(body.errors[0].path, 'path');
	}
	for (const wrong of ['movies', `${path}/inner`, `${served.directory}/none`]) {
		t.deepEqual(
			(await post({path: wrong, name: ' '})).body.errors.map((fault: {path: string}) => fault.path).sort(),
			['name', 'path'],
			wrong,
		);
	}
	t.is((await served.call('POST /api/root-folders', {as: 'user', body: {path}})).status, 403);
	t.is((await served.call('GET /api/root-folders', {as: 'user'})).status, 200);
	if (process.getuid?.() !== 0) {
		await mkdir(`${served.directory}/locked`);
		await chmod(`${served.directory}/locked`, 0o500);
		t.is((await post({path: `${served.directory}/locked`})).status, 400);
	}
});

test('profiles of the first start are there; others are made, changed and removed', async t => {
	const served = await serve(t);
	await served.deps.qualityProfiles.ensureDefaults(new Date());
	const list = await served.call('GET /api/quality-profiles');
	t.is(list.body.qualityProfiles.length, 6);
	const body = {
		name: 'Mine',
		items: [
			{quality: 'Bluray-1080p', allowed: true},
			{group: {name: 'WEB', qualities: ['WEBDL-1080p', 'WEBRip-1080p']}, allowed: true},
			{quality: 'SDTV', allowed: false},
		],
		cutoff: 'WEB',
	};
	const made = await served.call('POST /api/quality-profiles', {body});
	t.is(made.status, 201);
	t.like(made.body, {
		...body,
		upgradeAllowed: true,
		packForEpisodeAllowed: false,
		minFormatScore: 0,
		formatScores: [],
		language: 'original',
		isDefault: false,
	});
	t.like((await served.call('POST /api/quality-profiles', {body: {...body, name: 'MINE'}})).body, {status: 409, code: 'already_exists'});
	const changed = await served.call(`PUT /api/quality-profiles/${made.body.id}`, {body: {...made.body, cutoff: 'Bluray-1080p'}});
	t.is(changed.status, 200);
	t.is(changed.body.cutoff, 'Bluray-1080p');
	const movie = await addMovie(served, {}, {qualityProfileId: made.body.id});
	t.like((await served.call(`DELETE /api/quality-profiles/${made.body.id}`)).body, {status: 409, code: 'in_use'});
	const more = await Promise.all(
		Array.from({length: 6}, (_, n) => addMovie(served, {metaId: 100 + n, imdbId: null}, {qualityProfileId: made.body.id})),
	);
	const refused = await served.call(`DELETE /api/quality-profiles/${made.body.id}`);
	t.regex(refused.body.detail, /^Mine is in use by (?:[^,]+, ){4}[^,]+ and 2 more\. Give them another profile first\.$/);
	await Promise.all([movie, ...more].map(({id}) => served.deps.movies.remove(id)));
	t.is((await served.call(`DELETE /api/quality-profiles/${made.body.id}`)).status, 204);
	t.is((await served.call(`GET /api/quality-profiles/${made.body.id}`)).status, 404);
});

test('a profile that contradicts itself is refused with every reason', async t => {
	const {call} = await serve(t);
	const item = {quality: 'DVD', allowed: false};
	const wrong = await call('POST /api/quality-profiles', {
		body: {name: 'x', items: [item, item], cutoff: 'Bluray-1080p', formatScores: [{customFormatId: unknownId, score: 1}]},
	});
	t.is(wrong.status, 400);
	t.deepEqual([...new Set(wrong.body.errors.map(({path}: {path: string}) => path))], ['items', 'cutoff', 'formatScores[0].customFormatId']);
	const both = await call('POST /api/quality-profiles', {
		body: {name: ' ', items: [{quality: 'DVD', allowed: true}], cutoff: 'SDTV', minUpgradeFormatScore: 0},
	});
	t.deepEqual(both.body.errors.map(({path}: {path: string}) => path).sort(), ['cutoff', 'minUpgradeFormatScore', 'name']);
	const shape = await call('POST /api/quality-profiles', {body: {name: '', items: [{quality: '8mm', allowed: 1}, {allowed: true}]}});
	t.deepEqual(shape.body.errors.map(({path}: {path: string}) => path).sort(), [
		'cutoff',
		'items[0].allowed',
		'items[0].quality',
		'items[1]',
		'name',
	]);
});

test('the last profile stays', async t => {
	const {call, deps} = await serve(t);
	await deps.qualityProfiles.ensureDefaults(new Date());
	const {body} = await call('GET /api/quality-profiles');
	const statuses: number[] = [];
	for (const {id} of body.qualityProfiles) {
		statuses.push((await call(`DELETE /api/quality-profiles/${id}`)).status);
	}
	t.deepEqual(statuses, [204, 204, 204, 204, 204, 409]);
});

test('of two profiles that are deleted at once one stays', async t => {
	const {call} = await serve(t);
	const kinds = [
		['/api/quality-profiles', buildProfileBody],
		['/api/language-profiles', buildLanguageProfileBody],
	] as const;
	for (const [path, build] of kinds) {
		for (let round = 0; round < 3; round += 1) {
			const made = await Promise.all(['One', 'Two'].map(name => call(`POST ${path}`, {body: build({name: `${name} ${round}`})})));
			const known = Object.values((await call(`GET ${path}`)).body).flat() as {id: string}[];
			const both = new Set(made.map(({body}) => body.id));
			await Promise.all(known.filter(({id}) => !both.has(id)).map(({id}) => call(`DELETE ${path}/${id}`)));
			const answers = await Promise.all([...both].map(id => call(`DELETE ${path}/${id}`)));
			t.deepEqual(answers.map(({status}) => status).sort(), [204, 409]);
			t.is(answers.find(({status}) => status === 409)?.body.code, 'in_use');
		}
	}
});

test('history is shown newest first, and filtered', async t => {
	const {call, deps} = await serve(t);
	const entry = {
		title: 'The.Lamp.2024-NOBODY',
		movieId: 'm1',
		seriesId: null,
		episodeIds: [],
		quality: 'DVD',
		qualityScore: 20,
		indexer: 'Indexer',
		downloadClient: null,
		downloadId: null,
		data: {size: 1},
	};
	await deps.history.add({...entry, event: 'grabbed', timestamp: new Date('2026-01-01')});
	await deps.history.add({...entry, event: 'imported', timestamp: new Date('2026-01-02')});
	const {body} = await call('GET /api/history');
	t.deepEqual(
		body.history.map(({event}: {event: string}) => event),
		['imported', 'grabbed'],
	);
	t.like(body.history[0], {...entry, timestamp: '2026-01-02T00:00:00.000Z'});
	t.is(body.pagination.total, 2);
	t.is((await call('GET /api/history?event=grabbed&movieId=m1')).body.pagination.total, 1);
	t.is((await call('GET /api/history?event=lost')).status, 400);
	const ofSeries = {...entry, movieId: null, seriesId: 's1', event: 'imported'} as const;
	await deps.history.add({...ofSeries, episodeIds: ['e1', 'e2'], timestamp: new Date('2026-01-03')});
	await deps.history.add({...ofSeries, episodeIds: ['e3'], timestamp: new Date('2026-01-04')});
	t.is((await call('GET /api/history?seriesId=s1')).body.pagination.total, 2);
	t.deepEqual(
		(await call('GET /api/history?episodeId=e2&event=imported')).body.history.map((row: {episodeIds: string[]}) => row.episodeIds),
		[['e1', 'e2']],
	);
	t.is((await call('GET /api/history?episodeId=$ne')).body.pagination.total, 0);
});
