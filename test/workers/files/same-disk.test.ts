import {mkdir, rename, stat} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {seed, treeOf, writeTree} from '#test/helpers/world/moves.ts';
import {createWorld} from '#test/helpers/world.ts';

const name = 'Harbour (2019) [WEBDL-1080p]-NOBODY';

test('a film is renamed with what follows it, byte for byte, and undone to the very same files', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library} = world;
	const film = await world.addFilm('Harbour (2019)', 'harbour.old.mkv', {
		'harbour.old.Web [SDH] (Extracted).en.srt': 'words',
		'Subs/harbour.old/2_English.srt': 'more words',
		'Extras/harbour.old trailer.mkv': 'an extra',
		'poster.jpg': 'a picture',
	});
	const seeded = await seed(film.file.path, join(deps.dataDir, 'torrents'));
	const before = await treeOf(library);
	const planned = await world.plan({kind: 'rename'});
	t.like(planned, {state: 'planned', totals: {titles: 1, files: 1, skipped: 0, linkedFiles: 1}});
	t.deepEqual(await treeOf(library), before, 'a plan changes nothing');

	t.like(await world.make(planned.id), {state: 'done', totals: {done: 1, skipped: 0, failed: 0}});
	const after = await treeOf(library);
	t.deepEqual(Object.keys(after), [
		'Harbour (2019)/Extras/harbour.old trailer.mkv',
		`Harbour (2019)/${name}.Web [SDH] (Extracted).en.srt`,
		`Harbour (2019)/${name}.mkv`,
		`Harbour (2019)/Subs/${name}/2_English.srt`,
		'Harbour (2019)/poster.jpg',
	]);
	t.is(after[`Harbour (2019)/${name}.mkv`]?.inode, (await stat(seeded)).ino, 'the torrent keeps its link');
	t.is((await deps.movies.get(film.id)).file?.path, join(library, `Harbour (2019)/${name}.mkv`));
	const {entries} = await deps.history.page({page: 1, limit: 10});
	t.deepEqual(
		entries.map(({event, data}) => [event, data['to']]),
		[['fileRenamed', join(library, `Harbour (2019)/${name}.mkv`)]],
	);
	t.like(await world.plan({kind: 'rename'}), {state: 'done', totals: {files: 0}}, 'there is nothing more to do');

	t.like(await world.undo(planned.id), {state: 'done', totals: {done: 1}});
	t.deepEqual(await treeOf(library), before);
	t.is((await deps.movies.get(film.id)).file?.path, film.file.path);
	t.is((await deps.fileChanges.get(planned.id)).state, 'undone');
});

test('of a rename for certain files, all others keep their names', async t => {
	const world = await createWorld(t, {moves: {}});
	const first = await world.addFilm('Harbour (2019)', 'first.mkv');
	await world.addFilm('Meadow (2019)', 'second.mkv');
	const {id} = await world.plan({kind: 'rename'}, {all: true, fileIds: [first.file.id]});
	t.like(await world.make(id), {state: 'done', totals: {titles: 1, done: 1}});
	t.deepEqual(Object.keys(await treeOf(world.library)), [`Harbour (2019)/${name}.mkv`, 'Meadow (2019)/second.mkv']);
});

test('a folder moves to another root folder as a whole, with all that is in it', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library, other} = world;
	const film = await world.addFilm('Harbour (2019)', 'film.mkv', {'film.en.srt': 'words', 'Extras/a/b.mkv': 'extra'});
	const before = await treeOf(library);
	const {id} = await world.plan({kind: 'move', to: other});
	t.like(await world.make(id), {state: 'done', totals: {done: 1}});
	t.deepEqual(await treeOf(other), before, 'the very same files');
	t.deepEqual(await treeOf(library), {});
	t.like(await deps.movies.get(film.id), {rootFolderPath: other, path: join(other, 'Harbour (2019)')});
	t.is((await deps.movies.get(film.id)).file?.path, join(other, 'Harbour (2019)/film.mkv'));
	await world.undo(id);
	t.deepEqual(await treeOf(library), before);
	t.like(await deps.movies.get(film.id), {rootFolderPath: library, path: join(library, 'Harbour (2019)')});
});

test('a folder that is there already takes the files in, one by one, and loses nothing of its own', async t => {
	const world = await createWorld(t, {moves: {}});
	const {library, other} = world;
	await world.addFilm('Harbour (2019)', 'film.mkv', {'film.en.srt': 'words', 'Extras/trailer.mkv': 'extra', 'poster.jpg': 'ours'});
	await writeTree(join(other, 'Harbour (2019)'), {'poster.jpg': 'theirs', 'notes.txt': 'theirs'});
	const [before, beforeOther] = [await treeOf(library), await treeOf(other)];
	const {id} = await world.plan({kind: 'move', to: other});
	t.like(await world.make(id), {state: 'done', totals: {done: 1}});
	t.deepEqual(Object.keys(await treeOf(other)), [
		'Harbour (2019)/Extras/trailer.mkv',
		'Harbour (2019)/film.en.srt',
		'Harbour (2019)/film.mkv',
		'Harbour (2019)/notes.txt',
		'Harbour (2019)/poster.jpg',
	]);
	t.is((await treeOf(other))['Harbour (2019)/poster.jpg']?.text, 'theirs');
	t.deepEqual(Object.keys(await treeOf(library)), ['Harbour (2019)/poster.jpg'], 'what has no room stays');
	await world.undo(id);
	t.deepEqual(await treeOf(library), before);
	t.deepEqual(await treeOf(other), beforeOther);
});

