import {readlink, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {treeOf} from '#test/helpers/world/moves.ts';
import {createWorld} from '#test/helpers/world.ts';

test('pictures of a video and links beside it get its new name, and get it back', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library} = world;
	const pictures = {'film-thumb.jpg': 'a', 'film-fanart1.png': 'b', 'film-2.jpg': 'c', 'poster.jpg': 'd'};
	await world.addFilm('Harbour (2019)', 'film.mkv', pictures);
	const folder = join(library, 'Harbour (2019)');
	const goal = join(deps.dataDir, 'shared.srt');
	await symlink(goal, join(folder, 'film.en.srt'));
	const before = Object.keys(await treeOf(library));

	const {id} = await world.plan({kind: 'rename'});
	t.like(await world.make(id), {state: 'done', totals: {done: 1, skipped: 0}});
	const stem = 'Harbour (2019) [WEBDL-1080p]-NOBODY';
	t.deepEqual(
		Object.keys(await treeOf(library)),
		[`${stem}-fanart1.png`, `${stem}-thumb.jpg`, `${stem}.mkv`, 'film-2.jpg', 'poster.jpg'].map(name => `Harbour (2019)/${name}`),
	);
	t.is(await readlink(join(folder, `${stem}.en.srt`)), goal);
	t.like(await world.undo(id), {state: 'done'});
	t.deepEqual(Object.keys(await treeOf(library)), before);
	t.is(await readlink(join(folder, 'film.en.srt')), goal);
});
