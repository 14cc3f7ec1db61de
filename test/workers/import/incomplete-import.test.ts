import {readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {Unavailable} from '#shared/errors.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {fakeQbittorrent} from '#test/helpers/fakes/fake-qbittorrent.ts';
import {buildMediaFile, filesBelow, release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

const pack = 'Paper.Lanterns.S01.1080p.WEB-DL.x265-NOBODY';
const fileOf = (number: number) => `Paper.Lanterns.S01E0${number}.mkv`;

interface Pack {
	world: World<'series'>;
	files: string[];
	protocol?: 'torrent' | 'usenet';
	episodes?: number[];
	deps?: WorkerDeps;
}

/** Imports a pack with these files, grabbed for the three episodes of the season unless said otherwise. */
async function importPack({world, files, protocol = 'torrent', episodes = [1, 2, 3], deps = world.deps}: Pack) {
	for (const [index, file] of files.entries()) {
		await writeAt(join(world.downloads, pack, file), buildMatroska({size: 50_000 + index}));
	}
	const item = await world.addItem(episodes, {title: pack, outputPath: join(world.downloads, pack), protocol, removable: true});
	await handleImportDownload({queueItemId: item.id}, deps, world.run());
	return world.deps.downloads.get(item.id);
}

const texts = ({statusMessages}: {statusMessages: {title: string; messages: string[]}[]}) =>
	statusMessages.map(({title, messages}) => `${title}: ${messages.join(' ')}`).join('\n');

for (const protocol of ['torrent', 'usenet'] as const) {
	test(`a ${protocol} pack of which one file does not tell its episode waits with it, and goes on when the rest is there`, async t => {
		const world = await createWorld(t, {series: {}});
		const item = await importPack({world, files: [fileOf(1), fileOf(2), 'a8f7c1e0b2.mkv'], protocol});
		t.like(item, {state: 'importPending', health: 'warning', import: {journal: null}});
		t.true(Number(item.retryAt) > Date.now());
		t.regex(texts(item), /S01E03 has no file/);
		t.regex(texts(item), /a8f7c1e0b2\.mkv: Its name matches no episode/);
		t.is((await filesBelow(world.library)).length, 2);
		t.true((await filesBelow(world.downloads)).includes(`${pack}/a8f7c1e0b2.mkv`));
		t.is((await world.deps.blocklist.page({page: 1, limit: 10})).total, 0);

		// The same again: what was imported is neither imported again nor mistaken for what is left.
		await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
		t.is((await world.deps.downloads.get(item.id)).state, 'importPending');
		t.is((await world.episode(1, 3)).file, null);
		t.is((await filesBelow(world.library)).length, 2);

		await writeAt(join(world.downloads, pack, fileOf(3)));
		await rm(join(world.downloads, pack, 'a8f7c1e0b2.mkv'));
		await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
		t.is((await world.deps.downloads.get(item.id)).state, 'imported');
		t.truthy((await world.episode(1, 3)).file);
	});
}

test('a pack waits for an episode that it does not hold, until another release has brought it', async t => {
	const world = await createWorld(t, {series: {}});
	const item = await importPack({world, files: [fileOf(1), fileOf(2)]});
	t.like(item, {state: 'importPending', import: {isIncomplete: true}});
	const file = buildMediaFile({path: await writeAt(join(world.library, 'Paper Lanterns (2024)/three.mkv'))});
	const {id} = await world.episode(1, 3);
	await world.deps.episodes.recordFile({seriesId: world.series.id, episodeIds: [id], file, replaces: []}, new Date());
	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
	t.like(await world.deps.downloads.get(item.id), {state: 'imported', statusMessages: [], health: 'ok'});
});

test('a usenet pack that is wholly moved, but lacks an episode, goes on saying so until another release has brought it', async t => {
	const world = await createWorld(t, {series: {}});
	const waiting = await importPack({world, files: [fileOf(1), fileOf(2)], protocol: 'usenet'});
	t.deepEqual(await filesBelow(world.downloads), []);
	const again = async () => {
		await handleImportDownload({queueItemId: waiting.id}, world.deps, world.run());
		return world.deps.downloads.get(waiting.id);
	};
	t.regex(texts(await again()), /S01E03 has no file/);
	const file = buildMediaFile({path: await writeAt(join(world.library, 'Paper Lanterns (2024)/three.mkv'))});
	const {id} = await world.episode(1, 3);
	await world.deps.episodes.recordFile({seriesId: world.series.id, episodeIds: [id], file, replaces: []}, new Date());
	t.is((await again()).state, 'imported');
	t.deepEqual(await readdir(world.downloads), [], 'its empty folder goes at the end');
});

test('so does a pack that turned out to be one file', async t => {
	const world = await createWorld(t, {series: {}});
	const outputPath = await writeAt(join(world.downloads, fileOf(1)));
	const {id} = await world.addItem([1, 2], {title: pack, outputPath, protocol: 'usenet', removable: true});
	for (let time = 0; time < 2; time += 1) {
		await handleImportDownload({queueItemId: id}, world.deps, world.run());
		t.regex(texts(await world.deps.downloads.get(id)), /S01E02 has no file/);
	}
	t.truthy((await world.episode(1, 1)).file);
});

test('an episode that somebody deletes while its pack waits is not imported from it again', async t => {
	const world = await createWorld(t, {series: {}});
	const item = await importPack({world, files: [fileOf(1), fileOf(2)]});
	const {file} = await world.episode(1, 1);
	await world.deps.episodes.removeFiles({seriesId: world.series.id, fileIds: [file?.id ?? '']}, new Date());
	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
	t.is((await world.episode(1, 1)).file, null);
});

test('samples, extras, second copies and files that are no upgrade do not hold a pack up', async t => {
	const world = await createWorld(t, {series: {}});
	const best = await writeAt(join(world.library, 'Paper Lanterns (2024)/best.mkv'), 'best');
	const file = buildMediaFile({id: 'best', path: best, quality: 'Bluray-1080p', qualityScore: 80});
	const {id} = await world.episode(1, 2);
	await world.deps.episodes.recordFile({seriesId: world.series.id, episodeIds: [id], file, replaces: []}, new Date());
	const extras = ['Sample/x-sample.mkv', 'Extras/Making.Of.mkv', 'NCOP1.mkv', 'copy/Paper.Lanterns.S01E01.mkv'];
	const item = await importPack({world, files: [fileOf(1), fileOf(2), fileOf(3), ...extras]});
	t.is(item.state, 'imported');
});

test('extras as media servers name them do not hold a pack up, even one that is called "+ Extras"', async t => {
	const world = await createWorld(t, {series: {}});
	const title = 'Paper.Lanterns.S01.+.Extras.1080p.BluRay.x265-NOBODY';
	const extras = [
		'Featurettes/BEHIND_THE_LANTERN.mkv',
		'Paper Lanterns-behindthescenes.mkv',
		'Paper Lanterns-deleted.mkv',
		'Scenes/Cut.mkv',
		'Other/Rain.mkv',
	];
	for (const file of [fileOf(1), fileOf(2), fileOf(3), ...extras]) {
		await writeAt(join(world.downloads, title, file), buildMatroska({size: 50_000}));
	}
	const item = await world.addItem([1, 2, 3], {title, outputPath: join(world.downloads, title), removable: true});
	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
	t.like(await world.deps.downloads.get(item.id), {state: 'imported', statusMessages: []});
});

test('a large video that nothing claims is no extra because its release has some', async t => {
	const world = await createWorld(t, {series: {}});
	const title = 'Paper.Lanterns.S01.+.Extras.1080p.BluRay.x265-NOBODY';
	for (const file of [fileOf(1), fileOf(2), fileOf(3), 'a8f7c1e0b2.mkv']) {
		await writeAt(join(world.downloads, title, title, file), buildMatroska({size: 50_000}));
	}
	const item = await world.addItem([1, 2, 3], {title, outputPath: join(world.downloads, title), removable: true});
	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
	t.is((await world.deps.downloads.get(item.id)).state, 'importPending');
});

test('a video of another episode that the library lacks holds a pack up, and one that it has does not', async t => {
	const world = await createWorld(t, {series: {}});
	const item = await importPack({world, files: [fileOf(1), fileOf(2), fileOf(3)], episodes: [1, 2]});
	t.is(item.state, 'importPending');
	t.regex(texts(item), /S01E03, which the release was not grabbed for/);
});

test('a file that the disk cannot read now is tried again soon, and is not called corrupt', async t => {
	const world = await createWorld(t, {series: {}});
	let isBroken = true;
	const read: WorkerDeps['mediaInfo']['read'] = async path => {
		if (isBroken && path.endsWith(fileOf(3))) {
			throw new Unavailable('disk_failed', 'The disk reports an error.');
		}
		return world.deps.mediaInfo.read(path);
	};
	const deps = {...world.deps, mediaInfo: {...world.deps.mediaInfo, read}};
	const item = await importPack({world, files: [fileOf(1), fileOf(2), fileOf(3)], deps});
	t.is(item.state, 'importPending');
	t.true(Number(item.retryAt) < Date.now() + 2 * 60_000);
	t.notRegex(texts(item), /corrupt/);
	isBroken = false;
	await handleImportDownload({queueItemId: item.id}, deps, world.run());
	t.is((await world.deps.downloads.get(item.id)).state, 'imported');
	t.is((await filesBelow(world.library)).length, 3);
});

test('a broken file of a pack holds its data', async t => {
	const world = await createWorld(t, {series: {}});
	await writeAt(join(world.downloads, pack, fileOf(3)), 'no video at all');
	const item = await importPack({world, files: [fileOf(1), fileOf(2)]});
	t.is(item.state, 'importPending');
	t.regex(texts(item), /corrupt/);
});

test('a second film of the same size holds a download of one film, a small one does not', async t => {
	const world = await createWorld(t, {movie: {}});
	const run = async (name: string, second: number) => {
		await writeAt(join(world.downloads, name, 'The.Quiet.Harbour.2019.mkv'), buildMatroska({size: 60_000}));
		await writeAt(join(world.downloads, name, 'Other.Film.1999.mkv'), buildMatroska({size: second}));
		const item = await world.addItem({title: release, outputPath: join(world.downloads, name)});
		await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
		return (await world.deps.downloads.get(item.id)).state;
	};
	t.is(await run('small', 20_000), 'imported');
	await world.deps.movies.dropFile(world.movie.id, (await world.deps.movies.get(world.movie.id)).file?.id ?? '', {
		unmonitor: false,
		at: new Date(),
	});
	await rm(join(world.library, 'The Quiet Harbour (2019)'), {recursive: true});
	t.is(await run('large', 59_000), 'importPending');
	t.truthy((await world.deps.movies.get(world.movie.id)).file);
});

/** A pack with all files on the disk, and a client that says which of them it has not fetched to their ends. */
async function withLeftOut(t: ExecutionContext, episodes: readonly number[]) {
	const world = await createWorld(t, {series: {}});
	const {deps, downloads} = world;
	const qbittorrent = await fakeQbittorrent(t);
	const login = {url: qbittorrent.url, username: 'admin', password: 'right horse'};
	const {id: downloadClientId} = await deps.downloadClients.add(buildDownloadClient(login), new Date());
	const downloadId = 'a'.repeat(40);
	const listed = (unfinished: readonly number[]) =>
		[1, 2, 3].map(number => ({name: `${pack}/${fileOf(number)}`, size: 50_000, progress: unfinished.includes(number) ? 0.1 : 1}));
	for (const number of [1, 2, 3]) {
		await writeAt(join(downloads, pack, fileOf(number)), buildMatroska({size: 50_000 + number}));
	}
	const fields = {
		title: pack,
		outputPath: join(downloads, pack),
		protocol: 'torrent',
		removable: true,
		downloadClientId,
		downloadId,
	} as const;
	const item = await world.addItem(episodes, fields);
	const run = async (unfinished: readonly number[]) => {
		qbittorrent.files.set(downloadId, listed(unfinished));
		await handleImportDownload({queueItemId: item.id}, deps, world.run());
		return deps.downloads.get(item.id);
	};
	return {...world, run};
}

test('what somebody left out in the client is not taken for whole', async t => {
	const {deps, library, run} = await withLeftOut(t, [1, 2, 3]);
	const nothing = await run([1, 2, 3]);
	t.is(nothing.state, 'importPending', 'it is neither taken for a fake nor imported');
	t.regex(texts(nothing), /E01\.mkv: It was left out in the download client/);
	const some = await run([2, 3]);
	t.is(some.state, 'importPending');
	t.regex(texts(some), /S01E02, S01E03 have no file/);
	t.is((await filesBelow(library)).length, 1);
	t.is((await deps.blocklist.page({page: 1, limit: 10})).total, 0);
	t.is((await run([])).state, 'imported');
});

test('nobody waits for what somebody left out of a download that brought what it was grabbed for', async t => {
	const {library, run} = await withLeftOut(t, [1]);
	t.is((await run([2, 3])).state, 'imported');
	t.is((await filesBelow(library)).length, 1);
});
