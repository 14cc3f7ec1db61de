import {mkdir, rename} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {treeOf, writeTree} from '#test/helpers/world/moves.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import type {MoveStep} from '#workers/files/title-run.ts';

const wanted = {kind: 'rename', folders: true} as const;
type Moving = World<'moves'>;

/** Its folders, by the text of the film that is in each. */
async function foldersIn(folder: string) {
	const tree = await treeOf(folder);
	return Object.fromEntries(Object.entries(tree).map(([path, {text}]) => [text, path.split('/')[0]]));
}

async function allRight({deps, library}: Moving, t: {is(a: unknown, b: unknown): void}) {
	for (const {path, file, title, year} of await deps.movies.onDisk({after: '', limit: 10})) {
		t.is(path, join(library, `${title} (${year})`));
		t.is(file?.path.startsWith(`${path}/`), true);
		t.is((await deps.files.entry(file?.path ?? ''))?.size, file?.size);
	}
}

test('films that have the folders of each other get their own in one plan, and back in one undo', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library} = world;
	await world.addFilm('First (2001)', 'film.mkv', {}, 'Second (2002)');
	await world.addFilm('Second (2002)', 'film.mkv', {}, 'First (2001)');
	await world.addFilm('Third (2003)', 'film.mkv', {}, 'Fourth (2004)');
	await world.addFilm('Fourth (2004)', 'film.mkv', {}, 'Fifth (2005)');
	const before = await treeOf(library);
	const planned = await world.plan(wanted);
	t.like(planned.totals, {titles: 4, files: 4, skipped: 0});
	t.like(await world.make(planned.id), {state: 'done', totals: {done: 4, skipped: 0}});
	await allRight(world, t);
	t.deepEqual(Object.values(await foldersIn(library)).toSorted(), ['Fifth (2005)', 'First (2001)', 'Fourth (2004)', 'Second (2002)']);
	t.is((await world.plan(wanted)).state, 'done', 'a second plan finds nothing to do');

	t.like(await world.undo(planned.id), {state: 'done', totals: {done: 4, skipped: 0}});
	t.deepEqual(await treeOf(library), before);
	const moved = (await deps.history.page({page: 1, limit: 50})).entries.filter(({event}) => event === 'titleMoved');
	t.false(
		moved.some(({data}) => JSON.stringify(data).includes('(moving)')),
		'the history tells of no place in between',
	);
});

test('a circle is brought to its end, or left in order, wherever its worker dies', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library} = world;
	let round = 0;
	for (const step of ['begin', 'folder', 'recordFolder', 'end'] satisfies MoveStep[]) {
		for (const isCancelled of [false, true]) {
			round += 1;
			const [first, second] = [`First ${round} (2001)`, `Second ${round} (2002)`];
			const one = await world.addFilm(first, 'film.mkv', {}, second);
			const other = await world.addFilm(second, 'film.mkv', {}, first);
			const {id} = await world.plan(wanted, {movieIds: [one.id, other.id]});
			let left = 2;
			const die = async (reached: string) => {
				left -= Number(reached === step);
				if (reached === step && left === 0) {
					throw new Error('killed');
				}
			};
			await world.make(id, die).catch(() => {});
			const cancelling = {cancelRequested: true, state: 'running'} as const;
			await deps.fileChanges.move(id, ['running', 'failed'], isCancelled ? cancelling : {state: 'planned'}, deps.now());
			await world.make(id).catch(() => {});
			const films = await Promise.all([one, other].map(film => deps.movies.get(film.id)));
			if (!isCancelled) {
				t.deepEqual(
					films.map(({path}) => path),
					[join(library, second), join(library, first)],
					step,
				);
			}
			t.is(new Set(films.map(({path}) => path)).size, 2);
			for (const {file, path} of films) {
				t.true(file?.path.startsWith(`${path}/`));
				t.is((await deps.files.entry(file?.path ?? ''))?.kind, 'file', `${step} ${isCancelled}`);
			}
			t.is(Object.keys(await treeOf(library)).length, 2 * round, 'nothing is lost, and nothing is there twice');
		}
	}
});

