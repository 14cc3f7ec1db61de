import {readFile, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test from 'ava';
import {defaultClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {queueStream} from '#shared/events/queue.ts';
import {buildMediaFile, filesBelow, release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import {handleDeleteMovieFiles} from '#workers/import/delete-title-files.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';

const placed = 'The Quiet Harbour (2019)/The Quiet Harbour (2019) [WEBDL-1080p]-NOBODY.mkv';
const stem = placed.replace('.mkv', '');

async function importFolder(world: World<'movie'>, overrides: Parameters<World<'movie'>['addItem']>[0] = {}) {
	const item = await world.addItem({outputPath: join(world.downloads, release), ...overrides});
	await handleImportDownload({queueItemId: item.id}, world.deps, world.run());
	return world.deps.downloads.get(item.id);
}

test('usenet downloads are moved, and their folder goes when nothing is left in it', async t => {
	const world = await createWorld(t, {movie: {}});
	await writeAt(join(world.downloads, release, 'film.mkv'));
	await importFolder(world, {protocol: 'usenet', removable: true});
	t.deepEqual(await filesBelow(world.library), [placed]);
	await t.throwsAsync(stat(join(world.downloads, release)), {code: 'ENOENT'});
	t.true((await stat(world.downloads)).isDirectory());
});

test('a download that its client put where the library has it is not removed as a source', async t => {
	const world = await createWorld(t, {movie: {}});
	const outputPath = await writeAt(join(world.library, placed));
	const item = await importFolder(world, {outputPath, protocol: 'usenet', removable: true});
	t.is(item.state, 'imported');
	t.deepEqual(await filesBelow(world.library), [placed]);
	t.is((await world.deps.movies.get(world.movie.id)).file?.path, outputPath);
});

test('what a client names outside of its folder is linked instead of moved, and the item says so', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library} = world;
	const others = await writeAt(join(library, 'The Other Film (2001)/film.mkv'));
	const item = await importFolder(world, {outputPath: dirname(others), protocol: 'usenet', removable: true});
	t.like(item, {state: 'imported', health: 'warning'});
	t.regex(item.statusMessages.flatMap(({messages}) => messages).join(), /stays where it is/);
	t.deepEqual(await filesBelow(library), ['The Other Film (2001)/film.mkv', placed]);

	const own = {name: 'Client', kind: 'qbittorrent', directory: '/elsewhere'} as const;
	const client = await deps.downloadClients.add({...defaultClientSettings, ...own}, new Date());
	await writeAt(join(world.downloads, release, 'film.mkv'));
	const second = await importFolder(world, {protocol: 'usenet', removable: true, downloadClientId: client.id});
	t.is(second.health, 'warning');
	t.deepEqual(await filesBelow(world.downloads), [`${release}/film.mkv`]);
});

test('a download that is linked is not asked whether it may be moved', async t => {
	const world = await createWorld(t, {movie: {}});
	await writeAt(join(world.downloads, release, 'film.mkv'));
	const item = await world.addItem({outputPath: join(world.downloads, release)});
	const asked: string[] = [];
	const clientFolders = {
		...world.deps.clientFolders,
		whyNotMoved: async (path: string) => {
			asked.push(path);
			return null;
		},
	};
	await handleImportDownload({queueItemId: item.id}, {...world.deps, clientFolders}, world.run());
	t.like(await world.deps.downloads.get(item.id), {state: 'imported', health: 'ok'});
	t.deepEqual(asked, []);
});

test('a torrent that still seeds keeps its files even where moving is wished', async t => {
	const world = await createWorld(t, {movie: {}});
	await world.deps.settings.set('media.importMode', 'move', new Date());
	await writeAt(join(world.downloads, release, 'film.mkv'));
	t.is((await importFolder(world)).state, 'imported');
	t.deepEqual(await filesBelow(world.downloads), [`${release}/film.mkv`]);
});

test('a film on two discs stays together, recorded by its first part', async t => {
	const world = await createWorld(t, {movie: {}});
	await writeAt(join(world.downloads, release, 'film.cd1.mkv'));
	await writeAt(join(world.downloads, release, 'film.cd2.mkv'));
	await importFolder(world);
	t.deepEqual(await filesBelow(world.library), [`${stem} - part1.mkv`, `${stem} - part2.mkv`]);
	t.is((await world.deps.movies.get(world.movie.id)).file?.path, join(world.library, `${stem} - part1.mkv`));
});

test('subtitles follow by the setting', async t => {
	const world = await createWorld(t, {movie: {}});
	await world.deps.settings.set('media.importExtraFiles', ['.SRT'], new Date());
	await writeAt(join(world.downloads, release, 'film.mkv'));
	await writeAt(join(world.downloads, release, 'Subs/2_English.srt'), 'en');
	await writeAt(join(world.downloads, release, 'Subs/3_English.srt'), 'en too');
	await writeAt(join(world.downloads, release, 'film.nfo'), 'x');
	await importFolder(world);
	t.deepEqual(await filesBelow(world.library), [`${stem}.en.2.srt`, `${stem}.en.srt`, placed]);
});

test('a playlist of live TV is imported as it is', async t => {
	const world = await createWorld(t, {movie: {}});
	await writeAt(join(world.downloads, release, 'channel.strm'), 'http://tv.test/1');
	await importFolder(world, {protocol: 'stream'});
	t.deepEqual(await filesBelow(world.library), [`${stem}.strm`]);
	t.is((await world.deps.movies.get(world.movie.id)).file?.mediaInfo, null);
});

test('a full disk is waited for, and the import goes on by itself once there is room', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps} = world;
	await deps.settings.set('media.importMode', 'copy', new Date());
	await deps.settings.set('media.minimumFreeSpaceMiB', 10_000_000, new Date());
	await writeAt(join(world.downloads, release, 'film.mkv'));

	const item = await importFolder(world);
	t.like(item, {state: 'importPending', health: 'warning'});
	t.regex(item.statusMessages[0]?.messages[0] ?? '', /more room/);
	t.true(Number(item.retryAt) - Date.now() <= 60_000);
	t.deepEqual(await filesBelow(world.library), []);

	await deps.settings.set('media.minimumFreeSpaceMiB', 0, new Date());
	await handleImportDownload({queueItemId: item.id}, deps, world.run());
	t.is((await deps.downloads.get(item.id)).state, 'imported');
	t.deepEqual(await filesBelow(world.library), [placed]);
});