test('the undo of a move leaves a title alone whose file has moved on since', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library, other} = world;
	const film = await world.addFilm('Harbour (2019)', 'film.mkv', {});
	await writeTree(other, {'Harbour (2019)/somebody.txt': 'words'});
	const {id} = await world.plan({kind: 'move', to: other});
	t.like(await world.make(id), {state: 'done', totals: {done: 1}});
	const third = join(library, 'Third');
	await mkdir(third);
	await rename(join(other, 'Harbour (2019)/film.mkv'), join(third, 'film.mkv'));
	await deps.movies.change(film.id, {path: third, rootFolderPath: library}, deps.now());
	await deps.movies.setFile(film.id, buildMediaFile({...film.file, path: join(third, 'film.mkv')}), deps.now());
	await world.undo(id);
	const {path, file} = await deps.movies.get(film.id);
	t.deepEqual([path, file?.path], [third, join(third, 'film.mkv')]);
});

test('files that are not ours are never overwritten, and the rest goes on', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library} = world;
	const blocked = await world.addFilm('Harbour (2019)', 'film.mkv', {[`${name}.mkv`]: 'somebody else'});
	await world.addFilm('Lantern (2020)', 'film.mkv');
	const gone = await world.addFilm('Gone (2021)', 'film.mkv');
	await deps.movies.setFile(gone.id, {...gone.file, path: join(library, 'Gone (2021)/no.mkv')}, new Date());
	const grown = await world.addFilm('Grown (2022)', 'film.mkv');
	await writeTree(library, {'Grown (2022)/film.mkv': 'a longer film than before'});
	const planned = await world.plan({kind: 'rename'});
	const {rows} = await deps.fileChanges.rows.page({changeId: planned.id, page: 1, limit: 20});
	t.deepEqual(Object.fromEntries(rows.map(({title, code}) => [title, code])), {
		Harbour: 'target_exists',
		Lantern: null,
		Gone: 'file_missing',
		Grown: 'changed_on_disk',
	});
	t.like(await world.make(planned.id), {state: 'done', totals: {files: 4, done: 1, skipped: 3}});
	t.is((await treeOf(library))[`Harbour (2019)/${name}.mkv`]?.text, 'somebody else');
	t.is((await deps.movies.get(blocked.id)).file?.path, blocked.file.path);
	t.is((await deps.movies.get(grown.id)).file?.path, grown.file.path);
});

test('a title whose download is being imported waits', async t => {
	const world = await createWorld(t, {moves: {}, movie: {}});
	const {deps, library} = world;
	const film = await world.addFilm('Harbour (2019)', 'film.mkv');
	const {id} = await world.plan({kind: 'rename'}, {movieIds: [film.id]});
	const item = await world.addItem({movieId: film.id, state: 'importPending'});
	await deps.downloads.claimForImport(item.id, 'token', 10_000);
	t.like(await world.make(id), {state: 'done', totals: {done: 0, skipped: 1}});
	t.deepEqual(Object.keys(await treeOf(library)), ['Harbour (2019)/film.mkv']);
	t.is((await deps.fileChanges.rows.page({changeId: id, code: 'busy', page: 1, limit: 5})).total, 1);
	await mkdir(join(library, 'x'));
});

test('episodes that have each other’s names change them, with their subtitles', async t => {
	const world = await createWorld(t, {moves: {}, series: {}});
	const {deps, series} = world;
	const names = [2, 1].map(number => `Season 01/Paper Lanterns - S01E0${number} - Chapter ${number} [WEBDL-1080p]`);
	for (const [index, name] of names.entries()) {
		await writeTree(series.path, {[`${name}.mkv`]: `episode ${index + 1}`, [`${name}.en.srt`]: `words ${index + 1}`});
		const path = join(series.path, `${name}.mkv`);
		const file = buildMediaFile({id: `episode-${index + 1}`, path, size: 9, releaseTitle: null});
		const {id} = await world.episode(1, index + 1);
		await deps.episodes.recordFile({seriesId: series.id, episodeIds: [id], file, replaces: []}, deps.now());
	}
	const before = await treeOf(series.path);
	const {id} = await world.plan({kind: 'rename'}, {seriesIds: [series.id]});
	t.like(await world.make(id), {state: 'done', totals: {files: 2, done: 2}});
	const after = await treeOf(series.path);
	t.deepEqual(Object.keys(after), Object.keys(before));
	for (const [index, name] of names.toReversed().entries()) {
		t.is(after[`${name}.mkv`]?.text, `episode ${index + 1}`);
		t.is(after[`${name}.en.srt`]?.text, `words ${index + 1}`);
		t.is((await world.episode(1, index + 1)).file?.path, join(series.path, `${name}.mkv`));
	}
	t.like(await world.undo(id), {state: 'done', totals: {done: 2}});
	t.deepEqual(await treeOf(series.path), before);
});