test('films that share a name get folders apart in one plan', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, other} = world;
	const films = [
		await world.addFilm('Harbour (2019)', 'film.mkv'),
		await world.addFilm('harbour (2019)', 'film.mkv'),
		await world.addFilm('Old/Harbour (2019)', 'film.mkv', {}, 'Harbour (2019)'),
	];
	const {id, totals} = await world.plan({kind: 'move', to: other, folders: true});
	t.like(totals, {files: 3, skipped: 0});
	t.like(await world.make(id), {state: 'done', totals: {done: 3, skipped: 0}});
	const paths = await Promise.all(films.map(async film => (await deps.movies.get(film.id)).path.toLowerCase()));
	t.is(new Set(paths).size, 3, 'also on a disk that ignores capitals');
	t.is(Object.keys(await treeOf(other)).length, 3);
});

test('a second version of a film that is moved to the first gets a folder of its own', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library, other} = world;
	const first = await world.addFilm('Harbour (2019)', 'film.mkv');
	const roots = await deps.rootFolders.list();
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const usual = {type: 'movies' as const, qualityProfileId, languageProfileId: '', enabled: true, monitored: false, backfillEnabled: false};
	const libraries = [];
	for (const [name, root] of [
		['HD', library],
		['4K', other],
	] as const) {
		const rootFolderId = roots.find(each => each.path === root)?.id ?? '';
		libraries.push(await deps.libraries.add({...usual, name, rootFolderId}, deps.now()));
	}
	await deps.movies.change(first.id, {libraryId: libraries[0]?.id ?? null}, deps.now());
	const details = buildMovieDetails({metaId: first.metaId, imdbId: null, title: 'Harbour', year: 2019});
	const path = join(other, 'Harbour (2019)');
	const copy = await world.addMovie(details, {path, rootFolderPath: other, libraryId: libraries[1]?.id ?? null});
	await writeTree(path, {'film.mkv': 'large'});
	await deps.movies.setFile(copy.id, buildMediaFile({id: 'copy', path: join(path, 'film.mkv'), size: 5}), deps.now());

	const {id} = await world.plan({kind: 'move', to: library}, {movieIds: [copy.id]});
	t.like(await world.make(id), {state: 'done', totals: {done: 1, skipped: 0}});
	t.is((await deps.movies.get(copy.id)).path, join(library, 'Harbour (2019) [4K]'));
	t.is((await deps.movies.get(first.id)).path, join(library, 'Harbour (2019)'));
});

test('a folder that differs in capitals only is renamed, also beside one that has the new name', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library} = world;
	const alone = await world.addFilm('harbour (2019)', 'film.mkv', {'film.en.srt': 'words'}, 'Harbour (2019)');
	const beside = await world.addFilm('quay (2020)', 'film.mkv', {'film.en.srt': 'words'}, 'Quay (2020)');
	await mkdir(join(library, 'Quay (2020)'));
	await writeTree(join(library, 'Quay (2020)'), {'notes.txt': 'theirs'});
	const before = await treeOf(library);
	const {id} = await world.plan(wanted);
	t.like(await world.make(id), {state: 'done', totals: {done: 2, skipped: 0}});
	t.is((await deps.movies.get(alone.id)).path, join(library, 'Harbour (2019)'));
	t.is((await deps.movies.get(beside.id)).path, join(library, 'Quay (2020)'));
	const after = Object.keys(await treeOf(library));
	t.true(
		after.every(path => path.startsWith('Harbour (2019)/') || path.startsWith('Quay (2020)/')),
		after.join('\n'),
	);
	t.is(after.length, 5);
	t.like(await world.undo(id), {state: 'done', totals: {done: 2, skipped: 0}});
	t.deepEqual(await treeOf(library), before);
});

test('films whose folders differ in capitals only stay apart', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library} = world;
	const one = await world.addFilm('SAW (2004)', 'film.mkv', {'film.en.srt': 'one'});
	const other = await world.addFilm('Saw (2004)', 'film.mkv', {'film.en.srt': 'other'});
	const {id} = await world.plan(wanted);
	t.like(await world.make(id), {totals: {done: 2, skipped: 0}});
	await allRight(world, t);
	t.is(Object.keys(await treeOf(library)).length, 4);
	await rename(join(library, 'SAW (2004)'), join(library, 'gone'));
	t.truthy(await deps.files.entry((await deps.movies.get(other.id)).file?.path ?? ''));
	t.falsy(await deps.files.entry((await deps.movies.get(one.id)).file?.path ?? ''));
});
