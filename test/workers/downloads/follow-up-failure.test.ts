import test from 'ava';
import {retryItem} from '#api/queue/retry-or-import.ts';
import {createWorld} from '#test/helpers/world.ts';
import {followUpFailure, giveUpDownload} from '#workers/downloads/fail-download.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

const closed = async () => {
	throw new Error('Connection is closed.');
};

/** What fails just once: the outage of a server, or the death of this process. */
const outages: Record<string, (deps: WorkerDeps) => Partial<WorkerDeps>> = {
	'Redis, before the event': ({events}) => ({events: {...events, publish: closed}}),
	'Redis, before the jobs': ({jobs}) => ({jobs: {...jobs, enqueue: closed}}),
	'MongoDB, before the blocklist': ({blocklist}) => ({blocklist: {...blocklist, add: closed}}),
	'MongoDB, at the end': ({downloads}) => ({downloads: {...downloads, change: closed}}),
};

for (const [outage, without] of Object.entries(outages)) {
	test(`what follows from a failure happens once, also after an outage: ${outage}`, async t => {
		const {deps, client, movie, addItem, poll, waiting} = await createWorld(t, {client: {}});
		const hash = 'ab'.repeat(20);
		const {id, transfer} = await addItem({
			state: 'failedPending',
			status: 'failed',
			downloadId: hash,
			errorMessage: 'It broke.',
			retryAt: new Date(0),
		});
		await t.throwsAsync(giveUpDownload(await deps.downloads.get(id), {...deps, ...without(deps)}));
		t.is((await deps.downloads.get(id)).state, 'failed');
		await poll();
		await poll();
		t.deepEqual(await waiting('search'), [{name: 'search-movie', payload: {movieId: movie.id, reason: 'missing'}}]);
		const payload = {downloadClientId: client.id, downloadId: hash, deleteData: true, queueItemId: id, started: Number(transfer?.started)};
		t.deepEqual(await waiting('downloads'), [{name: 'remove-download', payload}]);
		t.is((await deps.blocklist.page({page: 1, limit: 10})).entries[0]?.reason, 'It broke.');
		t.is((await deps.downloads.get(id)).followUp, null);
	});
}

test('a release that is sent again is neither searched nor removed any more', async t => {
	const {deps, addItem, poll, waiting} = await createWorld(t, {client: {}});
	const {id} = await addItem({state: 'failedPending', status: 'failed', retryAt: new Date(0)});
	await t.throwsAsync(giveUpDownload(await deps.downloads.get(id), {...deps, jobs: {...deps.jobs, enqueue: closed}}));
	await deps.downloads.reactivate(id, {status: 'queued'});
	await poll();
	t.deepEqual(await waiting('search'), []);
	t.is((await deps.downloads.get(id)).followUp, null);
});

test('a release that a person sends again while its failure is followed up is not blocklisted', async t => {
	const {deps, addItem, waiting} = await createWorld(t, {client: {}});
	const {id} = await addItem({state: 'failedPending', status: 'failed', retryAt: new Date(0)});
	const unable = {...deps, blocklist: {...deps.blocklist, add: closed}};
	await t.throwsAsync(giveUpDownload(await deps.downloads.get(id), unable));
	const read = await deps.downloads.get(id);
	await retryItem(read, deps);
	await followUpFailure(read, deps);
	t.is((await deps.blocklist.page({page: 1, limit: 10})).total, 0);
	t.deepEqual(await waiting('search'), []);
	t.is((await deps.downloads.get(id)).state, 'downloading');
});

test('a failure that nobody could record is recorded, and so told, when the download is given up', async t => {
	const {deps, addItem} = await createWorld(t, {client: {}});
	const {id} = await addItem({state: 'failedPending', status: 'failed', errorMessage: 'It broke.', retryAt: new Date(0)});
	const item = await deps.downloads.get(id);
	await giveUpDownload(item, deps);
	await giveUpDownload(item, deps);
	const {entries} = await deps.history.page({page: 1, limit: 10, event: 'downloadFailed'});
	t.is(entries.length, 1);
	t.like(entries[0]?.data, {error: 'It broke.', stage: 'download'});
});
