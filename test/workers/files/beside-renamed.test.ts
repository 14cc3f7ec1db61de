import {readlink, symlink, writeFile} from 'node:fs/promises';
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

test('subtitles that came after a rename go back with their video, also from another disk', async t => {
	const world = await createWorld(t, {moves: {}});
	const {library, other} = world;
	await world.addFilm('Harbour (2019)', 'film.mkv', {'film.en.srt': 'words'});
	const later = async (folder: string, stem: string) => {
		await writeFile(join(folder, 'Harbour (2019)', `${stem}.fr.srt`), 'mots');
		await writeFile(join(folder, 'Harbour (2019)', `${stem}.nl.srt`), 'woorden');
		await writeFile(join(folder, 'Harbour (2019)', 'film.nl.srt'), 'something else');
	};
	const renamed = await world.plan({kind: 'rename'});
	await world.make(renamed.id);
	const stem = 'Harbour (2019) [WEBDL-1080p]-NOBODY';
	await later(library, stem);
	t.like(await world.undo(renamed.id), {state: 'done', totals: {done: 1, skipped: 0}});
	const names = ['film.en.srt', 'film.fr.srt', 'film.mkv', 'film.nl.srt'];
	const before = [`${stem}.nl.srt`, ...names].map(name => `Harbour (2019)/${name}`);
	t.deepEqual(Object.keys(await treeOf(library)).toSorted(), before.toSorted(), 'what has a name keeps it');

	const moved = await world.plan({kind: 'move', to: other});
	await world.make(moved.id);
	await writeFile(join(other, 'Harbour (2019)', 'film.de.srt'), 'Worte');
	t.like(await world.undo(moved.id), {state: 'done'});
	t.deepEqual(Object.keys(await treeOf(library)).toSorted(), [...before, 'Harbour (2019)/film.de.srt'].toSorted());
	t.deepEqual(Object.keys(await treeOf(other)), []);
});
