import {appendFile, rename, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {treeOf} from '#test/helpers/world/moves.ts';
import {createWorld} from '#test/helpers/world.ts';

test('a title whose only file has to stay keeps its folder, and all that lies there', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library, other} = world;
	const grown = await world.addFilm('Grown (2001)', 'film.mkv', {'film.en.srt': 'words'});
	await appendFile(grown.file.path, ' and more');
	const linked = await world.addFilm('Linked (2002)', 'film.mkv');
	await rename(linked.file.path, join(deps.dataDir, 'elsewhere.mkv'));
	await symlink(join(deps.dataDir, 'elsewhere.mkv'), linked.file.path);
	const good = await world.addFilm('Good (2003)', 'film.mkv');
	const before = await treeOf(library);

	const {id, totals} = await world.plan({kind: 'move', to: other});
	t.like(totals, {titles: 3, files: 3, skipped: 2});
	t.like(await world.make(id), {state: 'done', totals: {done: 1, skipped: 2}});
	for (const film of [grown, linked]) {
		t.like(await deps.movies.get(film.id), {path: film.path, rootFolderPath: library, file: {path: film.file.path}});
	}
	t.is((await deps.movies.get(good.id)).path, join(other, 'Good (2003)'));
	const {'Good (2003)/film.mkv': moved, ...left} = before;
	t.truthy(moved);
	t.deepEqual(await treeOf(library), left, 'the subtitle stays beside its film');

	t.like((await world.plan({kind: 'move', to: other})).totals, {titles: 2, skipped: 2}, 'and it can be moved once its file is known again');
	await deps.movies.setFile(grown.id, {...grown.file, size: grown.file.size + ' and more'.length}, deps.now());
	t.like(await world.make((await world.plan({kind: 'move', to: other})).id), {totals: {done: 1}});
	t.deepEqual(Object.keys(await treeOf(join(other, 'Grown (2001)'))), ['film.en.srt', 'film.mkv']);
});

test('a title whose only file is gone gets its new folder', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, other} = world;
	const film = await world.addFilm('Gone (2001)', 'film.mkv', {'film.en.srt': 'words'});
	await rename(film.file.path, join(deps.dataDir, 'elsewhere.mkv'));
	const {id} = await world.plan({kind: 'move', to: other});
	t.like(await world.make(id), {state: 'done', totals: {done: 0, skipped: 1}});
	t.is((await deps.movies.get(film.id)).path, join(other, 'Gone (2001)'));
});
