import {randomUUID} from 'node:crypto';
import test from 'ava';
import {addMovie} from '#test/helpers/build-movie.ts';
import {type Served, serve} from '#test/helpers/serve.ts';

const start = Date.parse('2026-01-10T12:00:00Z');

/** Entries of the history, a minute apart, the last of which is the newest. */
async function addEntries({deps}: Served, entries: readonly Record<string, unknown>[]): Promise<void> {
	for (const [index, entry] of entries.entries()) {
		const usual = {event: 'grabbed', title: `Release ${index}`, movieId: null, seriesId: null, episodeIds: [], quality: null};
		const rest = {qualityScore: null, indexer: null, downloadClient: null, downloadId: null, data: {}};
		await deps.history.add({...usual, ...rest, timestamp: new Date(start + index * 60_000), ...entry} as never);
	}
}

const titlesOf = (body: {history: {title: string}[]}) => body.history.map(({title}) => title);

test('the history is filtered by indexer, kind and time, and read on behind its last entry', async t => {
	const served = await serve(t);
	const {call} = served;
	await addEntries(served, [
		{indexer: 'Attic'},
		{indexer: 'Cellar'},
		{indexer: 'Attic', event: 'imported'},
		{indexer: 'Attic'},
		{indexer: 'Attic'},
	]);
	t.deepEqual(titlesOf((await call('GET /api/history?indexer=Attic&event=grabbed')).body), ['Release 4', 'Release 3', 'Release 0']);
	const range = `from=${new Date(start + 60_000).toISOString()}&to=${new Date(start + 180_000).toISOString()}`;
	t.deepEqual(titlesOf((await call(`GET /api/history?${range}`)).body), ['Release 2', 'Release 1']);
	const first = await call('GET /api/history?indexer=Attic&limit=3');
	t.deepEqual([titlesOf(first.body), first.body.pagination.total], [['Release 4', 'Release 3', 'Release 2'], 4]);
	// What comes in meanwhile does not move what is behind.
	await addEntries(served, [{indexer: 'Attic', title: 'New', timestamp: new Date(start + 3_600_000)}]);
	const second = await call(`GET /api/history?indexer=Attic&limit=3&after=${first.body.next}`);
	t.deepEqual([titlesOf(second.body), second.body.next], [['Release 0'], null]);
	t.is((await call('GET /api/history?after=nonsense')).status, 400);
});

test('a grab that is marked as failed is on the blocklist and searched again; nothing else can be marked', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const {id} = await addMovie(served);
	const data = {guid: 'guid-1', indexerId: randomUUID(), size: 1000, protocol: 'torrent'};
	await addEntries(served, [
		{movieId: id, indexer: 'Attic', downloadId: 'A'.repeat(40), data},
		{event: 'imported', movieId: id},
	]);
	const [imported, grabbed] = (await call('GET /api/history')).body.history;
	t.is((await call(`POST /api/history/${imported.id}/failed`)).body.code, 'not_a_grab');
	t.is((await call(`POST /api/history/${grabbed.id}/failed`, {as: 'user'})).status, 403);
	const marked = await call(`POST /api/history/${grabbed.id}/failed`);
	t.is(marked.status, 202);
	t.regex(marked.body.message, /another release is searched for/);
	await call(`POST /api/history/${grabbed.id}/failed`);
	const {entries} = await deps.blocklist.page({page: 1, limit: 10});
	t.deepEqual(
		entries.map(({guid, infoHash, movieId}) => [guid, infoHash, movieId]),
		[['guid-1', 'a'.repeat(40), id]],
	);
	t.is((await call('GET /api/history?event=downloadFailed')).body.pagination.total, 1);
	t.is((await call('DELETE /api/blocklist')).body.removedCount, 1);
});
