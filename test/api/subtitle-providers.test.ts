import test from 'ava';
import {Invalid, TooMany} from '#shared/errors.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {serve} from '#test/helpers/serve.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const account = {name: 'Site', kind: 'opensubtitles', apiKey: 'tell-nobody', username: 'me', password: 'tell-nobody-either'};

test('a provider is made with the usual address and limits, and its secrets are never shown', async t => {
	const {call, deps} = await serve(t);
	const made = await call('POST /api/subtitle-providers', {body: account});
	t.is(made.status, 201);
	t.like(made.body, {
		...account,
		url: 'https://api.opensubtitles.com/api/v1',
		apiKey: '********',
		password: '********',
		enabled: true,
		priority: 25,
		dailyLimit: null,
		timeoutSeconds: 20,
		status: 'ok',
		lastError: null,
		disabledUntil: null,
		remaining: null,
		resetAt: null,
	});
	t.deepEqual(
		Object.keys(made.body).filter(name => /refused|taken|asking|limitedUntil|failures/i.test(name)),
		[],
	);
	t.like(await deps.subtitleProviders.get(made.body.id), {apiKey: 'tell-nobody', password: 'tell-nobody-either'});
	const [stored] = await deps.connection.collection('subtitleProviders').find({}).toArray();
	t.false(JSON.stringify(stored).includes('tell-nobody'));
	t.like((await call('POST /api/subtitle-providers', {body: {...account, name: 'SITE'}})).body, {status: 409, code: 'already_exists'});
	t.deepEqual((await call('GET /api/subtitle-providers')).body, {subtitleProviders: [made.body]});
	const toUsers = {...made.body, url: 'https://api.opensubtitles.com'};
	t.deepEqual((await call(`GET /api/subtitle-providers/${made.body.id}`, {as: 'user'})).body, toUsers);
	const subdl = await call('POST /api/subtitle-providers', {body: {name: 'Two', kind: 'subdl', apiKey: 'k', url: null, username: null}});
	t.like(subdl.body, {url: 'https://api.subdl.com/api/v1', username: '', password: null});
});

test('a record that comes back as it was shown keeps its secrets, and its quota unless the account changes', async t => {
	const {call, deps} = await serve(t);
	const {body: made} = await call('POST /api/subtitle-providers', {body: account});
	const resetAt = new Date('2999-01-01');
	await deps.subtitleProviders.quotas.learnQuota(made.id, {remaining: 3, resetAt, isReported: true, now: new Date()});
	await deps.subtitleProviders.setHealth(made.id, {
		status: 'error',
		lastError: 'x',
		failures: 3,
		disabledUntil: resetAt,
		isLoginRefused: true,
	});
	const address = `PUT /api/subtitle-providers/${made.id}` as const;
	const shown = await call(`GET /api/subtitle-providers/${made.id}`);
	const changed = await call(address, {body: {...shown.body, priority: 1, password: 'new'}});
	t.like(changed.body, {priority: 1, status: 'ok', lastError: null, disabledUntil: null, remaining: 3});
	t.like(await deps.subtitleProviders.get(made.id), {apiKey: 'tell-nobody', password: 'new', isLoginRefused: false});
	t.like((await call(address, {body: {username: 'you', enabled: false}})).body, {remaining: null, resetAt: null, status: 'disabled'});
	const moved = await call(address, {body: {kind: 'subdl', password: null}});
	t.deepEqual(
		moved.body.errors.map(({path}: {path: string}) => path),
		['apiKey'],
	);
	t.like((await call(address, {body: {kind: 'subdl', password: null, apiKey: 'other'}})).body, {
		url: 'https://api.subdl.com/api/v1',
		password: null,
	});
	t.is((await call(address, {body: {kind: 'folder'}})).body.errors[0].path, 'url');
	t.is((await call(address, {body: {kind: 'folder', url: '/srv/subtitles', apiKey: null}})).body.url, '/srv/subtitles');
	t.is((await call(`DELETE /api/subtitle-providers/${made.id}`)).status, 204);
	t.is((await call(`DELETE /api/subtitle-providers/${made.id}`)).status, 404);
	t.is((await call(address, {body: {}})).status, 404);
});

test('a provider that cannot be is refused with every fault', async t => {
	const {call} = await serve(t);
	const faults = async (body: object) =>
		(await call('POST /api/subtitle-providers', {body})).body.errors?.map(({path}: {path: string}) => path).sort();
	t.deepEqual(await faults({kind: 'gopher', priority: 0, dailyLimit: 0, timeoutSeconds: 61, colour: 'red'}), [
		'colour',
		'dailyLimit',
		'kind',
		'name',
		'priority',
		'timeoutSeconds',
	]);
	t.deepEqual(await faults({name: 'a', kind: 'opensubtitles', url: 'file:///etc'}), ['apiKey', 'url']);
	t.deepEqual(await faults({name: 'a', kind: 'folder', url: 'here'}), ['url']);
	t.deepEqual(await faults({...account, password: '********'}), ['password']);
	t.is((await call('POST /api/subtitle-providers', {as: 'user', body: account})).status, 403);
	t.is((await call('GET /api/subtitle-providers', {as: 'nobody'})).status, 401);
});

test('a provider is tried by a worker with the very settings, sealed on their way', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const tried: object[] = [];
	const failures: Error[] = [];
	await answerJobs(t, served, {
		testConnection: async ({family, sealed, recordId}) => {
			tried.push({asked: family, recordId, ...openPayload<object>({name: 'test-connection'}, sealed, deps.secrets)});
			const failure = failures.shift();
			return failure ? Promise.reject(failure) : {version: 'v1', details: ['20 of 20 downloads are left.']};
		},
	});
	const {body: made} = await call('POST /api/subtitle-providers', {body: account});
	const stored = await call(`POST /api/subtitle-providers/${made.id}/test`);
	t.like(stored.body, {success: true, version: 'v1', details: ['20 of 20 downloads are left.']});
	await call('POST /api/subtitle-providers/test', {body: {...made, url: null, username: 'you'}});
	await call('POST /api/subtitle-providers/test', {body: account});
	t.like(tried[0], {asked: 'subtitleProvider', recordId: made.id, apiKey: 'tell-nobody'});
	t.like(tried[1], {recordId: null, username: 'you', apiKey: 'tell-nobody', url: 'https://api.opensubtitles.com/api/v1'});
	t.like(tried[2], {recordId: null, id: '', password: 'tell-nobody-either'});
	failures.push(new Invalid('authentication_failed', 'wrong password'), new TooMany('provider_busy', 'others were first', 3));
	t.like((await call(`POST /api/subtitle-providers/${made.id}/test`)).body, {status: 400, code: 'authentication_failed'});
	t.like((await call(`POST /api/subtitle-providers/${made.id}/test`)).body, {status: 400, code: 'rate_limited'});
	t.is((await call('POST /api/subtitle-providers/test', {body: {...account, apiKey: '********'}})).status, 400);
	t.is((await call(`POST /api/subtitle-providers/${unknownId}/test`)).status, 404);
	t.is((await call(`POST /api/subtitle-providers/${unknownId}/test`, {as: 'user'})).status, 403);
});