test('a replaced file lies in the recycle bin, under the same name too', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library, movie} = world;
	const bin = join(world.downloads, '..', 'bin');
	await deps.settings.set('media.recycleBin', bin, new Date());
	const old = await writeAt(join(library, placed), 'old');
	await deps.movies.setFile(movie.id, buildMediaFile({path: old}), new Date());
	await writeAt(join(world.downloads, release, 'film.mkv'));

	t.is((await importFolder(world)).state, 'imported');

	t.deepEqual(await filesBelow(library), [placed]);
	t.deepEqual(await filesBelow(bin), [placed]);
	t.is(await readFile(join(bin, placed), 'utf8'), 'old');
	t.not((await deps.movies.get(movie.id)).file?.id, 'old-file');
});

test('the other container of the same name replaces the old file and keeps the new subtitles', async t => {
	const world = await createWorld(t, {movie: {}});
	const old = await writeAt(join(world.library, `${stem}.avi`), 'old');
	await world.deps.movies.setFile(world.movie.id, buildMediaFile({path: old}), new Date());
	await writeAt(join(world.downloads, release, 'film.mkv'));
	await writeAt(join(world.downloads, release, 'film.srt'), 'new');
	await importFolder(world);
	t.deepEqual(await filesBelow(world.library), [placed, `${stem}.srt`]);
});

test('every move of the item is published', async t => {
	const world = await createWorld(t, {movie: {}});
	const {promise, resolve} = Promise.withResolvers<void>();
	const seen: unknown[] = [];
	const stop = world.deps.events.subscribe(queueStream, ({event, data}) => {
		if (seen.push([event, data]) === 2) {
			resolve();
		}
	});
	t.teardown(stop);
	await world.deps.events.listening(queueStream);
	await writeAt(join(world.downloads, release, 'film.mkv'));
	const {id} = await importFolder(world);
	await promise;
	const update = ['queueItemUpdated', {id, status: 'completed', progress: 100}];
	t.deepEqual(seen, [update, update]);
});

