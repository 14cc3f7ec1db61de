import {join} from 'node:path';
import test from 'ava';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {importFile} from '#test/helpers/import-file.ts';
import {buildMediaFile, release, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleImportDownload} from '#workers/import/import-download.ts';

const film = buildMatroska({size: 60_000_000});

/** A movie with a better file than the download that waits. */
async function worseDownload(t: Parameters<typeof createWorld>[0], name = `${release}.mkv`) {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads, library, movie} = world;
	const better = {path: await writeAt(join(library, 'old.mkv')), quality: 'Remux-2160p' as const, qualityScore: 100};
	await deps.movies.setFile(movie.id, buildMediaFile(better), deps.now());
	const path = await writeAt(join(downloads, name), film);
	const {id} = await world.addItem({outputPath: path});
	const importIt = () => handleImportDownload({queueItemId: id}, deps, world.run()).catch(() => {});
	return {...world, id, path, importIt, item: () => deps.downloads.get(id)};
}

test('a release that a person chose is imported although it is no upgrade, and the history says so', async t => {
	const {deps, id, movie, importIt, item} = await worseDownload(t);
	await importIt();
	t.regex((await item()).statusMessages[0]?.messages[0] ?? '', /^Not an upgrade/);
	await deps.downloads.change(id, {chosen: {rejections: ['too few seeders: 1 of 5'], quality: 'HDTV-720p'}});
	await importIt();
	t.like(await item(), {state: 'imported', health: 'ok', statusMessages: []});
	t.is((await deps.movies.get(movie.id)).file?.quality, 'HDTV-720p');
	const {entries} = await deps.history.page({page: 1, limit: 10, movieId: movie.id});
	const imported = entries.find(({event}) => event === 'imported');
	t.like(imported?.data, {byPerson: true, isUpgrade: false});
	t.regex(String(imported?.data['despite']), /^Not an upgrade/);
	t.is(entries.find(({event}) => event === 'fileDeleted')?.data['reason'], 'replacedByPerson');
});

test('what a person chose is refused all the same when it holds a program', async t => {
	const {deps, id, downloads, importIt, item} = await worseDownload(t, `${release}/film.mkv`);
	await writeAt(join(downloads, release, 'codec.exe'), 'no film');
	await deps.downloads.change(id, {chosen: {rejections: [], quality: null}, transfer: {outputPath: join(downloads, release)}});
	await importIt();
	t.not((await item()).state, 'imported');
	t.regex(JSON.stringify((await item()).statusMessages), /It holds a program/);
});

test('a download whose file is imported by hand waits no longer, and its old message is gone', async t => {
	const world = await worseDownload(t);
	const {id, movie, path, downloads, importIt, item} = world;
	await importIt();
	t.is((await item()).health, 'warning');
	t.is((await importFile(world, {path, within: downloads, movieId: movie.id, queueId: id})).state, 'imported');
	await importIt();
	t.like(await item(), {state: 'imported', health: 'ok', statusMessages: []});
});
