import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {untilPerson} from '#shared/domain/downloads/import-progress.ts';
import {buildMatroska} from '#test/helpers/build-matroska.ts';
import {importFile} from '#test/helpers/import-file.ts';
import {buildMediaFile, filesBelow, movieDetails, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';

const whole = buildMatroska({size: 60_000_000});
const film = () => whole;

test('a file that is gone waits for a person, unless its disk is away', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, downloads, movie} = world;
	await writeAt(join(downloads, 'other.txt'), 'text');
	const gone = await importFile(world, {path: join(downloads, 'gone.mkv'), within: downloads, movieId: movie.id});
	t.like(gone, {state: 'importPending', health: 'error', retryAt: untilPerson});
	t.regex(gone.statusMessages[0]?.messages[0] ?? '', /gone\.mkv is gone: .* Put it back and retry/);

	const unmounted = join(deps.dataDir, 'unmounted');
	await mkdir(unmounted);
	const away = await importFile(world, {path: join(unmounted, 'film.mkv'), within: unmounted, movieId: movie.id});
	t.is(away.health, 'warning');
	t.true(away.retryAt !== null && Number(away.retryAt) - Number(deps.now()) <= 60_000, 'its disk may come back');
});

test('the file of a title imported again takes its subtitles along once', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library, movie} = world;
	const bin = join(deps.dataDir, 'bin');
	await mkdir(bin);
	await deps.settings.set('media.recycleBin', bin, deps.now());
	const folder = join(library, 'The Quiet Harbour (2019)');
	let path = await writeAt(join(folder, 'quiet harbour.mkv'), film());
	await writeAt(join(folder, 'quiet harbour.en.srt'), 'text');
	await deps.movies.setFile(movie.id, buildMediaFile({path, size: 60_000_000}), deps.now());
	for (const mode of ['hardlink', 'move', 'copy'] as const) {
		const item = await importFile(world, {path, within: library, movieId: movie.id, quality: 'Bluray-720p', mode});
		t.is(item.state, 'imported', JSON.stringify(item.statusMessages));
		path = (await deps.movies.get(movie.id)).file?.path ?? '';
		const name = 'The Quiet Harbour (2019) [Bluray-720p]';
		t.deepEqual(await filesBelow(folder), [`${name}.en.srt`, `${name}.mkv`]);
		t.deepEqual(await filesBelow(bin), [], 'nothing was replaced');
		await deps.downloads.remove(item.id);
	}
});

test('a file that is moved to another title is taken from the first', async t => {
	const world = await createWorld(t, {movie: {}});
	const {deps, library, movie} = world;
	const other = await world.addMovie({...movieDetails, metaId: 4712, title: 'The Loud Harbour'});
	const path = await writeAt(join(library, 'The Loud Harbour (2019)/film.mkv'), film());
	await deps.movies.setFile(other.id, buildMediaFile({path}), deps.now());
	const linked = await importFile(world, {path, within: library, movieId: movie.id});
	t.is(linked.state, 'imported');
	t.is((await deps.movies.get(other.id)).file?.path, path, 'it is still there');
	await deps.downloads.remove(linked.id);
	const moved = await importFile(world, {path, within: library, movieId: movie.id, mode: 'move'});
	t.is(moved.state, 'imported');
	t.is((await deps.movies.get(other.id)).file, null);
	t.true((await deps.movies.get(other.id)).monitored);
	t.true((await deps.movies.get(movie.id)).file !== null);
});