test('a download whose movie is gone waits and says so', async t => {
	const world = await createWorld(t, {movie: {}});
	await world.deps.movies.remove(world.movie.id);
	await writeAt(join(world.downloads, release, 'film.mkv'));
	const item = await importFolder(world);
	t.regex(item.statusMessages[0]?.messages[0] ?? '', /no longer in the library/);
});

test('the files of a deleted movie go once, and what is not its own is left', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library, movie} = world;
	const path = await writeAt(join(library, placed), 'x');
	const flat = await writeAt(join(library, 'flat.mkv'), 'x');
	const payload = {movieId: movie.id, title: movie.title, path};

	t.deepEqual(await handleDeleteMovieFiles(payload, deps, world.run()), {removed: [path], left: []});
	t.deepEqual(await handleDeleteMovieFiles(payload, deps, world.run()), {removed: [], left: []});
	t.is((await handleDeleteMovieFiles({...payload, path: flat}, deps, world.run())).left.length, 1);

	t.deepEqual(await filesBelow(library), ['flat.mkv']);
	const {entries} = await deps.history.page({page: 1, limit: 10});
	t.deepEqual(
		entries.map(({event}) => event),
		['fileDeleted'],
	);
});

test('a file that another movie has by now is not removed', async t => {
	const world = await createWorld(t, {movie: {}});
	const path = await writeAt(join(world.library, placed), 'x');
	await world.deps.movies.setFile(world.movie.id, buildMediaFile({path}), new Date());
	const {left} = await handleDeleteMovieFiles({movieId: 'earlier', title: 'x', path}, world.deps, world.run());
	t.is(left.length, 1);
	t.deepEqual(await filesBelow(world.library), [placed]);
});

test('where no hard link is possible the history says that the file was copied', async t => {
	const world = await createWorld(t, {movie: {}});
	const {files} = world.deps;
	const link = () => Promise.reject(Object.assign(new Error('cross-device link'), {code: 'EXDEV'}));
	const place: typeof files.place = (placement, run) => files.place(placement, {...run, calls: {link}});
	const modes = async () => {
		const {entries} = await world.deps.history.page({page: 1, limit: 10, movieId: world.movie.id});
		return entries.filter(({event}) => event === 'imported').map(({data}) => data['mode']);
	};
	for (const [deps, title, mode] of [
		[{...world.deps, files: {...files, place}}, release, 'copy'],
		[world.deps, release.replace('WEB-DL', 'BluRay'), 'hardlink'],
	] as const) {
		await writeAt(join(world.downloads, title, 'film.mkv'));
		const item = await world.addItem({title, outputPath: join(world.downloads, title)});
		await world.deps.downloads.change(item.id, {chosen: {rejections: [], quality: null}});
		await handleImportDownload({queueItemId: item.id}, deps, world.run());
		t.is((await world.deps.downloads.get(item.id)).state, 'imported');
		t.true((await modes()).includes(mode));
	}
});

test('a name of the greatest length leaves room for the subtitles of its video', async t => {
	const world = await createWorld(t, {movie: {}});
	await world.deps.settings.set('media.movieFileFormat', `{Movie Title} ${'long '.repeat(60)}`, new Date());
	for (const name of ['film.mkv', 'film.ja.srt', 'film.pt-BR.forced.srt', 'film.a-very-long-word.and-another-one.third-one.srt']) {
		await writeAt(join(world.downloads, release, name));
	}
	t.is((await importFolder(world)).state, 'imported');
	const found = await filesBelow(world.library);
	t.is(found.length, 4, found.join('\n'));
	t.deepEqual(found.map(path => path.slice(path.lastIndexOf(' lo') + 3)).toSorted(), ['.ja.srt', '.mkv', '.pt-BR.forced.srt', '.srt']);
	t.true(found.every(path => Buffer.byteLength(path.slice(path.indexOf('/') + 1)) <= 255));
});
