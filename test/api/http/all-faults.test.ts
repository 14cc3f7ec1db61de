import test from 'ava';
import {serve} from '#test/helpers/serve.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const indexer = {name: 'One', kind: 'newznab', url: 'http://indexer.test'};
const client = {name: 'One', kind: 'qbittorrent'};

/** A request with a fault of its form and one that only shows beyond it, and the fields that its refusal must name. */
const wrong: readonly [line: string, body: object | undefined, named: readonly string[]][] = [
	['GET /api/search?limit=many&type=movie&seriesId=x&indexers=nobody', undefined, ['limit', 'type', 'indexers']],
	['GET /api/search?seasonNumber=first&maxAge=-1', undefined, ['seasonNumber', 'maxAge']],
	['GET /api/search?maxAge=-1', undefined, ['maxAge', 'query']],
	['GET /api/wanted/missing?limit=many&seriesId=x&sort=airDateUtc:asc', undefined, ['limit', 'sort', 'seriesId']],
	['GET /api/calendar?type=song&start=2026-02-30&end=2026-02-31', undefined, ['type', 'start', 'end']],
	['GET /api/manual-import?limit=many', undefined, ['limit', 'path']],
	['POST /api/indexers', {...indexer, priority: 99, downloadClientId: unknownId}, ['priority', 'downloadClientId']],
	['POST /api/indexers', {...indexer, priority: 99, apiKey: '********'}, ['priority', 'apiKey']],
	['PUT /api/indexers/nope', {priority: 99, downloadClientId: unknownId}, ['priority', 'downloadClientId']],
	['POST /api/download-clients', {...client, priority: 99}, ['priority', 'url']],
	['POST /api/download-clients/test', {...client, priority: 99}, ['priority', 'url']],
	['POST /api/download-clients', {...client, url: 'ftp://x'}, ['url']],
	[
		'POST /api/download-clients',
		{name: 'Two', kind: 'blackhole', settings: {}, colour: 'red'},
		['colour', 'directory', 'settings.protocol', 'settings.watchFolder'],
	],
	['POST /api/notifications', {name: ' ', kind: 'plex', url: 'http://plex.test'}, ['name', 'apiKey']],
	['POST /api/notifications', {name: 'Web', kind: 'webhook', url: 'plex', secret: 'short', apiKey: 'x'}, ['url', 'secret', 'apiKey']],
	['POST /api/subtitle-providers', {name: 'Site', kind: 'subdl', priority: 0}, ['priority', 'apiKey']],
	['POST /api/blocklist', {title: 'Lamp', protocol: 'pigeon'}, ['protocol', 'guid']],
	['POST /api/settings/system/api-keys', {name: '', type: 'main', expiresAt: '2020-01-01T00:00:00Z'}, ['name', 'expiresAt']],
	['POST /api/queue/nope/import', {}, ['movieId']],
	['POST /api/queue/nope/import', {movieId: unknownId, colour: 'red'}, ['colour']],
];

test('a refusal names every fault, those that only show beyond the form of the request too', async t => {
	const {call} = await serve(t);
	for (const [line, body, named] of wrong) {
		const {status, body: problem} = await call(line, {...(body && {body})});
		t.is(status, 400, line);
		t.deepEqual(problem.errors?.map(({path}: {path: string}) => path).toSorted(), [...named].toSorted(), `${line} ${JSON.stringify(body)}`);
	}
});

test('a change is refused for what it makes of the record, together with its other faults', async t => {
	const {call} = await serve(t);
	const paths = async (line: string, body: object) =>
		(await call(line, {body})).body.errors?.map(({path}: {path: string}) => path).toSorted();
	const {body: stored} = await call('POST /api/download-clients', {body: {...client, url: 'http://client.test', enabled: false}});
	t.deepEqual(await paths(`PUT /api/download-clients/${stored.id}`, {url: null, priority: 0}), ['priority', 'url']);
	t.deepEqual(await paths(`PUT /api/download-clients/${stored.id}`, {kind: 'gopher', url: null}), ['kind']);
	const webhook = {name: 'Web', kind: 'webhook', url: 'http://web.test'};
	const {body: told} = await call('POST /api/notifications', {body: webhook});
	t.deepEqual(await paths(`PUT /api/notifications/${told.id}`, {kind: 'plex', colour: 'red'}), [
		'apiKey',
		'colour',
		'events',
		'secret',
		'url',
	]);
	t.is((await call(`PUT /api/notifications/${told.id}`, {body: {...told, name: 'Other'}})).status, 200);
	const site = {name: 'Site', kind: 'opensubtitles', apiKey: 'k', enabled: false};
	const {body: provider} = await call('POST /api/subtitle-providers', {body: site});
	t.deepEqual(await paths(`PUT /api/subtitle-providers/${provider.id}`, {apiKey: null, priority: 0}), ['apiKey', 'priority']);
	t.is((await call(`PUT /api/subtitle-providers/${provider.id}`, {body: {...provider, priority: 7}})).status, 200);
});

test('faults are reported in plain words, with the field that they are about', async t => {
	const {call} = await serve(t);
	const told = async (line: string, body: unknown) => (await call(line, {body})).body.errors?.[0];
	t.deepEqual(await told('POST /api/indexers', []), {path: '', message: 'the body must be an object'});
	t.deepEqual(await told('POST /api/indexers', {...indexer, url: 'ftp://x'}), {
		path: 'url',
		message: 'url must be an address that begins with http:// or https://',
	});
	t.deepEqual(await told('POST /api/indexers', {...indexer, name: 'x'.repeat(101)}), {
		path: 'name',
		message: 'name must have at most 100 characters',
	});
	t.deepEqual(await told('POST /api/download/grab', {guid: 'g', indexerId: 'i', movieId: 'm', seriesId: 's'}), {
		path: 'movieId',
		message: 'only one of movieId, seriesId may be given',
	});
	t.deepEqual(await told('POST /api/download/grab', {guid: 'g', indexerId: 'i', movieId: 'm', episodeIds: ['e']}), {
		path: 'episodeIds',
		message: 'episodeIds contradicts movieId',
	});
	t.like((await call('POST /api/indexers', {body: '"text"'})).body, {
		code: 'malformed_json',
		detail: 'The body is JSON, but not an object.',
	});
});
