import {readFile, readlink, rename, rm, symlink, writeFile} from 'node:fs/promises';
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

test('what follows a video may be written again after the plan, or go', async t => {
	const world = await createWorld(t, {moves: {}});
	const {library} = world;
	await world.addFilm('Harbour (2019)', 'film.mkv', {'film.nfo': 'old', 'film.en.srt': 'words'});
	const folder = join(library, 'Harbour (2019)');
	const {id} = await world.plan({kind: 'rename'});
	await writeFile(join(folder, 'fresh'), 'new');
	await rename(join(folder, 'fresh'), join(folder, 'film.nfo'));
	await rm(join(folder, 'film.en.srt'));
	t.like(await world.make(id), {state: 'done', totals: {done: 1, skipped: 0}});
	const stem = 'Harbour (2019) [WEBDL-1080p]-NOBODY';
	t.deepEqual(Object.keys(await treeOf(library)), [`Harbour (2019)/${stem}.mkv`, `Harbour (2019)/${stem}.nfo`]);
	t.is(await readFile(join(folder, `${stem}.nfo`), 'utf8'), 'new');
});

test('what follows a video is not forgotten while its disk is away', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library} = world;
	await world.addFilm('Harbour (2019)', 'film.mkv', {'film.en.srt': 'words'});
	const {id} = await world.plan({kind: 'rename'});
	await rename(library, `${library}-away`);
	t.like(await world.make(id), {state: 'failed'});
	await rename(`${library}-away`, library);
	const {rows} = await deps.fileChanges.rows.page({changeId: id, page: 1, limit: 10});
	t.is(rows[0]?.companions.length, 1);
});

test('a title whose folder has moved and whose file cannot have its name says so, and goes back as a whole', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library} = world;
	const film = await world.addFilm('Old', 'film.mkv', {'film.en.srt': 'words'}, 'Harbour (2019)');
	const stem = 'Harbour (2019) [WEBDL-1080p]-NOBODY';
	const {id} = await world.plan({kind: 'rename', folders: true});
	await writeFile(join(library, 'Old', `${stem}.mkv`), 'somebody else');
	const before = await treeOf(library);
	t.like(await world.make(id), {state: 'done', totals: {done: 0, skipped: 1}});
	const path = join(library, 'Harbour (2019)', 'film.mkv');
	t.is((await deps.movies.get(film.id)).file?.path, path);
	const {rows} = await deps.fileChanges.rows.page({changeId: id, page: 1, limit: 10});
	t.like(rows, [{state: 'skipped', code: 'target_exists', from: path}]);
	t.like(await world.undo(id), {state: 'done'});
	t.deepEqual(await treeOf(library), before);
	t.is((await deps.movies.get(film.id)).file?.path, film.file.path);
});
