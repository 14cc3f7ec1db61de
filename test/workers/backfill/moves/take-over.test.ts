import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {newComparison} from '#shared/domain/moves/move.ts';
import {createForeignDownloads} from '#shared/store/downloads/foreign-downloads.ts';
import {arrKey, arrServer, radarrReplies} from '#test/helpers/arr-server.ts';
import {fakeQbittorrent} from '#test/helpers/fakes/fake-qbittorrent.ts';
import {torrentRow} from '#test/helpers/world/client.ts';
import {withMoves} from '#test/helpers/world/moved-household.ts';
import {handleCompareMove} from '#workers/backfill/moves/compare-move.ts';
import {handleRunMove} from '#workers/backfill/moves/run-move.ts';
import {handleTakeOverMove} from '#workers/backfill/moves/take-over-move.ts';
import {handleFindRunningPrograms} from '#workers/connections/test-move-source.ts';
import {handleTrackDownloads} from '#workers/downloads/track-downloads.ts';
import {refusePaused} from '#workers/library/pauses.ts';

const running = 'b'.repeat(40);
const unknown = 'c'.repeat(40);
const page = (records: object[]) => ({page: 1, pageSize: 1000, totalRecords: records.length, records});
type Rows = Record<string, unknown>[];

/** A household whose Radarr downloads one release in a client that has another torrent in its category. */
async function withHousehold(t: ExecutionContext) {
	const world = await withMoves(t, {
		'films/Paper Harbor (2010)/Paper Harbor.mkv': 1000,
		'films/Amber Mill (2010)/Amber Mill.mkv': 700,
	});
	const {deps, media, planFrom, run} = world;
	const qbittorrent = await fakeQbittorrent(t);
	qbittorrent.torrents.push(...[running, unknown].map(hash => torrentRow(hash, {category: 'radarr'})));
	const replies = radarrReplies();
	const {hostname, port} = new URL(qbittorrent.url);
	const [client] = replies['downloadclient'] as Rows;
	Object.assign(client!, {
		fields: [
			...Object.entries({host: hostname, port: Number(port), username: 'admin', password: 'right horse', movieCategory: 'radarr'}),
		].map(([name, value]) => ({name, value})),
	});
	replies['notification'] = [
		{id: 1, name: 'Chat', implementation: 'Discord', onGrab: true, fields: [{name: 'webHookUrl', value: 'https://chat.example/hook'}]},
	];
	replies['queue'] = page([
		{
			id: 1,
			movieId: 40,
			title: 'Paper.Harbor.2010.2160p.WEB-DL-NOBODY',
			downloadId: running.toUpperCase(),
			protocol: 'torrent',
			downloadClient: 'qBittorrent',
			size: 5000,
		},
		{
			id: 2,
			movieId: 40,
			title: 'Paper.Harbor.2010.1080p-GONE',
			downloadId: 'D'.repeat(40),
			protocol: 'torrent',
			downloadClient: 'qBittorrent',
		},
	]);
	const server = await arrServer(t, {program: 'radarr', replies});
	const opens = {apiKey: arrKey, username: null, password: null};
	const {move} = await planFrom([{program: 'radarr', url: server.url, ...opens}], [{from: '/movies', to: join(media, 'films')}]);
	await deps.moves.move(move.id, ['planned'], {state: 'running'}, deps.now());
	await handleRunMove({moveId: move.id}, deps, run());
	const poll = async () => {
		const all = await deps.downloadClients.list();
		await deps.producer.del(all.map(({id}) => `${deps.prefix}:tracked:${id}`));
		await handleTrackDownloads({}, deps, run());
		return (
			(await createForeignDownloads({redis: deps.producer, prefix: deps.prefix}).of(all.map(({id}) => id))).get(all[0]?.id ?? '') ?? []
		);
	};
	return {...world, id: move.id, server, qbittorrent, poll};
}

