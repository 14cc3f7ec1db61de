import test, {type ExecutionContext} from 'ava';
import {rescoreFiles} from '#shared/jobs/refresh.ts';
import {applyGuide, readGuidePlan} from '#shared/tasks/apply-guide.ts';
import {buildZip} from '#test/helpers/build-zip.ts';
import {guideFormat, guideKey, guidePath, guideProfile, guideSizes, trashId} from '#test/helpers/made-up-guide.ts';
import {serveHttp} from '#test/helpers/serve-http.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import type {TaskRun} from '#workers/executions/run-execution.ts';
import {followGuide} from '#workers/tasks/guide.ts';

const {signal} = new AbortController();
const run = {signal, note: () => {}} as unknown as TaskRun; // the body uses only these
const lakeKey = guideKey('profile', 'Lake');
const sizes = guideSizes('movie', [{quality: 'WEBDL-1080p', min: 12.5, preferred: 84, max: 85}]);

const filesOf = (parts: {groups?: string[]; score?: number; profile?: object} = {}): Record<string, unknown> => ({
	[guidePath('format', 'larks')]: guideFormat('Larks', {groups: parts.groups ?? ['LARK'], scores: {default: parts.score ?? 100}}),
	[guidePath('profile', 'lake')]: guideProfile('Lake', {formats: ['Larks'], ...parts.profile}),
	[guidePath('sizes', 'movie')]: sizes,
	'guides-main/readme.md': 'not for us',
});

type Kind = 'zip' | 'bundle' | 'list';

/** A guide on a real server in one of its forms, and everything that the task uses. */
async function withGuide(t: ExecutionContext, kind: Kind = 'zip') {
	const {deps} = await withWorkerDeps(t);
	await deps.qualityDefinitions.ensureDefaults(new Date());
	const served = {files: filesOf(), etag: '"1"', heard: [] as (string | undefined)[], body: null as Buffer | null};
	const url = await serveHttp(t, (request, response) => {
		const path = decodeURIComponent(request.url ?? '').slice(1);
		const file = served.files[path];
		if (file !== undefined) {
			response.end(JSON.stringify(file));
			return;
		}
		served.heard.push(request.headers['if-none-match']);
		if (request.headers['if-none-match'] === served.etag) {
			response.writeHead(304).end();
			return;
		}
		response.writeHead(200, {etag: served.etag}).end(served.body ?? bodyOf(kind, served.files));
	});
	await deps.settings.set('guide.url', `${url}/guide`, new Date());
	const apply = async (overwrite: string[] = []) => {
		const {hash} = await readGuidePlan(deps);
		return applyGuide({hash, overwrite: new Set(overwrite), signal}, deps);
	};
	const promised = async () => (await deps.outbox.list(100)).filter(({job}) => job === rescoreFiles.name).length;
	return {deps, served, apply, promised, follow: () => followGuide(run, deps)};
}

function bodyOf(kind: Kind, files: Record<string, unknown>): Buffer {
	if (kind === 'zip') {
		return buildZip(Object.entries(files).map(([name, content]) => ({name, content: JSON.stringify(content)})));
	}
	return Buffer.from(JSON.stringify({files: kind === 'bundle' ? files : Object.keys(files)}));
}

for (const kind of ['zip', 'bundle', 'list'] as const) {
	test(`a guide is read as a ${kind}, applied once, and then changes nothing`, async t => {
		const {deps, served, follow, apply} = await withGuide(t, kind);
		t.deepEqual(await follow(), {itemsProcessed: 3, itemsAffected: 0});
		t.deepEqual(await follow(), {itemsProcessed: 3, itemsAffected: 0});
		t.deepEqual(served.heard, [undefined, kind === 'list' ? undefined : '"1"']);
		t.is((await readGuidePlan(deps)).plan.profiles.length, 0, 'nothing is chosen');
		await deps.guide.choose([lakeKey, ...(await deps.guide.list()).filter(each => each.kind === 'sizes').map(({key}) => key)], true);
		t.deepEqual(await apply(), {added: 2, changed: 1, failures: []});
		const format = await deps.customFormats.findByName('Larks');
		const profile = (await deps.qualityProfiles.list()).find(({name}) => name === 'Lake');
		t.deepEqual(profile?.formatScores, [{customFormatId: format?.id ?? '', score: 100}]);
		t.like(await deps.qualityDefinitions.get('WEBDL-1080p'), {minimum: 12.5, preferred: 84, maximum: 85});
		t.deepEqual(await apply(), {added: 0, changed: 0, failures: []});
		t.deepEqual((await deps.customFormats.findByName('Larks'))?.updatedAt, format?.updatedAt);
	});
}

