import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {fakeQbittorrent} from '#test/helpers/fakes/fake-qbittorrent.ts';
import {buildItem, buildMediaFile, filesBelow, release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';

const placed = 'The Quiet Harbour (2019)/The Quiet Harbour (2019) [WEBDL-1080p]-NOBODY.mkv';

test('a finished torrent is linked into the library and recorded with what its file says', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library, downloads, movie} = world;
	const source = await writeAt(join(downloads, release, 'film.mkv'), buildMatroska({size: 100_000}));
	await writeAt(join(downloads, release, 'film.en.srt'), 'text');
	const item = await world.addItem({outputPath: join(downloads, release)});

	await handleImportDownload({queueItemId: item.id}, deps, world.run());

	t.deepEqual(await filesBelow(library), [placed.replace('.mkv', '.en.srt'), placed]);
	t.is((await stat(join(library, placed))).ino, (await stat(source)).ino);
	const {file} = await deps.movies.get(movie.id);
	t.is(file?.path, join(library, placed));
	t.is(file?.size, 100_000);
	t.is(file?.quality, 'WEBDL-1080p');
	t.is(file?.qualityScore, 70);
	t.is(file?.releaseTitle, release);
	t.like(file, {originalFile: `${release}/film.mkv`, releaseHash: null, formatIds: []});
	t.like(file?.mediaInfo, {videoCodec: 'h265', audioCodec: 'EAC3', audioChannels: 5.1, resolution: '1920x1080', durationSeconds: 5400});
	const done = await deps.downloads.get(item.id);
	t.like(done, {state: 'imported', health: 'ok', import: {claim: null, journal: null}});
	const {entries} = await deps.history.page({page: 1, limit: 10});
	t.deepEqual(
		entries.map(({event}) => event),
		['imported'],
	);
});

test('a file keeps its own hash, the name it had in its download, and the formats that it matches now', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads, movie} = world;
	const condition = {name: 'c', kind: 'releaseTitle', value: '1080p', negate: false, required: true} as const;
	const {id} = await deps.customFormats.add({name: 'HD', includeWhenRenaming: false, conditions: [condition]}, new Date());
	const {judgement} = buildItem({}).release;
	const single = await writeAt(join(downloads, 'The Quiet Harbour [0a1b2c3d].mkv'));
	const item = await world.addItem({outputPath: single, judgement: {...judgement, releaseHash: 'FFFFFFFF', formatIds: ['gone']}});

	await handleImportDownload({queueItemId: item.id}, deps, world.run());

	const {file} = await deps.movies.get(movie.id);
	t.like(file, {originalFile: 'The Quiet Harbour [0a1b2c3d].mkv', releaseHash: '0A1B2C3D', formatIds: [id]});
});

test('a second run of the same import changes nothing', async t => {
	const world = await createWorld(t, {movie: {}});
	const item = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});
	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
	const before = await world.deps.movies.get(world.movie.id);

	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());

	t.deepEqual(await world.deps.movies.get(world.movie.id), before);
	t.is((await world.deps.history.page({page: 1, limit: 10})).total, 1);
});

test('a better file replaces the present one, which goes after the new one is recorded', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library, movie} = world;
	const old = await writeAt(join(library, 'Old Folder/The Quiet Harbour.mkv'), 'old');
	await writeAt(join(library, 'Old Folder/The Quiet Harbour.en.srt'), 'old');
	await deps.movies.setFile(movie.id, buildMediaFile({path: old, quality: 'HDTV-720p', qualityScore: 5}), new Date());
	const item = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});

	await handleImportDownload({queueItemId: item.id}, deps, world.run());

	t.deepEqual(await filesBelow(library), [placed]);
	t.is((await deps.movies.get(movie.id)).file?.path, join(library, placed));
	const {entries} = await deps.history.page({page: 1, limit: 10});
	const [deleted, imported] = entries.toSorted((a, b) => (a.event < b.event ? -1 : 1));
	const ofTheOld = {title: 'The Quiet Harbour', indexer: null, downloadClient: null, downloadId: null};
	t.like(deleted, {event: 'fileDeleted', quality: 'HDTV-720p', qualityScore: 5, movieId: movie.id, ...ofTheOld});
	t.like(imported, {event: 'imported', quality: 'WEBDL-1080p'});
	t.is(entries.length, 2);
});

test('a file that has vanished from the disk is replaced by the very same release', async t => {
	const world = await createWorld(t, {movie: {}});
	await writeAt(join(world.library, 'The disk is there/x'), '');
	const gone = buildMediaFile({path: join(world.library, 'Gone/film.mkv'), quality: 'Bluray-1080p', releaseTitle: release});
	await world.deps.movies.setFile(world.movie.id, gone, new Date());
	const item = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});
	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
	t.is((await world.deps.movies.get(world.movie.id)).file?.path, join(world.library, placed));
});

test('an import goes into the folder of its movie, whatever the template and the title are by now', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library, movie} = world;
	await deps.movies.change(movie.id, {path: join(library, 'H/harbour')}, new Date());
	await deps.settings.set('media.movieFolderFormat', '{Year}/{Movie Title}', new Date());
	const item = await world.addItem({outputPath: await writeAt(join(world.downloads, `${release}.mkv`))});

	await handleImportDownload({queueItemId: item.id}, deps, world.run());

	t.deepEqual(await filesBelow(library), ['H/harbour/The Quiet Harbour (2019) [WEBDL-1080p]-NOBODY.mkv']);
});

for (const [password, outcome] of [
	['right horse', 'gets the category of imported ones'],
	['wrong', 'that does not get the category of imported ones is imported with a warning'],
] as const) {
	test(`an imported download ${outcome}`, async t => {
		const world = await createWorld(t, {movie: {}});
		const {deps, downloads} = world;
		const fake = await fakeQbittorrent(t);
		const settings = {url: `${fake.url}/`, username: 'admin', password, movieImportedCategory: 'done'};
		const {id: downloadClientId} = await deps.downloadClients.add(buildDownloadClient(settings), new Date());
		const downloadId = 'a'.repeat(40);
		fake.torrents = [{hash: downloadId, name: 'a', size: 1, progress: 1, category: 'kinoteka'}];
		const outputPath = await writeAt(join(downloads, release, 'film.mkv'));
		const {id} = await world.addItem({outputPath, downloadId, downloadClientId});
		await handleImportDownload({queueItemId: id}, deps, world.run());
		const {state, health, statusMessages} = await deps.downloads.get(id);
		t.is(state, 'imported');
		if (password === 'wrong') {
			t.is(health, 'warning');
			t.regex(statusMessages[0]?.messages[0] ?? '', /did not give it the category done: qBittorrent refuses/);
			return;
		}
		t.deepEqual(statusMessages, []);
		t.is(fake.torrents[0]?.['category'], 'done');
	});
}