test('side by side nothing is grabbed by itself, and what the other program downloads is only shown', async t => {
	const {deps, id, poll, qbittorrent, run, server} = await withHousehold(t);
	t.like(await deps.moves.get(id), {state: 'completed', message: null});
	const movie = await deps.movies.findOldest(11);
	await t.throwsAsync(refusePaused({movieId: movie?.id ?? '', seriesId: null, episodeIds: []}, deps), {
		message: /grabbed by itself is paused/,
	});
	const foreign = await poll();
	t.deepEqual(foreign.map(({downloadId}) => downloadId).toSorted(), [running, unknown]);
	t.deepEqual((await deps.downloads.page({page: 1, limit: 10})).items, []);
	t.is(qbittorrent.torrents.length, 2);
	server.replies['indexer'] = [
		{id: 1, enableRss: true},
		{id: 2, enableRss: false},
	];
	const asked = await handleFindRunningPrograms({moveId: id}, deps, run());
	t.deepEqual(
		asked.running.map(({program, indexers}) => [program, indexers]),
		[['radarr', 1]],
	);
});

test('a take-over adopts what is on its way once, and grabs go on', async t => {
	const {deps, id, poll, run} = await withHousehold(t);
	t.like((await deps.notifications.list())[0], {enabled: false});
	const takeOver = async () => {
		await deps.moves.move(id, ['completed', 'takenOver'], {state: 'takingOver'}, deps.now());
		await handleTakeOverMove({moveId: id}, deps, run());
	};
	await takeOver();
	await takeOver();
	t.like(await deps.moves.get(id), {state: 'takenOver', message: null});
	const {items} = await deps.downloads.page({page: 1, limit: 10});
	const movie = await deps.movies.findOldest(11);
	t.is(items.length, 1, 'the one that its client has, and only once');
	t.like(items[0], {
		state: 'downloading',
		target: {movieId: movie?.id ?? ''},
		transfer: {downloadId: running},
		release: {filesChecked: true, judgement: {quality: 'WEBDL-2160p'}},
	});
	t.deepEqual(await deps.pauses.active(deps.now()), []);
	t.like((await deps.notifications.list())[0], {enabled: true});
	t.deepEqual(
		(await poll()).map(({downloadId}) => downloadId),
		[unknown],
		'the other one stays foreign',
	);
	t.like((await deps.downloads.page({page: 1, limit: 10})).items[0], {state: 'downloading', transfer: {sizeLeft: 600}});
});

test('what has changed there since is shown first, and brought unless it was changed here', async t => {
	const {deps, id, run, server} = await withHousehold(t);
	const [harbor] = server.replies['movie'] as Rows;
	const mill = {...harbor, id: 41, title: 'Amber Mill', tmdbId: 12, path: '/movies/Amber Mill (2010)', movieFileId: 92};
	server.replies['movie'] = [{...harbor, monitored: false, tags: []}, mill];
	const [file] = server.replies['moviefile'] as Rows;
	server.replies['moviefile'] = [file, {...file, id: 92, movieId: 41, relativePath: 'Amber Mill.mkv', size: 700}];
	const ours = await deps.movies.findOldest(11);
	await deps.movies.change(ours?.id ?? '', {tagChange: {set: ['mine']}}, deps.now());

	await deps.moves.move(id, ['completed'], {comparison: newComparison}, deps.now());
	await handleCompareMove({moveId: id}, deps, run());
	const {comparison} = await deps.moves.get(id);
	t.like(comparison, {state: 'ready', counts: {added: 1, changed: 1, gone: 0}});
	t.deepEqual(
		comparison?.titles.map(({title, change}) => `${title} ${change}`),
		['Paper Harbor changed', 'Amber Mill added'],
	);
	t.is(await deps.movies.findOldest(12), null, 'nothing comes before the take-over');
	await deps.moves.move(id, ['completed'], {state: 'takingOver'}, deps.now());
	await handleTakeOverMove({moveId: id}, deps, run());
	t.like(await deps.moves.get(id), {state: 'takenOver', message: null});
	t.like(await deps.movies.findOldest(11), {monitored: false, ownTags: ['mine']});
	t.like(await deps.movies.findOldest(12), {monitored: true, file: {size: 700}});
	t.is((await deps.history.page({page: 1, limit: 50})).entries.filter(({event}) => event === 'grabbed').length, 1);
});
