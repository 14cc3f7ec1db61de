import {readdir, rename, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {longSignal} from '#test/helpers/until.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import {stopReason} from '#workers/runtime/handler.ts';

const movies = [
	{id: 11, title: 'The Quiet Harbour', releaseDate: '2019-03-01', imdbId: 'tt0000011'},
	{id: 12, title: 'Paper Lanterns', releaseDate: '2021-05-01', imdbId: 'tt0000012'},
	{id: 13, title: 'Northern Salt', releaseDate: '2004-05-01', imdbId: 'tt0000013'},
	{id: 14, title: 'Two Rivers', releaseDate: '1999-01-01'},
	{id: 15, title: 'Two Rivers', releaseDate: '1999-06-01'},
];

async function onDisk(world: World<'library' | 'titles'>): Promise<string[]> {
	const entries = await readdir(world.library, {recursive: true, withFileTypes: true});
	return Promise.all(
		entries
			.map(entry => join(entry.parentPath, entry.name))
			.sort()
			.map(async path => `${path} ${(await stat(path)).mtimeMs} ${(await stat(path)).size}`),
	);
}

test('a backfill finds titles by folder, by file and by id, adds them and records their files in place', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	await world.write(
		'The Quiet Harbour (2019)/The.Quiet.Harbour.2019.1080p.BluRay.x264-NOBODY.mkv',
		'Lanterns {tmdb-12}/pl.mkv',
		'Something Else [tt0000013]/film.720p.mkv',
		'The Quiet Harbour (2019)/Extras/making.of.mkv',
		'The Quiet Harbour (2019)/The.Quiet.Harbour.2019-trailer.mkv',
		'The Quiet Harbour (2019)/notes.txt',
	);
	const before = await onDisk(world);
	const execution = await world.backfill();
	t.like(execution, {status: 'completed', itemsProcessed: 3, itemsAffected: 3});
	t.deepEqual(await world.recorded(), {
		'Northern Salt': 'Something Else [tt0000013]/film.720p.mkv',
		'Paper Lanterns': 'Lanterns {tmdb-12}/pl.mkv',
		'The Quiet Harbour': 'The Quiet Harbour (2019)/The.Quiet.Harbour.2019.1080p.BluRay.x264-NOBODY.mkv',
	});
	const harbour = await world.deps.movies.findOldest(11);
	t.like(harbour, {libraryId: world.record.id, rootFolderPath: world.library, monitored: false});
	t.like(harbour?.file, {quality: 'Bluray-1080p', releaseGroup: 'NOBODY'});
	t.is((await world.deps.movies.findOldest(12))?.path, join(world.library, 'Lanterns {tmdb-12}'));
	t.like(await world.deps.libraries.get(world.record.id), {backfillStatus: 'completed'});
	t.deepEqual(await onDisk(world), before);
});

test('a second run changes nothing, asks nobody, and reads no name again', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	await world.write(
		'The Quiet Harbour (2019)/film.mkv',
		'The Quiet Harbour (2019)/film.720p.mkv',
		'Nobody Knows (1950)/nobody.mkv',
		'1.mkv',
	);
	await world.backfill();
	const [recorded, unmatched, asked] = [await world.recorded(), await world.unmatched(), world.tmdb.requests.length];
	const {updatedAt} = (await world.deps.movies.findOldest(11)) ?? {};
	t.like(await world.backfill(), {status: 'completed', itemsProcessed: 4, itemsAffected: 0});
	t.deepEqual(await world.recorded(), recorded);
	t.deepEqual(await world.unmatched(), unmatched);
	t.is(world.tmdb.requests.length, asked);
	t.deepEqual((await world.deps.movies.findOldest(11))?.updatedAt, updatedAt);
});

test('what cannot be matched is listed with its reason and what it could be', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	await world.write(
		'Nobody Knows (1950)/nobody.mkv',
		'Two Rivers (1999)/two.rivers.mkv',
		'The Quiet Harbour (2019)/b.720p.mkv',
		'The Quiet Harbour (2019)/a.2160p.mkv',
	);
	await world.backfill();
	t.deepEqual(await world.unmatched(), {
		'Nobody Knows (1950)/nobody.mkv': 'not_found',
		'The Quiet Harbour (2019)/b.720p.mkv': 'duplicate',
		'Two Rivers (1999)/two.rivers.mkv': 'ambiguous',
	});
	const {files} = await world.deps.scannedFiles.unmatched({libraryId: world.record.id, page: 1, limit: 10});
	t.deepEqual(
		files.find(({reason}) => reason === 'ambiguous')?.candidates.map(({metaId}) => metaId),
		[14, 15],
	);
	t.deepEqual(await world.recorded(), {'The Quiet Harbour': 'The Quiet Harbour (2019)/a.2160p.mkv'});
});

