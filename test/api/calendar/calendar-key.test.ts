import test from 'ava';
import type {OpenApiDocument} from '#api/openapi/document.ts';
import {createLog} from '#shared/log/log.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import {serve} from '#test/helpers/serve.ts';

test('a calendar key reads the feed and nothing else, sent in whatever way', async t => {
	const {call, url, headersOf} = await serve(t, {http: {listRequestsPerMinute: 10_000}});
	const {'x-api-key': key = ''} = await headersOf('calendar');
	t.is((await call('GET /api/calendar.ics', {as: 'calendar'})).status, 200);
	await call('PUT /api/settings/security.queuePublic', {body: {value: false}});
	const {paths} = (await call('GET /api/openapi.json')).body as OpenApiDocument;
	const lines = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods as Record<string, {security?: object[]}>)
			.filter(([, {security}]) => (security?.length ?? 0) > 0)
			.map(([method]) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, 'x')}`),
	);
	t.true(lines.length > 100, String(lines.length));
	for (const line of [...lines, 'GET /admin/queues']) {
		const [method = '', path = ''] = line.split(' ');
		if (path === '/api/calendar.ics' || path.startsWith('/solver/')) {
			continue;
		}
		for (const address of [path, `${path}?apikey=${key}`, `${path}?key=${key}`]) {
			const response = await fetch(url + address, {method, headers: address === path ? {'x-api-key': key} : {}});
			await response.text();
			const isStream = address.includes('apikey') && /stream|events/.test(path);
			t.is(response.status, address === path || isStream ? 403 : 401, `${method} ${address.replace(key, '…')}`);
		}
	}
});

test('only a calendar key is taken from the address of the feed; other callers send theirs as usual', async t => {
	const {call, headersOf} = await serve(t);
	for (const as of ['admin', 'streaming'] as const) {
		const {'x-api-key': key = ''} = await headersOf(as);
		t.is((await call(`GET /api/calendar.ics?key=${key}`, {as: 'nobody'})).status, 401, as);
		t.is((await call('GET /api/calendar.ics', {as})).status, 200, as);
	}
	t.is((await call('GET /api/calendar.ics', {as: 'user'})).status, 200);
	t.is((await call('GET /api/calendar.ics', {as: 'nobody'})).status, 401);
	t.is((await call('GET /api/calendar.ics?key=nonsense', {as: 'nobody'})).status, 401);
	t.is((await call('GET /api/calendar.ics?key=a&key=b', {as: 'nobody'})).status, 401);
});

test('a calendar key is created, replaced and deleted like any other, and the old one ends at once', async t => {
	const {call} = await serve(t);
	const path = '/api/settings/system/api-keys';
	const {status, body} = await call(`POST ${path}`, {body: {name: 'My phone', type: 'calendar'}});
	t.deepEqual([status, body.key.type], [201, 'calendar']);
	const read = async (key: string) => (await call(`GET /api/calendar.ics?key=${key}`, {as: 'nobody'})).status;
	t.is(await read(body.key.value), 200);
	const next = (await call(`POST ${path}/${body.key.id}/regenerate`)).body.key.value;
	t.deepEqual([await read(body.key.value), await read(next)], [401, 200]);
	t.is((await call(`DELETE ${path}/${body.key.id}`)).status, 204);
	t.is(await read(next), 401);
});

test('the key in the address of the feed never reaches the log', async t => {
	t.is(maskSecrets('/api/calendar.ics?key=abc-123&past=3'), '/api/calendar.ics?key=********&past=3');
	t.is(maskSecrets('/api/calendar.ics?past=3&key=abc'), '/api/calendar.ics?past=3&key=********');
	const lines: string[] = [];
	const output = {write: (line: string) => lines.push(line)};
	const log = createLog({level: 'debug', source: 'test', outputs: [output as never]});
	const {call} = await serve(t, {log});
	const {status, body} = await call('GET /api/calendar.ics?key=very-secret-key', {as: 'nobody'});
	t.is(status, 401);
	t.false(JSON.stringify(body).includes('very-secret-key'));
	t.false(lines.join('').includes('very-secret-key'));
	t.true(lines.join('').includes('/api/calendar.ics'));
});
