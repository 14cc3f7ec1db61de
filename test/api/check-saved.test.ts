import test from 'ava';
import {checkSaved} from '#api/providers/connection-test.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {serve} from '#test/helpers/serve.ts';

const indexer = {name: 'One', kind: 'torznab', url: 'https://indexer.test', apiKey: 'tell-nobody'};
const client = {name: 'Box', kind: 'qbittorrent', url: 'http://box.test:8080', username: 'me', password: 'tell-nobody'};
const provider = {name: 'Folder', kind: 'folder', url: '/srv/subtitles'};

test('the reply shows what a quick check of a new or changed connection found', async t => {
	const served = await serve(t, {waits: {savedCheck: {beginMs: 300_000, outcomeMs: 300_000}}});
	const {call, deps} = served;
	const stores = {indexer: deps.indexers, downloadClient: deps.downloadClients, subtitleProvider: deps.subtitleProviders};
	await answerJobs(t, served, {
		checkConnection: ({family, recordId}) =>
			stores[family as keyof typeof stores].setHealth(recordId, {status: 'error', lastError: `${family} refuses`}),
	});
	for (const [path, body, kind] of [
		['/api/indexers', indexer, 'indexer'],
		['/api/download-clients', client, 'downloadClient'],
		['/api/subtitle-providers', provider, 'subtitleProvider'],
	] as const) {
		const made = await call(`POST ${path}`, {body});
		t.is(made.status, 201);
		t.like(made.body, {status: 'error', lastError: `${kind} refuses`});
		const changed = await call(`PUT ${path}/${made.body.id}`, {body: {name: 'Another'}});
		t.is(changed.status, 200);
		t.like(changed.body, {name: 'Another', status: 'error', lastError: `${kind} refuses`});
		const off = await call(`PUT ${path}/${made.body.id}`, {body: {enabled: false}});
		t.is(off.body.lastError, null);
	}
});

test('a check that takes long keeps nobody waiting, and is not lost', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const held = Promise.withResolvers<void>();
	const noted = Promise.withResolvers<void>();
	await answerJobs(t, served, {
		checkConnection: async ({recordId}) => {
			await held.promise;
			await deps.indexers.setHealth(recordId, {status: 'error', lastError: 'late'});
			noted.resolve();
		},
	});
	const made = await call('POST /api/indexers', {body: indexer});
	t.like(made.body, {status: 'ok', lastError: null});
	held.resolve();
	await noted.promise;
	t.is((await call(`GET /api/indexers/${made.body.id}`)).body.lastError, 'late');
});

test('a record that was stored is shown even if it cannot be read again', async t => {
	const {call, deps} = await serve(t);
	const {id} = (await call('POST /api/indexers', {body: indexer})).body;
	const saved = await deps.indexers.get(id);
	const find = () => Promise.reject(new Error('MongoDB went away'));
	t.is(await checkSaved(saved, {family: 'indexer', find}, deps), saved);
});

test('without a worker the record is stored, and the check is promised', async t => {
	const {call, deps} = await serve(t);
	const {status, body} = await call('POST /api/indexers', {body: indexer});
	t.is(status, 201);
	const [promised] = await deps.outbox.list(10);
	t.like(promised, {job: 'check-connection', payload: {family: 'indexer', recordId: body.id}});
	t.is(await deps.jobs.queue('connections').getJobState(promised?.id ?? ''), 'prioritized');
});
