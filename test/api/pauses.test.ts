import test from 'ava';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {serve} from '#test/helpers/serve.ts';
import {buildItem} from '#test/helpers/world/movie.ts';

test('everything and one indexer are paused with an end, shown to all, and resumed by administrators', async t => {
	const {call, deps} = await serve(t);
	const {id: targetId} = await deps.indexers.add(buildIndexer({name: 'Site'}), deps.now());
	const until = new Date(Date.now() + 3_600_000).toISOString();
	t.like((await call('PUT /api/pauses', {body: {scope: 'all', until}})).body, {id: 'all', scope: 'all', name: null, until});
	t.like((await call('PUT /api/pauses', {body: {scope: 'indexer', targetId}})).body, {scope: 'indexer', name: 'Site', until: null});
	const listed = async () => (await call('GET /api/pauses', {as: 'user'})).body.pauses.map(({id}: {id: string}) => id);
	t.deepEqual(await listed(), ['all', `indexer:${targetId}`]);
	t.is((await call('PUT /api/pauses', {as: 'user', body: {scope: 'all'}})).status, 403);
	t.is((await call('DELETE /api/pauses/all')).status, 204);
	t.is((await call('DELETE /api/pauses/all')).status, 404);
	await deps.indexers.remove(targetId);
	t.deepEqual(await listed(), [], 'what was deleted is paused no more');
});

test('a pause of nothing, or with an end that has passed, is refused', async t => {
	const {call} = await serve(t);
	for (const [body, path] of [
		[{scope: 'all', targetId: 'x'}, 'targetId'],
		[{scope: 'library'}, 'targetId'],
		[{scope: 'downloadClient', targetId: 'nobody'}, 'targetId'],
		[{scope: 'all', until: '2020-01-01T00:00:00Z'}, 'until'],
	] as const) {
		const {status, body: reply} = await call('PUT /api/pauses', {body});
		t.is(status, 400);
		t.is(reply.errors[0].path, path);
	}
});

test('a pause ends by itself', async t => {
	const {deps, call} = await serve(t);
	await deps.pauses.set({scope: 'all', targetId: null, until: new Date(Date.now() - 1000), pausedBy: null}, deps.now());
	t.deepEqual((await call('GET /api/pauses')).body.pauses, []);
});

test('many downloads are removed, blocklisted and searched again in one step, or retried, and failures are reported', async t => {
	const {deps, call} = await serve(t);
	const add = (title: string, more: object) =>
		deps.downloads.add(buildItem({title, guid: title, downloadId: title, downloadClientId: 'client', ...more}));
	const movieId = '5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10';
	const one = await add('One', {state: 'downloading', status: 'downloading', movieId});
	const failed = await add('Two', {state: 'failed', status: 'failed'});
	const body = {ids: [one.id, 'nobody'], action: 'remove', blocklist: true, search: true};
	const removed = await call('POST /api/queue/bulk', {body});
	t.like(removed.body, {success: false, updatedCount: 1, failedCount: 1, failures: [{id: 'nobody'}]});
	t.is((await deps.blocklist.page({page: 1, limit: 10})).total, 1);
	t.like((await deps.outbox.list(20)).find(({job}) => job === 'search-movie')?.payload, {movieId, byPerson: true});
	t.like((await call('POST /api/queue/bulk', {body: {ids: [failed.id], action: 'retry'}})).body, {success: true, updatedCount: 1});
	t.is((await deps.downloads.get(failed.id)).state, 'downloading');
	t.is((await call('POST /api/queue/bulk', {as: 'user', body})).status, 403);
});
