import test from 'ava';
import {buildBlocklistBody, buildLanguageProfileBody, mappingBody} from '#test/helpers/build-records.ts';
import {serve} from '#test/helpers/serve.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

const pathsOf = ({errors}: {errors: {path: string}[]}) => errors.map(({path}) => path);

test('a language profile is made, shown, changed and removed; the last one stays', async t => {
	const {call, deps} = await serve(t);
	await deps.languageProfiles.ensureDefaults(deps.now());
	await deps.languageProfiles.ensureDefaults(deps.now());
	const [first] = (await call('GET /api/language-profiles')).body.languageProfiles;
	t.like(first, {name: 'Original', languages: [{code: 'original', allowed: true}], cutoff: 'original', isDefault: true});

	const made = await call('POST /api/language-profiles', {body: buildLanguageProfileBody()});
	t.is(made.status, 201);
	t.like(made.body, {
		cutoff: 'fr',
		upgradeAllowed: true,
		minimumSubtitleScore: 70,
		isDefault: false,
		subtitles: [{code: 'en', forced: true, hearingImpaired: false}],
	});
	t.deepEqual((await call(`GET /api/language-profiles/${made.body.id}`)).body, made.body);
	t.is((await call(`PUT /api/language-profiles/${made.body.id}`, {body: {...made.body, cutoff: 'en'}})).body.cutoff, 'en');
	t.is((await call(`DELETE /api/language-profiles/${first.id}`)).status, 204);
	t.is((await call(`DELETE /api/language-profiles/${made.body.id}`)).body.code, 'in_use');
	t.is((await call(`GET /api/language-profiles/${unknownId}`)).body.code, 'language_profile_not_found');
});

test('a language profile with unknown or repeated languages or a cutoff out of it is refused', async t => {
	const {call} = await serve(t);
	const add = async (overrides: object) => (await call('POST /api/language-profiles', {body: buildLanguageProfileBody(overrides)})).body;
	t.deepEqual(pathsOf(await add({cutoff: 'it'})), ['cutoff']);
	t.deepEqual(pathsOf(await add({cutoff: 'de'})), ['cutoff']);
	t.deepEqual(pathsOf(await add({name: ' ', cutoff: 'de'})), ['name', 'cutoff']);
	t.deepEqual(pathsOf(await add({cutoff: 'xx'})), ['cutoff']);
	t.deepEqual(pathsOf(await add({languages: [{code: 'zz', allowed: true}]})), ['languages[0].code']);
	t.deepEqual(pathsOf(await add({languages: Array.from({length: 2}, () => ({code: 'fr', allowed: true}))})), ['languages[1]']);
	t.deepEqual(pathsOf(await add({minimumSubtitleScore: 101, subtitles: [{code: 'en', forced: 1}]})), [
		'subtitles[0].forced',
		'minimumSubtitleScore',
	]);
	t.deepEqual((await call('GET /api/language-profiles')).body.languageProfiles, []);
	await add({});
	t.like(await add({name: 'FRENCH FIRST'}), {status: 409, code: 'already_exists'});
});

test('a remote path mapping is made, shown, changed and removed', async t => {
	const {call} = await serve(t);
	const made = await call('POST /api/remote-path-mappings', {body: mappingBody});
	t.is(made.status, 201);
	t.like(made.body, mappingBody);
	t.deepEqual((await call('GET /api/remote-path-mappings', {as: 'streaming'})).body.remotePathMappings, [made.body]);
	t.is((await call('POST /api/remote-path-mappings', {body: mappingBody})).body.code, 'already_exists');
	const line = `/api/remote-path-mappings/${made.body.id}`;
	t.is((await call(`PUT ${line}`, {body: {...made.body, localPath: '/mnt/other'}})).body.localPath, '/mnt/other');
	t.is((await call(`GET ${line}`)).body.localPath, '/mnt/other');
	t.is((await call(`DELETE ${line}`)).status, 204);
	t.is((await call(`DELETE ${line}`)).body.code, 'remote_path_mapping_not_found');
	const wrong = {host: 'http://box.test', remotePath: 'downloads', localPath: 'mnt'};
	t.deepEqual(pathsOf((await call('POST /api/remote-path-mappings', {body: wrong})).body), ['host', 'remotePath', 'localPath']);
});

test('the blocklist is filled by hand, paged, filtered and emptied', async t => {
	const {call} = await serve(t);
	const made = await call('POST /api/blocklist', {body: buildBlocklistBody({movieId: 'm1'})});
	t.is(made.status, 201);
	t.regex(made.body.guid, /^rel_[\w-]{32}$/, 'a guid of a site is not shown');
	t.like(made.body, {infoHash: null, size: null, episodeIds: [], reason: 'Blocklisted by hand.', movieId: 'm1'});
	t.is((await call('POST /api/blocklist', {body: buildBlocklistBody()})).body.code, 'already_exists');
	t.deepEqual(pathsOf((await call('POST /api/blocklist', {body: buildBlocklistBody({guid: null})})).body), ['guid']);
	for (const digit of ['a', 'b']) {
		const body = buildBlocklistBody({guid: null, infoHash: digit.repeat(40)});
		t.is((await call('POST /api/blocklist', {body})).status, 201);
	}
	const page = await call('GET /api/blocklist?limit=2');
	t.is(page.body.blocklist.length, 2);
	t.deepEqual(page.body.pagination, {page: 1, limit: 2, total: 3, totalPages: 2});
	t.like((await call('GET /api/blocklist?movieId=m1')).body, {blocklist: [{id: made.body.id}], pagination: {total: 1}});
	t.deepEqual((await call(`GET /api/blocklist/${made.body.id}`)).body, made.body);
	t.is((await call(`DELETE /api/blocklist/${made.body.id}`)).status, 204);
	t.is((await call(`DELETE /api/blocklist/${made.body.id}`)).body.code, 'blocklist_entry_not_found');
});

test('history is paged, filtered by every filter at once, shown and removed', async t => {
	const {call, deps} = await serve(t);
	const entry = {
		title: 'A film',
		movieId: 'm1',
		seriesId: null,
		episodeIds: [],
		quality: 'WEBDL-1080p',
		qualityScore: 70,
		indexer: null,
		downloadClient: null,
		downloadId: null,
		data: {size: 5},
		timestamp: new Date('2026-01-01'),
	};
	await deps.history.add({...entry, event: 'grabbed'});
	await deps.history.add({...entry, event: 'imported'});
	await deps.history.add({...entry, event: 'grabbed', movieId: 'm2'});
	const {body} = await call('GET /api/history?event=grabbed&movieId=m1');
	t.like(body, {history: [{event: 'grabbed', movieId: 'm1', timestamp: '2026-01-01T00:00:00.000Z'}], pagination: {total: 1}});
	const line = `/api/history/${body.history[0].id}`;
	t.deepEqual((await call(`GET ${line}`)).body, body.history[0]);
	t.is((await call(`DELETE ${line}`, {as: 'user'})).status, 403);
	t.is((await call(`DELETE ${line}`)).status, 204);
	t.is((await call(`GET ${line}`)).body.code, 'history_entry_not_found');
	t.is((await call('GET /api/history?event=eaten')).status, 400);
});
