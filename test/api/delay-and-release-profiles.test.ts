import test from 'ava';
import {serve} from '#test/helpers/serve.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const pathsOf = ({errors}: {errors: {path: string}[]}) => errors.map(({path}) => path);

test('the delay profile without tags is the default, shows the settings, changes them and stays', async t => {
	const {call, deps} = await serve(t);
	await deps.delayProfiles.ensureDefault(deps.now());
	await deps.delayProfiles.ensureDefault(deps.now());
	await deps.settings.set('download.torrentDelayMinutes', 30, deps.now());
	const {delayProfiles} = (await call('GET /api/delay-profiles')).body;
	t.is(delayProfiles.length, 1);
	const [first] = delayProfiles;
	t.like(first, {
		tags: [],
		isDefault: true,
		torrentDelayMinutes: 30,
		usenetDelayMinutes: 0,
		preferredProtocol: 'any',
		bypassIfHighestQuality: true,
	});
	const path = `/api/delay-profiles/${first.id}`;
	const body = {...first, usenetDelayMinutes: 45, preferredProtocol: 'usenet', bypassIfHighestQuality: false};
	t.like((await call(`PUT ${path}`, {body})).body, {usenetDelayMinutes: 45, bypassIfHighestQuality: false, tags: []});
	t.is(deps.settings.get('download.usenetDelayMinutes'), 45);
	t.is(deps.settings.get('download.preferredProtocol'), 'usenet');
	t.deepEqual(pathsOf((await call(`PUT ${path}`, {body: {tags: ['Films']}})).body), ['tags']);
	t.like(await call(`DELETE ${path}`), {status: 409, body: {code: 'default_profile'}});
});

test('delay profiles of libraries are made, put in order, changed and removed', async t => {
	const {call, deps} = await serve(t);
	await deps.delayProfiles.ensureDefault(deps.now());
	const add = async (body: object) => (await call('POST /api/delay-profiles', {body})).body;
	const films = await add({tags: ['Films'], torrentDelayMinutes: 60, bypassIfAboveFormatScore: true, minimumFormatScore: 100});
	t.like(films, {order: 1, tags: ['Films'], torrentDelayMinutes: 60, usenetDelayMinutes: 0, isDefault: false, minimumFormatScore: 100});
	const shows = await add({tags: ['Shows']});
	t.is(shows.order, 2);
	t.deepEqual(pathsOf(await add({})), ['tags']);
	t.deepEqual(pathsOf(await add({tags: [], torrentDelayMinutes: -1, preferredProtocol: 'pigeon'})), [
		'tags',
		'preferredProtocol',
		'torrentDelayMinutes',
	]);
	t.is((await call(`PUT /api/delay-profiles/${shows.id}`, {body: {order: 0}})).body.order, 0);
	const order = (await call('GET /api/delay-profiles')).body.delayProfiles.map(({tags}: {tags: string[]}) => tags[0] ?? null);
	t.deepEqual(order, ['Shows', 'Films', null]);
	t.deepEqual(pathsOf((await call(`PUT /api/delay-profiles/${films.id}`, {body: {tags: []}})).body), ['tags']);
	t.is((await call(`DELETE /api/delay-profiles/${films.id}`)).status, 204);
	t.is((await call(`GET /api/delay-profiles/${films.id}`)).status, 404);
	t.is((await call(`PUT /api/delay-profiles/${unknownId}`, {body: {tags: []}})).body.code, 'delay_profile_not_found');
});

test('a delay profile may leave out one protocol, not both', async t => {
	const {call} = await serve(t);
	const none = {enableTorrent: false, enableUsenet: false};
	t.deepEqual(pathsOf((await call('POST /api/delay-profiles', {body: {tags: ['Films'], ...none}})).body), ['enableUsenet']);
	const {body} = await call('POST /api/delay-profiles', {body: {tags: ['Films'], enableUsenet: false}});
	t.like(body, {enableTorrent: true, enableUsenet: false});
	const path = `/api/delay-profiles/${body.id}`;
	t.deepEqual(pathsOf((await call(`PUT ${path}`, {body: {enableTorrent: false}})).body), ['enableUsenet']);
	t.like((await call(`PUT ${path}`, {body: {enableTorrent: false, enableUsenet: true}})).body, {enableTorrent: false, enableUsenet: true});
});

test('a release profile is made, shown, changed and removed', async t => {
	const {call} = await serve(t);
	const body = {name: 'Words', mustContain: ['x265', '/\\bhevc\\b/'], tags: ['Films']};
	const made = await call('POST /api/release-profiles', {body});
	t.is(made.status, 201);
	t.like(made.body, {...body, enabled: true, mustNotContain: []});
	t.is((await call('POST /api/release-profiles', {body: {name: 'words'}})).body.code, 'already_exists');
	const path = `/api/release-profiles/${made.body.id}`;
	t.deepEqual((await call(`PUT ${path}`, {body: {...made.body, enabled: false}})).body.enabled, false);
	t.deepEqual((await call('GET /api/release-profiles')).body.releaseProfiles.length, 1);
	t.is((await call(`GET ${path}`)).body.name, 'Words');
	t.is((await call(`DELETE ${path}`)).status, 204);
	t.is((await call(`DELETE ${path}`)).body.code, 'release_profile_not_found');
});

test('a term between slashes must be a regular expression', async t => {
	const {call} = await serve(t);
	const body = {name: 'Words', mustContain: ['(', '/(/'], mustNotContain: ['/[/', ' ']};
	t.deepEqual(pathsOf((await call('POST /api/release-profiles', {body})).body).toSorted(), ['mustContain[1]', 'mustNotContain[1]']);
	t.deepEqual(pathsOf((await call('POST /api/release-profiles', {body: {...body, mustNotContain: ['/[/']}})).body).toSorted(), [
		'mustContain[1]',
		'mustNotContain[0]',
	]);
});

test('a term that would stop every search is refused with a word, and one that was struck runs again once its profile is saved', async t => {
	const {call, deps} = await serve(t);
	const refused = await call('POST /api/release-profiles', {body: {name: 'Words', mustContain: ['fine', '/(x+x+)+y/']}});
	t.deepEqual(pathsOf(refused.body), ['mustContain[1]']);
	t.regex(refused.body.errors[0].message, /takes too long on some names: write it without nested repetitions/);
	const {body: made} = await call('POST /api/release-profiles', {body: {name: 'Words', mustContain: ['/x265/', '/x264/']}});
	t.is(made.lastError, null);
	await deps.struckPatterns.strike(['x265', 'x264']);
	await deps.releaseProfiles.setLastError(await deps.releaseProfiles.get(made.id), 'The term /x265/ takes too long.');
	t.like((await call('GET /api/health')).body.checks.patterns, {status: 'degraded', customFormats: 0, releaseProfiles: 1});
	t.is((await call(`PUT /api/release-profiles/${made.id}`, {body: {mustContain: ['/x265/']}})).body.lastError, null);
	t.deepEqual([...(await deps.struckPatterns.among(['x265', 'x264']))], ['x264']);
});