test('a profile scores the formats of the groups that the guide has for it', async t => {
	const {deps, served, follow, apply} = await withGuide(t, 'list');
	const group = {name: 'Birds', default: 'true', custom_formats: [{name: 'Larks', trash_id: trashId('radarr Larks'), required: true}]};
	served.files = {...filesOf({profile: {formatItems: {}}}), 'guides-main/docs/json/radarr/cf-groups/birds.json': group};
	t.deepEqual(await follow(), {itemsProcessed: 3, itemsAffected: 0});
	await deps.guide.choose([lakeKey], true);
	await apply();
	const format = await deps.customFormats.findByName('Larks');
	const profile = (await deps.qualityProfiles.list()).find(({name}) => name === 'Lake');
	t.deepEqual(profile?.formatScores, [{customFormatId: format?.id ?? '', score: 100}]);
});

test('updates wait for a person, or are taken at once, and what people did stays', async t => {
	const {deps, served, follow, apply, promised} = await withGuide(t);
	await follow();
	await deps.guide.choose([lakeKey], true);
	await apply();
	t.is(await promised(), 0, 'nothing was rated by what is new');
	const {id} = (await deps.qualityProfiles.list()).find(({name}) => name === 'Lake')!; // just made
	await deps.qualityProfiles.change(id, {minFormatScore: 7}, new Date());

	served.files = filesOf({groups: ['LARK', 'WREN'], score: 250, profile: {minFormatScore: 3, cutoffFormatScore: 500}});
	served.etag = '"2"';
	t.deepEqual(await follow(), {itemsProcessed: 3, itemsAffected: 0});
	t.is((await deps.customFormats.findByName('Larks'))?.conditions.length, 1);
	await deps.settings.set('guide.updates', 'apply', new Date());
	t.deepEqual(await follow(), {itemsProcessed: 3, itemsAffected: 2});
	t.is((await deps.customFormats.findByName('Larks'))?.conditions.length, 2);
	t.like(await deps.qualityProfiles.get(id), {minFormatScore: 7, cutoffFormatScore: 500});
	t.is((await deps.qualityProfiles.get(id)).formatScores[0]?.score, 250);
	t.is(await promised(), 1, 'files are rated again');
	t.deepEqual(await follow(), {itemsProcessed: 3, itemsAffected: 0});
	t.is(await promised(), 1);

	t.deepEqual(await apply([lakeKey]), {added: 0, changed: 1, failures: []});
	t.is((await deps.qualityProfiles.get(id)).minFormatScore, 3);
});

test('a plan that is not what was seen any more is not applied', async t => {
	const {deps, follow} = await withGuide(t);
	await follow();
	await deps.guide.choose([lakeKey], true);
	const {hash} = await readGuidePlan(deps);
	await deps.customFormats.add({name: 'Larks', conditions: [], includeWhenRenaming: false}, new Date());
	await t.throwsAsync(applyGuide({hash, overwrite: new Set(), signal}, deps), {code: 'changed_meanwhile'});
});

test('a record whose new name is taken does not stop the others', async t => {
	const {deps, served, follow, apply} = await withGuide(t);
	await follow();
	await deps.guide.choose([lakeKey], true);
	await apply();
	await deps.customFormats.add({name: 'Larks of the sea', conditions: [], includeWhenRenaming: false}, new Date());
	const renamed = {...guideFormat('Larks'), name: 'Larks of the sea'};
	served.files = {...filesOf({profile: {cutoffFormatScore: 77}}), [guidePath('format', 'larks')]: renamed};
	served.etag = '"2"';
	await follow();
	t.like(await apply(), {added: 0, changed: 1, failures: [{name: 'Larks'}]});
	t.is((await deps.qualityProfiles.list()).find(({name}) => name === 'Lake')?.cutoffFormatScore, 77);
});

test('a guide that lost much, or is none, is not taken', async t => {
	const {deps, served, follow} = await withGuide(t);
	served.files = Object.fromEntries(Array.from({length: 10}, (_, at) => [guidePath('format', `f${at}`), guideFormat(`F${at}`)]));
	await follow();
	const refused: Record<string, Buffer | Record<string, unknown>> = {
		package_shrunk: Object.fromEntries(Object.entries(served.files).slice(0, 8)),
		package_unusable: Buffer.from('<html>Not found</html>'),
	};
	for (const [code, body] of Object.entries(refused)) {
		served.etag = `"${code}"`;
		served.body = Buffer.isBuffer(body) ? body : bodyOf('zip', body);
		await t.throwsAsync(follow(), {code});
		t.truthy((await deps.guide.state()).error);
		t.is((await deps.guide.items()).length, 10);
	}
});

const many = (count: number, size: number) =>
	Object.fromEntries(Array.from({length: count}, (_, at) => [guidePath('format', `f${at}`), '#'.repeat(size)]));
