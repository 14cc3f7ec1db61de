import test from 'ava';
import type {FamilyName} from '#shared/providers/families.ts';
import {type FakeAnswer, fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {torrentLine} from '#test/helpers/grab-line.ts';
import {handleCheckConnection} from '#workers/connections/test-connection.ts';
import {stopReason} from '#workers/runtime/handler.ts';

type Line = Awaited<ReturnType<typeof torrentLine>>;

const check = ({deps, run}: Line, family: FamilyName, recordId: string) => handleCheckConnection({family, recordId}, deps, run());

test('what a check finds becomes the status of the record, with version and capabilities', async t => {
	const line = await torrentLine(t);
	const {deps, indexer, record, qbittorrent} = line;
	await check(line, 'indexer', indexer.id);
	t.like(await deps.indexers.get(indexer.id), {status: 'ok', lastError: null, capabilities: {title: 'Fake', version: '1.3'}});
	await check(line, 'downloadClient', record.id);
	const tested = await deps.downloadClients.get(record.id);
	t.like(tested, {status: 'ok', lastError: null});
	t.truthy(tested.version);

	await deps.downloadClients.change(await deps.downloadClients.get(record.id), {url: qbittorrent.url, password: 'wrong'}, new Date());
	await check(line, 'downloadClient', record.id);
	t.is((await deps.downloadClients.get(record.id)).status, 'error');
	await deps.indexers.change(await deps.indexers.get(indexer.id), {url: 'http://127.0.0.1:9'}, new Date());
	await check(line, 'indexer', indexer.id);
	t.like(await deps.indexers.get(indexer.id), {status: 'error', capabilities: null});
	t.truthy((await deps.indexers.get(indexer.id)).lastError);
});

test('a success that cannot be noted is no failure of the connection', async t => {
	const line = await torrentLine(t);
	const {deps, indexer} = line;
	let writes = 0;
	const setHealth: typeof deps.indexers.setHealth = async (...given) => {
		writes += 1;
		if (writes === 1) {
			throw new Error('MongoDB is away.');
		}
		return deps.indexers.setHealth(...given);
	};
	const failing = {...deps, indexers: {...deps.indexers, setHealth}};
	await t.throwsAsync(check({...line, deps: failing}, 'indexer', indexer.id), {message: /away/});
	t.like(await deps.indexers.get(indexer.id), {lastError: null});
	t.is(writes, 1);
});

test('an indexer whose capabilities are a whole book is kept without its categories', async t => {
	const line = await torrentLine(t);
	const {deps, indexer} = line;
	const categories = Array.from({length: 3000}, (_, index) => `<category id="${2000 + index}" name="A name"/>`).join('');
	const {url} = await fakeIndexer(t, {
		caps: `<caps><server title="Long"/><searching><search available="yes"/></searching><categories>${categories}</categories></caps>`,
	});
	await deps.indexers.change(await deps.indexers.get(indexer.id), {url}, new Date());
	await check(line, 'indexer', indexer.id);
	t.like(await deps.indexers.get(indexer.id), {status: 'ok', capabilities: {title: 'Long', categories: []}});
});

test('a check is not noted on a record that was changed, switched off or deleted meanwhile', async t => {
	const line = await torrentLine(t);
	const {deps, indexer, site} = line;
	let changed: Promise<unknown> | null = null;
	const answer = (): FakeAnswer => {
		changed ??= deps.indexers.change(seen, {url: site.url, enabled: false}, new Date());
		return {status: 500};
	};
	const {url} = await fakeIndexer(t, {answer});
	const seen = await deps.indexers.change(await deps.indexers.get(indexer.id), {url}, new Date(Date.now() - 1000));
	await check(line, 'indexer', indexer.id);
	await changed;
	t.like(await deps.indexers.get(indexer.id), {status: 'disabled', lastError: null});

	await check(line, 'indexer', indexer.id);
	t.is((await deps.indexers.get(indexer.id)).status, 'disabled');
	await deps.indexers.remove(indexer.id);
	await t.notThrowsAsync(check(line, 'indexer', indexer.id));
});

test('an indexer that allows few queries, or is slow, is left to its searches', async t => {
	const line = await torrentLine(t);
	const {deps, indexer, site} = line;
	for (const scarce of [{queryLimit: 5}, {queryLimit: null, minimumIntervalSeconds: 30}]) {
		await deps.indexers.change(await deps.indexers.get(indexer.id), scarce, new Date());
		const before = site.requests.length;
		await check(line, 'indexer', indexer.id);
		t.is(site.requests.length, before);
	}
});

test('a stopped check is handed back, and says nothing of the record', async t => {
	const line = await torrentLine(t);
	const {deps, indexer, run} = line;
	await deps.indexers.change(await deps.indexers.get(indexer.id), {url: 'http://127.0.0.1:9'}, new Date());
	const stopped = {...run(), signal: AbortSignal.abort(stopReason)};
	await t.throwsAsync(handleCheckConnection({family: 'indexer', recordId: indexer.id}, deps, stopped));
	t.is((await deps.indexers.get(indexer.id)).status, 'ok');
});
