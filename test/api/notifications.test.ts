import test from 'ava';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {serve} from '#test/helpers/serve.ts';

const hook = {name: 'Hook', kind: 'webhook', url: 'https://receiver.test/hook'};

test('a webhook gets a secret that is shown once and stored sealed', async t => {
	const {call, deps} = await serve(t);
	const made = await call('POST /api/notifications', {body: hook});
	t.is(made.status, 201);
	t.regex(made.body.secret, /^whsec_[\w+/]{43}=$/);
	t.like(made.body, {enabled: true, status: 'ok', events: ['grabbed', 'imported', 'upgraded', 'failed', 'deleted', 'health']});
	const path = `/api/notifications/${made.body.id}`;
	const shown = await call(`GET ${path}`);
	t.is(shown.body.secret, '********');
	t.is((await deps.notifications.get(made.body.id)).secret, made.body.secret);
	const [stored] = await deps.connection.collection('notifications').find({}).toArray();
	t.false(JSON.stringify(stored).includes(made.body.secret));

	t.is((await call(`PUT ${path}`, {body: {...shown.body, enabled: false}})).body.secret, '********');
	t.is((await deps.notifications.get(made.body.id)).secret, made.body.secret);
	t.is((await call(`PUT ${path}`, {body: {url: 'https://other.test/'}})).body.errors[0].path, 'secret');
	const renewed = await call(`PUT ${path}`, {body: {url: 'https://other.test/', secret: null}});
	t.regex(renewed.body.secret, /^whsec_/);
	t.not(renewed.body.secret, made.body.secret);
	t.is((await call('GET /api/notifications', {as: 'user'})).status, 403);
	t.is((await call(`DELETE ${path}`)).status, 204);
	t.is((await call(`GET ${path}`)).status, 404);
});

test('of two changes at once none is lost in silence', async t => {
	const {call} = await serve(t);
	const {id} = (await call('POST /api/notifications', {body: hook})).body;
	const path = `/api/notifications/${id}`;
	const changes = [{name: 'Other'}, {events: ['grabbed']}, {url: 'https://receiver.test/other'}];
	const answers = await Promise.all(changes.map(body => call(`PUT ${path}`, {body})));
	const lost = answers.filter(({status}) => status === 409);
	t.true(lost.every(({body}) => body.code === 'changed_meanwhile'));
	const shown = (await call(`GET ${path}`)).body;
	const kept = changes.filter((_change, index) => answers[index]?.status === 200);
	t.is(kept.length + lost.length, 3);
	for (const change of kept) {
		t.like(shown, change);
	}
});

test('what does not fit its kind is refused with every fault', async t => {
	const {call} = await serve(t);
	const faults = async (body: object) =>
		(await call('POST /api/notifications', {body})).body.errors?.map(({path}: {path: string}) => path).sort();
	t.deepEqual(await faults({...hook, secret: 'whsec_c2hvcnQ=', apiKey: 'k', pathMappings: [{from: '/a', to: '/b'}]}), [
		'apiKey',
		'pathMappings',
		'secret',
	]);
	const secret = (bytes: number) => `whsec_${Buffer.alloc(bytes, 255).toString('base64')}`;
	t.deepEqual(await faults({...hook, secret: secret(32).replaceAll('/', '_')}), ['secret']);
	t.deepEqual(await faults({...hook, secret: secret(32).slice(0, -1)}), ['secret']);
	t.is(await faults({...hook, secret: secret(32)}), undefined);
	t.deepEqual(await faults({...hook, kind: 'plex', secret: 's', events: ['grabbed']}), ['apiKey', 'events', 'secret']);
	t.deepEqual(await faults({...hook, url: 'ftp://x'}), ['url']);
	const mail = {name: 'Mail', kind: 'email', url: 'mail.home.test', from: 'kinoteka@home.test', to: 'eve@home.test'};
	t.regex((await call('POST /api/notifications', {body: mail})).body.errors[0].message, /for e-mail with smtp:/);
	t.deepEqual(await faults({...hook, kind: 'plex', apiKey: 'ключ'}), ['apiKey']);
	const plex = await call('POST /api/notifications', {body: {...hook, name: 'Plex', kind: 'plex', apiKey: 'token'}});
	t.like(plex.body, {events: ['imported', 'upgraded', 'deleted'], apiKey: '********', secret: null});
});