const hostile: Record<string, () => Buffer> = {
	'a bomb': () => bodyOf('zip', many(150, 250_000)),
	'a zip that climbs': () => buildZip([{name: '../json/radarr/cf/a.json', content: '{}'}]),
	'a file that is larger than it says': () => buildZip([{name: guidePath('format', 'a'), content: '#'.repeat(400_000), declaredSize: 100}]),
	'an index that leads elsewhere': () =>
		Buffer.from(JSON.stringify({files: ['http://127.0.0.1:9/json/radarr/cf/a.json', '//127.0.0.1:9/json/radarr/cf/a.json']})),
	'an index of too many files': () =>
		Buffer.from(JSON.stringify({files: Array.from({length: 3001}, (_, at) => `json/radarr/cf/f${at}.json`)})),
	'an index without files': () => Buffer.from('{"files": 7}'),
	'nothing of a guide': () => buildZip([{name: 'readme.md', content: 'x'}]),
};

test('guides that are not harmless are refused', async t => {
	const {served, follow} = await withGuide(t);
	for (const [name, build] of Object.entries(hostile)) {
		served.etag = `"${name}"`;
		served.body = build();
		await t.throwsAsync(follow(), {code: 'package_unusable'}, name);
	}
});

test('files of an index that was redirected to another host have to be public', async t => {
	const {deps} = await withGuide(t, 'list');
	const networks = new Map<string, string>();
	const reply = {status: 200, headers: {}, cookies: []};
	const http: typeof deps.http = ({url, network}) => {
		const {href, pathname} = new URL(url);
		networks.set(href, network);
		const file = filesOf()[pathname.slice(1)];
		const body = Buffer.from(JSON.stringify(file ?? {files: Object.keys(filesOf())}));
		return Promise.resolve({...reply, body, url: file ? href : 'https://mirror.example/index'});
	};
	await followGuide(run, {...deps, http});
	t.deepEqual([...new Set(networks.values())], ['any', 'public']);
	t.true([...networks].every(([url, network]) => url.startsWith('https://mirror.example/') === (network === 'public')));
	await deps.settings.set('guide.url', 'https://mirror.example/guide', new Date());
	networks.clear();
	await followGuide(run, {...deps, http});
	t.deepEqual([...new Set(networks.values())], ['any'], 'the host that was entered');
});

test('a file of lists in lists without end harms no other', async t => {
	const {deps, served, follow} = await withGuide(t);
	const deep = (by: number) => '['.repeat(by) + ']'.repeat(by);
	const good = JSON.stringify(guideFormat('Larks'));
	const [format, profile, value] = [guidePath('format', 'larks'), guidePath('profile', 'deep'), guidePath('format', 'value')];
	const inProfile = `{"trash_id": "abc", "name": "Deep", "cutoff": ${deep(60_000)}, "items": [{"name": ${deep(60_000)}, "allowed": true}]}`;
	const inValue = JSON.stringify({
		...guideFormat('Value'),
		specifications: [{...guideFormat('x').specifications[0], fields: {value: 'DEEP'}}],
	}).replace('"DEEP"', deep(5000));
	served.body = buildZip([
		{name: format, content: good},
		{name: profile, content: inProfile},
		{name: value, content: inValue},
	]);
	served.etag = '"deep zip"';
	await follow();
	t.like(await deps.guide.state(), {total: 3, usable: 1, error: null});
	served.body = Buffer.from(`{"files": {"${format}": ${good}, "${guidePath('format', 'deep')}": ${deep(120_000)}}}`);
	served.etag = '"deep index"';
	await follow();
	t.like(await deps.guide.state(), {total: 2, usable: 1, error: null});
});

test('formats that cannot be stored are listed with the reason', async t => {
	const {deps, served, follow} = await withGuide(t);
	const broken = {
		...guideFormat('Broken', {groups: ['(']}),
		specifications: [{...guideFormat('x').specifications[0], fields: {value: '('}}],
	};
	served.files = {
		...served.files,
		[guidePath('format', 'broken')]: broken,
		[guidePath('format', 'long')]: {
			...guideFormat('Long'),
			specifications: [{...guideFormat('x').specifications[0], name: 'n'.repeat(300)}],
		},
	};
	await follow();
	const faults = (await deps.guide.list()).filter(({fault}) => fault !== null).map(({name, fault}) => [name, fault]);
	t.is(faults.length, 2);
	t.regex(faults.find(([name]) => name === 'Broken')?.[1] ?? '', /must be a regular expression/);
	t.like(await deps.guide.state(), {total: 5, usable: 3});
});

test('a guide whose formats have patterns that would stop every search gives the others, and says what is wrong with those', async t => {
	const {deps, served, follow} = await withGuide(t);
	const bombs = guideFormat('Bombs');
	const specifications = Array.from({length: 4}, (_, n) => ({
		...bombs.specifications[0],
		implementation: 'ReleaseTitleSpecification',
		fields: {value: `(x+x+)+y${n}z1`},
	}));
	served.files = {...filesOf(), [guidePath('format', 'bombs')]: {...bombs, specifications}};
	await follow();
	const items = await deps.guide.list();
	t.regex(items.find(({name}) => name === 'Bombs')?.fault ?? '', /conditions\[0\]\.value takes too long on some names/);
	t.is(items.find(({name}) => name === 'Larks')?.fault, null);
});