test('a file that the library knows already costs no question to the provider', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	await world.write('The Quiet Harbour (2019)/film.mkv');
	const {id} = await world.addMovie({...(await world.deps.metadata.movie(11, longSignal()))});
	const asked = world.tmdb.requests.length;
	await world.backfill();
	t.is(world.tmdb.requests.length, asked);
	t.is((await world.deps.movies.get(id)).file?.path, join(world.library, 'The Quiet Harbour (2019)/film.mkv'));
	t.is((await world.deps.movies.get(id)).libraryId, null);
});

test('a vanished file leaves its title, a renamed one is found again, a changed one is recorded again', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	await world.deps.settings.set('autoUnmonitorPreviouslyDownloadedMovies', true, new Date());
	await world.write('The Quiet Harbour (2019)/a.mkv', 'Paper Lanterns (2021)/b.mkv', 'Northern Salt (2004)/c.mkv');
	await world.backfill();
	await world.deps.movies.changeMany(
		(await world.deps.movies.onDisk({after: '', limit: 10})).map(({id}) => id),
		{monitored: true},
		new Date(),
	);
	await rm(join(world.library, 'The Quiet Harbour (2019)/a.mkv'));
	await rename(join(world.library, 'Paper Lanterns (2021)'), join(world.library, 'Lanterns, Paper {tmdb-12}'));
	await writeFile(join(world.library, 'Northern Salt (2004)/c.mkv'), 'another content, which is longer than the first');
	await world.backfill();
	t.deepEqual(await world.recorded(), {
		'Northern Salt': 'Northern Salt (2004)/c.mkv',
		'Paper Lanterns': 'Lanterns, Paper {tmdb-12}/b.mkv',
		'The Quiet Harbour': null,
	});
	t.false((await world.deps.movies.findOldest(11))?.monitored);
	t.true((await world.deps.movies.findOldest(12))?.monitored);
	t.is((await world.deps.movies.findOldest(13))?.file?.size, 47);
	const {entries} = await world.deps.history.page({page: 1, limit: 10, event: 'fileDeleted'});
	t.deepEqual(
		entries.map(({title}) => title),
		['The Quiet Harbour'],
	);
});

test('a root folder that is empty all of a sudden fails the run and drops nothing', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	await world.write('The Quiet Harbour (2019)/a.mkv');
	await world.backfill();
	await rename(join(world.library, 'The Quiet Harbour (2019)'), join(world.deps.dataDir, 'elsewhere'));
	t.like(await world.backfill(), {status: 'failed'});
	t.deepEqual(await world.recorded(), {'The Quiet Harbour': 'The Quiet Harbour (2019)/a.mkv'});
	t.is((await world.deps.libraries.get(world.record.id)).backfillStatus, 'failed');
});

test('a run that was stopped in the middle ends with the same result as one that was not', async t => {
	const titles = Array.from({length: 60}, (_, n) => ({id: 100 + n, title: `Film Number ${n}`, releaseDate: '2010-01-01'}));
	const world = await createWorld(t, {titles: {movies: titles}, library: {}});
	await world.write(...titles.map(({title}) => `${title} (2010)/film.1080p.mkv`));
	const controller = new AbortController();
	world.tmdb.answer = () => {
		if (world.tmdb.requests.length > 30) {
			controller.abort(stopReason);
		}
		return null;
	};
	await t.throwsAsync(world.backfill({...world.run(), signal: controller.signal}), {message: /stops/});
	t.is((await world.deps.libraries.get(world.record.id)).backfillStatus, 'running');
	world.tmdb.answer = () => null;
	t.like(await world.backfill(), {status: 'completed', itemsProcessed: 60});
	t.is(Object.values(await world.recorded()).filter(path => path !== null).length, 60);
	t.deepEqual(await world.unmatched(), {});
});

test('without a key for the provider the run fails and says what to do; known titles are recorded all the same', async t => {
	const world = await createWorld(t, {titles: {movies, apiKey: 'another key'}, library: {}});
	await world.write('The Quiet Harbour (2019)/a.mkv');
	const execution = await world.backfill();
	t.is(execution.status, 'failed');
	t.regex(execution.error ?? '', /key/);
	t.is((await world.deps.libraries.get(world.record.id)).backfillStatus, 'failed');
});

test('a provider that asks for patience gets it', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	let refusals = 2;
	world.tmdb.answer = () => {
		refusals -= 1;
		return refusals >= 0 ? {status: 429, headers: {'retry-after': '0'}} : null;
	};
	await world.write('The Quiet Harbour (2019)/a.mkv');
	t.like(await world.backfill(), {status: 'completed', itemsAffected: 1});
});

test('a film in parts is recorded by its first', async t => {
	const world = await createWorld(t, {titles: {movies}, library: {}});
	await world.write('The Quiet Harbour (2019)/The.Quiet.Harbour.2019.CD1.avi', 'The Quiet Harbour (2019)/The.Quiet.Harbour.2019.CD2.avi');
	await world.backfill();
	t.deepEqual(await world.recorded(), {'The Quiet Harbour': 'The Quiet Harbour (2019)/The.Quiet.Harbour.2019.CD1.avi'});
	t.deepEqual(await world.unmatched(), {});
	t.like(await world.backfill(), {itemsAffected: 0});
});