test('each service says what it needs, has its usual address, and hides its keys', async t => {
	const {call, deps} = await serve(t);
	const faults = async (body: object) =>
		(await call('POST /api/notifications', {body: {name: 'N', ...body}})).body.errors?.map(({path}: {path: string}) => path).sort();
	t.deepEqual(await faults({kind: 'webhook'}), ['url']);
	t.deepEqual(await faults({kind: 'discord', url: 'smtp://discord.test'}), ['url']);
	t.deepEqual(await faults({kind: 'telegram', pathMappings: [{from: '/a', to: '/b'}]}), ['apiKey', 'pathMappings', 'to']);
	t.deepEqual(await faults({kind: 'telegram', apiKey: 'bot', to: 'me'}), ['to']);
	t.deepEqual(await faults({kind: 'email', url: 'https://mail.test', from: 'Eve', to: 'eve@home.test, adam'}), ['from', 'to', 'url']);
	t.deepEqual(await faults({kind: 'email', url: 'smtp://mail.test', from: 'a@home.test\r\nbcc: b@home.test', to: 'a@home.test'}), ['from']);
	t.deepEqual(await faults({kind: 'ntfy', to: 'our films', secret: 'whsec_x'}), ['secret', 'to']);
	const added = await call('POST /api/notifications', {
		body: {name: 'Phone', kind: 'ntfy', to: 'our_films', username: 'eve', password: 'hunter2'},
	});
	t.like(added.body, {url: 'https://ntfy.sh', to: 'our_films', username: 'eve', password: '********', secret: null});
	t.is(added.body.events.length, 6);
	const mail = {url: 'smtps://mail.test', from: 'kinoteka@home.test', to: 'eve@home.test', apiKey: null, username: null, password: null};
	const changed = await call(`PUT /api/notifications/${added.body.id}`, {body: {kind: 'email', ...mail}});
	t.like(changed.body, {kind: 'email', url: 'smtps://mail.test', password: null});
	const discord = {name: 'Channel', kind: 'discord', url: 'https://discord.test/api/webhooks/112233445566778899/AbCdEfGhIjKlMnOpQrStUv'};
	const shown = await call('POST /api/notifications', {body: discord});
	t.is(shown.body.url, 'https://discord.test/api/webhooks/********/********');
	t.is((await deps.notifications.get(shown.body.id)).url, discord.url);
});

test('deliveries are paged and replayed under their id', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	await answerJobs(t, served, {testConnection: async ({family}) => ({version: null, details: [family]})});
	const {id} = (await call('POST /api/notifications', {body: hook})).body;
	t.deepEqual((await call(`POST /api/notifications/${id}/test`)).body.details, ['notification']);
	const message = {
		type: 'health' as const,
		timestamp: new Date().toISOString(),
		data: {status: 'error' as const, subject: {kind: 'pool' as const, id: null, name: 'search'}, message: 'Away.'},
	};
	const deliveryId = '5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10';
	await deps.deliveries.add([{id: deliveryId, notificationId: id, event: 'health', message, files: []}], deps.now());
	const [pending] = await deps.deliveries.due(id, deps.now(), 1);
	await deps.deliveries.noteTried(pending!, {responseStatus: 200, error: null}, deps.now()); // it was just added
	const page = await call(`GET /api/notifications/${id}/deliveries?status=delivered`);
	t.like(page.body, {pagination: {total: 1}, deliveries: [{id: deliveryId, message, status: 'delivered', tries: 1}]});
	const replayed = await call(`POST /api/notifications/${id}/deliveries/${deliveryId}/replay`);
	t.is(replayed.status, 202);
	t.like(replayed.body, {id: deliveryId, status: 'pending', tries: 0});
	t.is((await call(`POST /api/notifications/${id}/deliveries/${id}/replay`)).status, 404);
});
