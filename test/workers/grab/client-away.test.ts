import test from 'ava';
import {Cancelled, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import type {GrabRelease} from '#shared/jobs/grab.ts';
import {later, torrentItem, torrentLine, usenetItem, usenetLine} from '#test/helpers/grab-line.ts';
import {torrentRow} from '#test/helpers/world/client.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {handleSearchMovie} from '#workers/search/search-movie.ts';

test('while a client is away, no site is asked for a file, and the next release is not tried', async t => {
	const line = await usenetLine(t, [usenetItem('p', 'ONE'), usenetItem('q', 'TWO')]);
	const {deps, run, movie, site, record, queue} = line;
	await deps.downloadClients.change(await deps.downloadClients.get(record.id), {url: 'http://127.0.0.1:1'}, new Date());
	const asked: string[] = [];
	const ask = async (_: unknown, payload: GrabRelease) => {
		asked.push(payload.guid);
		return handleGrabRelease(payload, deps, run());
	};
	const jobs = {...deps.jobs, ask: ask as unknown as WorkerDeps['jobs']['ask']};
	for (let times = 0; times < 3; times += 1) {
		await handleSearchMovie({movieId: movie.id, reason: 'missing'}, {...deps, jobs}, run());
	}
	t.is(asked.length, 3, 'one release a search');
	t.deepEqual(
		site.requests.filter(({pathname}) => pathname.includes('download')),
		[],
	);
	t.deepEqual(await queue(), []);

	await deps.downloadClients.change(await deps.downloadClients.get(record.id), {url: line.sab.url}, new Date());
	await handleSearchMovie({movieId: movie.id, reason: 'missing'}, {...deps, jobs}, run());
	t.is((await queue()).length, 1);
});

test('while the first client is away its next one takes the release, and no third one gets it too', async t => {
	const {deps, run, request, record, sab, site, queue} = await usenetLine(t);
	const {id: _, health: __, ...settings} = {...record, health: null};
	await deps.downloadClients.add({...settings, name: 'Spare', priority: 2}, new Date());
	const third = await deps.downloadClients.add({...settings, name: 'Third', priority: 3}, new Date());
	await deps.downloadClients.change(await deps.downloadClients.get(record.id), {url: 'http://127.0.0.1:1'}, new Date());
	await handleGrabRelease(request('good'), deps, run());
	t.deepEqual(
		(await queue()).map(({client}) => client?.name),
		['Spare'],
	);
	t.is(sab.queue.length, 1);
	t.is(site.requests.filter(({pathname}) => pathname.includes('download')).length, 1);
	t.not((await queue())[0]?.client?.id, third.id);
});

test('a client that hangs is away, and the next one takes the release at once', async t => {
	const {deps, run, request, record, sab, queue} = await usenetLine(t);
	const {id: _, ...settings} = record;
	await deps.downloadClients.add({...settings, name: 'Spare', priority: 2}, new Date());
	const hangs = async () => {
		// What a call throws that our own limit ends.
		throw new Cancelled();
	};
	const open: WorkerDeps['openDownloadClient'] = each => {
		const client = deps.openDownloadClient(each);
		return each.name === 'Spare' ? client : {...client, ping: hangs, add: hangs};
	};
	await handleGrabRelease(request('good'), {...deps, openDownloadClient: open}, run());
	t.is((await queue())[0]?.client?.name, 'Spare');
	t.is(sab.queue.length, 1);
});

test('a client that an indexer names is not replaced by another one, nor any by the built-in client', async t => {
	const {deps, run, request, record, queue} = await torrentLine(t, [torrentItem('p', 'aa', 'ONE')]);
	await deps.downloadClients.change(await deps.downloadClients.get(record.id), {url: 'http://127.0.0.1:1'}, new Date());
	const {id: _, ...settings} = record;
	await deps.downloadClients.add({...settings, name: 'Built-in', kind: 'builtin', url: null}, new Date());
	await t.throwsAsync(handleGrabRelease(request('p'), deps, run()), {code: 'download_client_away', message: new RegExp(record.name)});
	const spare = await deps.downloadClients.add({...settings, name: 'Spare', priority: 9}, new Date());
	const [indexer] = await deps.indexers.list();
	t.truthy(indexer);
	await deps.indexers.change(await deps.indexers.get(indexer?.id ?? ''), {downloadClientId: record.id}, new Date());
	await t.throwsAsync(handleGrabRelease(request('p'), deps, run()), {code: 'download_client_away'});
	await deps.indexers.change(await deps.indexers.get(indexer?.id ?? ''), {downloadClientId: null}, new Date());
	await handleGrabRelease(request('p'), deps, run());
	t.is((await queue())[0]?.client?.id, spare.id);
});

test('a client that goes away while a file is fetched gets that file by the next try, and no site is asked for another one', async t => {
	const {deps, run, movie, site, queue} = await usenetLine(t, [usenetItem('p', 'ONE'), usenetItem('q', 'TWO')]);
	const add = async () => {
		throw new UpstreamFailed('connection_refused', 'Nobody answers there.');
	};
	const goesAway: WorkerDeps = {...deps, openDownloadClient: settings => ({...deps.openDownloadClient(settings), add})};
	const search = async (used: WorkerDeps) => {
		const ask = async (_: unknown, payload: GrabRelease) => handleGrabRelease(payload, used, run());
		await handleSearchMovie(
			{movieId: movie.id, reason: 'missing'},
			{...used, jobs: {...used.jobs, ask: ask as unknown as WorkerDeps['jobs']['ask']}},
			run(),
		);
	};
	await search(goesAway);
	await search(goesAway);
	t.deepEqual(await queue(), []);
	await search(deps);
	t.is((await queue()).length, 1);
	t.is(site.requests.filter(({pathname}) => pathname.includes('download')).length, 1);
});

test('who grabs by hand is told that the client is away', async t => {
	const {deps, run, request, record, queue} = await usenetLine(t);
	await deps.downloadClients.change(await deps.downloadClients.get(record.id), {url: 'http://127.0.0.1:1'}, new Date());
	const grab = handleGrabRelease({...request('good'), byPerson: true}, deps, run());
	await t.throwsAsync(grab, {instanceOf: UpstreamFailed, code: 'download_client_away', message: /SABnzbd cannot take it now/});
	t.deepEqual(await queue(), []);
});

test('a client whose disk is at fault gets nothing by itself for an hour, and from a person at any time', async t => {
	const items = [
		torrentItem('p', 'aa', 'ONE'),
		torrentItem('q', 'bb', 'TWO'),
		torrentItem('r', 'cc', 'THREE'),
		torrentItem('s', 'dd', 'FOUR'),
	];
	const {deps, run, request, record} = await torrentLine(t, items);
	const {queueId} = await handleGrabRelease(request('p'), deps, run());
	const note = (clientFaultSince: Date | null) => deps.downloads.change(queueId, {transfer: {clientFaultSince}});
	await note(new Date());
	const error = await t.throwsAsync(handleGrabRelease(request('q'), deps, run()), {instanceOf: Unavailable, code: 'download_client_disk'});
	t.true(error?.message.includes(record.name));
	await t.notThrowsAsync(handleGrabRelease({...request('q'), byPerson: true}, deps, run()));
	await t.notThrowsAsync(handleGrabRelease(request('r'), later(deps, 61), run()), 'one more shows whether it works again');
	await note(null);
	await t.notThrowsAsync(handleGrabRelease(request('s'), deps, run()));
});

test('a fault of the disk keeps the download, and is the health of its client until it has passed', async t => {
	const {deps, addItem, client, poll, qbittorrent} = await createWorld(t, {client: {}});
	const hash = 'ab'.repeat(20);
	const {id} = await addItem({downloadId: hash, progressAt: new Date()});
	await deps.settings.set('download.stalledMinutes', 1, new Date());
	for (const minutes of [0, 60, 600]) {
		qbittorrent.torrents = [torrentRow(hash, {state: 'error'})];
		await poll(minutes);
	}
	const item = await deps.downloads.get(id);
	t.like(item, {state: 'downloading', status: 'warning', health: 'warning'});
	t.regex(item.errorMessage ?? '', /its disk and not about the release/);
	t.like(await deps.downloadClients.get(client.id), {status: 'error', lastError: item.errorMessage});

	qbittorrent.torrents = [torrentRow(hash)];
	await poll(601);
	t.like(await deps.downloads.get(id), {state: 'downloading', status: 'downloading', errorMessage: null});
	t.is((await deps.downloads.get(id)).transfer?.clientFaultSince ?? null, null);
	t.like(await deps.downloadClients.get(client.id), {status: 'ok', lastError: null});
});

for (const state of ['stalledDL', 'metaDL', 'missingFiles'] as const) {
	test(`a torrent that stays ${state} fails after its time, and one that is checked or moved does not`, async t => {
		const {deps, addItem, poll, qbittorrent} = await createWorld(t, {client: {}});
		const [dead, alive] = ['ab'.repeat(20), 'cd'.repeat(20)];
		const items = [await addItem({downloadId: dead, progressAt: new Date()}), await addItem({downloadId: alive, progressAt: new Date()})];
		await deps.settings.set('download.stalledMinutes', 1, new Date());
		const size = state === 'metaDL' ? {size: -1, amount_left: 0} : {};
		for (const minutes of [0, 3, 7]) {
			qbittorrent.torrents = [torrentRow(dead, {state, ...size}), torrentRow(alive, {state: minutes === 3 ? 'checkingDL' : 'moving'})];
			await poll(minutes);
		}
		const states = await Promise.all(items.map(async ({id}) => (await deps.downloads.get(id)).state));
		t.deepEqual(states, ['failedPending', 'downloading']);
	});
}
