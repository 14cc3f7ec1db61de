import {mkdir, readFile, rename, rm, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {buildMediaFile, filesBelow, movieDetails, release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';

const placed = 'The Quiet Harbour (2019)/The Quiet Harbour (2019) [WEBDL-1080p]-NOBODY.mkv';

/** Imports what lies in the release's folder and answers what the item says afterwards. */
async function importFolder(world: World<'movie'>, overrides: Parameters<World<'movie'>['addItem']>[0] = {}) {
	const item = await world.addItem({outputPath: join(world.downloads, release), ...overrides});
	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
	return world.deps.downloads.get(item.id);
}

const texts = (item: Awaited<ReturnType<typeof importFolder>>) => item.statusMessages.flatMap(({messages}) => messages).join(' ');

test('samples and archives are refused, each with its reason, and nothing is blamed on the release', async t => {
	const world = await createWorld(t, {movie: {}});
	const folder = join(world.downloads, release);
	await writeAt(join(folder, 'Sample/film-sample.mkv'));
	await writeAt(join(folder, 'film.r00'), 'x');

	const item = await importFolder(world);

	t.like(item, {state: 'importPending', health: 'warning', import: {claim: null, journal: null}});
	t.regex(texts(item), /no video/);
	t.deepEqual(item.statusMessages.map(({title}) => title).slice(1), ['Sample/film-sample.mkv', 'film.r00']);
	t.true(item.retryAt !== null && item.retryAt > new Date());
	t.deepEqual(await filesBelow(world.library), []);
	t.is((await world.deps.movies.get(world.movie.id)).file, null);
});

test('a link out of the download is not followed', async t => {
	const world = await createWorld(t, {movie: {}});
	const outside = await writeAt(join(tempFolder(t), 'private.mkv'));
	await writeAt(join(world.downloads, release, 'readme.nfo'), 'x');
	await symlink(outside, join(world.downloads, release, 'film.mkv'));

	const item = await importFolder(world);

	t.is(item.state, 'importPending');
	t.regex(texts(item), /It is a link/);
	t.deepEqual(await filesBelow(world.library), []);
});

test('a file that holds no picture is refused as corrupt', async t => {
	const world = await createWorld(t, {movie: {}});
	await writeAt(join(world.downloads, release, 'film.mkv'), Buffer.alloc(50_000, 7));
	t.regex(texts(await importFolder(world)), /corrupt/);
	t.deepEqual(await filesBelow(world.library), []);
});

test('a film that ends where the disk of its client was full is not imported as whole', async t => {
	const world = await createWorld(t, {movie: {}});
	await writeAt(join(world.downloads, release, 'film.mkv'), buildMatroska({size: 300_000}).subarray(0, 100_000));
	t.regex(texts(await importFolder(world)), /cut off: The last 200000 bytes/);
	t.deepEqual(await filesBelow(world.library), []);
});

test('what the file really is decides the quality, and whether it is an upgrade', async t => {
	const world = await createWorld(t, {movie: {}});
	const present = await writeAt(join(world.library, 'Here/film.mkv'), 'present');
	await world.deps.movies.setFile(world.movie.id, buildMediaFile({path: present, quality: 'WEBDL-720p', qualityScore: 40}), new Date());
	const small = {type: 'video', codec: 'V_MPEG4/ISO/AVC', width: 720, height: 400} as const;
	await writeAt(join(world.downloads, release, 'film.mkv'), buildMatroska({tracks: [small]}));

	const item = await importFolder(world);

	t.regex(texts(item), /Not an upgrade: the present WEBDL-720p is better than WEBDL-480p/);
	t.is(await readFile(present, 'utf8'), 'present');
});

test('a path that cannot be seen asks for a mapping, and with it the import goes on', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps} = world;
	await writeAt(join(world.downloads, release, 'film.mkv'));
	const client = await deps.downloadClients.add(
		buildDownloadClient({name: 'Far away', url: 'http://seedbox.test:8080', priority: 25}),
		new Date(),
	);

	const item = await importFolder(world, {outputPath: `/data/complete/${release}`, downloadClientId: client.id});
	t.regex(texts(item), /remote path mapping such as \{"host": "seedbox.test", "remotePath": "\/data\/complete/);
	t.true(Number(item.retryAt) - Date.now() <= 60_000);

	await deps.remotePathMappings.add({host: 'seedbox.test', remotePath: '/data/complete/', localPath: world.downloads}, new Date());
	await handleImportDownload({queueItemId: item.id}, deps, world.run());
	t.like(await deps.downloads.get(item.id), {state: 'imported', health: 'ok', statusMessages: []});
});

test('a root folder that is not mounted is waited for, never made', async t => {
	const world = await createWorld(t, {movie: {}});
	await rm(world.library, {recursive: true});
	await writeAt(join(world.downloads, release, 'film.mkv'));
	const item = await importFolder(world);
	t.regex(texts(item), /is not there. Mount it/);
	await t.throwsAsync(filesBelow(world.library), {code: 'ENOENT'});
});

test('a file of somebody else under the goal is left, and the message says so', async t => {
	const world = await createWorld(t, {movie: {}});
	await writeAt(join(world.library, placed), 'precious');
	await writeAt(join(world.downloads, release, 'film.mkv'));
	const item = await importFolder(world);
	t.regex(texts(item), /exists already and is not in the library/);
	t.is(await readFile(join(world.library, placed), 'utf8'), 'precious');
	t.deepEqual(await filesBelow(world.library), [placed]);
});

test('a title folder that is a link out of the root folder is not written to', async t => {
	const world = await createWorld(t, {movie: {}});
	const outside = tempFolder(t);
	await symlink(outside, join(world.library, 'The Quiet Harbour (2019)'));
	await writeAt(join(world.downloads, release, 'film.mkv'));
	t.regex(texts(await importFolder(world)), /outside its root folder/);
	t.deepEqual(await filesBelow(outside), []);
});

test('the download client’s whole folder is not taken for a download', async t => {
	const world = await createWorld(t, {movie: {}});
	const item = await importFolder(world, {outputPath: join(world.library, '..')});
	t.regex(texts(item), /holds the root folder/);
});

test('the same refusal is reported in the history once', async t => {
	const world = await createWorld(t, {movie: {}});
	await writeAt(join(world.downloads, release, 'readme.nfo'), 'x');
	const item = await importFolder(world);
	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
	const {entries} = await world.deps.history.page({page: 1, limit: 10});
	t.deepEqual(
		entries.map(({event}) => event),
		['importFailed'],
	);
});

test('a download whose folder is a link is no fake, however long it lies there', async t => {
	const world = await createWorld(t, {movie: {}});
	await writeAt(join(world.downloads, 'elsewhere', 'film.mkv'));
	await symlink(join(world.downloads, 'elsewhere'), join(world.downloads, release));
	const item = await importFolder(world, {ended: new Date('2020-01-01T00:00:00Z')});
	t.regex(texts(item), /It is a link/);
	t.deepEqual(await world.deps.jobs.queue('downloads').getJobs(['waiting', 'prioritized', 'delayed']), []);
});

test('nothing is imported into the empty folder of a disk that is away', async t => {
	const world = await createWorld(t, {movie: {}});
	const old = buildMediaFile({path: await writeAt(join(world.library, 'Film (2019)/old.mkv'))});
	await world.deps.movies.replaceFile(world.movie.id, old, {replaces: null, at: new Date()});
	const other = await world.addMovie({...movieDetails, metaId: 4712, title: 'The Mill'});
	const file = buildMediaFile({id: 'other-file', path: join(world.library, 'The Mill (2019)/mill.mkv')});
	await world.deps.movies.replaceFile(other.id, file, {replaces: null, at: new Date()});
	await writeAt(join(world.downloads, release, 'film.mkv'));
	await rename(world.library, `${world.library}-away`);
	await mkdir(world.library);
	t.like(await importFolder(world), {state: 'importPending', health: 'warning'});
	t.deepEqual(await filesBelow(world.library), []);
	t.is((await world.deps.movies.get(world.movie.id)).file?.id, 'old-file');
});

test('a download that names itself out of the folder of its client is refused', async t => {
	const world = await createWorld(t, {movie: {}});
	await writeAt(join(world.library, 'The Mill (2019)/mill.mkv'));
	for (const outside of ['../library', '../library/The Mill (2019)', 'x/..\\..\\library']) {
		const item = await importFolder(world, {outputPath: `${world.downloads}/${outside}`, protocol: 'usenet', removable: true});
		t.regex(texts(item), /leads out of/, outside);
	}
	t.deepEqual(await filesBelow(world.library), ['The Mill (2019)/mill.mkv']);
});

test('a DVD is no film of which the first piece would do, and no fake', async t => {
	const world = await createWorld(t, {movie: {}});
	const folder = join(world.downloads, release, 'VIDEO_TS');
	for (const name of ['VTS_01_1.VOB', 'VTS_01_2.VOB', 'VTS_01_3.VOB']) {
		await writeAt(join(folder, name), buildMatroska({size: 60_000}));
	}
	const item = await importFolder(world);
	t.is(item.state, 'importPending');
	t.regex(texts(item), /no video.*piece of a DVD or Blu-ray/s);
	t.deepEqual(await filesBelow(world.library), []);
	t.deepEqual(await world.deps.jobs.queue('downloads').getJobs(['waiting', 'prioritized']), []);
});

test('a video that is being unpacked beside its archive is waited for', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps} = world;
	const folder = join(world.downloads, release);
	await writeAt(join(folder, 'film.rar'), 'x'.repeat(60_000));
	await writeAt(join(folder, `${release}.mkv`), buildMatroska({size: 30_000}));
	const {id} = await importFolder(world);
	const again = async (seconds: number) => {
		const now = () => new Date(Date.now() + seconds * 1000);
		await handleImportDownload({queueItemId: id}, {...deps, now}, world.run());
		return deps.downloads.get(id);
	};
	t.regex(texts(await deps.downloads.get(id)), /may still be unpacked/);
	await writeAt(join(folder, `${release}.mkv`), buildMatroska({size: 60_000}));
	t.regex(texts(await again(70)), /may still be unpacked/, 'it has grown');
	t.is((await again(140)).state, 'imported');
	t.deepEqual(await filesBelow(world.library), [placed]);
});
