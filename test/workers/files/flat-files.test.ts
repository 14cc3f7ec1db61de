import {rename, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test from 'ava';
import {buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {treeOf, writeTree} from '#test/helpers/world/moves.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import type {MoveStep} from '#workers/files/title-run.ts';

const wanted = {kind: 'rename'} as const;
let films = 0;

/** A film directly in the root folder, which is called `file` and is to be called `title`. */
async function addFlat({deps, library, addMovie}: World<'moves'>, title: string, file: string, beside: readonly string[] = []) {
	films += 1;
	const path = join(library, `${file}.mkv`);
	const text = `film ${title}`;
	await writeTree(library, {[`${file}.mkv`]: text, ...Object.fromEntries(beside.map(rest => [`${file}${rest}`, `${title}${rest}`]))});
	const movie = await addMovie(buildMovieDetails({metaId: 8000 + films, imdbId: null, title, year: 2001}), {
		path: join(library, `${title} (2001)`),
	});
	await deps.movies.setFile(movie.id, buildMediaFile({id: `flat-${films}`, path, size: text.length, dateAdded: deps.now()}), deps.now());
	return movie;
}

async function flatWorld(t: Parameters<typeof createWorld>[0]) {
	const world = await createWorld(t, {moves: {}});
	await world.deps.settings.set('media.movieFileFormat', '{Movie Title}', world.deps.now());
	return world;
}

const textsOf = (tree: Awaited<ReturnType<typeof treeOf>>) =>
	Object.fromEntries(Object.entries(tree).map(([name, {text}]) => [name, text]));

/** Each file is called like its film, and so is what follows it. */
function areRight(tree: Awaited<ReturnType<typeof treeOf>>): boolean {
	return Object.entries(textsOf(tree)).every(([name, text]) => name === `${text.replace('film ', '')}.mkv` || name === text);
}

test('films without folders that have the names of each other get their own in one plan, and back in one undo', async t => {
	const world = await flatWorld(t);
	const {deps, library} = world;
	await addFlat(world, 'Sun', 'Moon', ['.en.srt', '.nfo']);
	await addFlat(world, 'Moon', 'Sun', ['.en.srt']);
	await addFlat(world, 'One', 'Two', ['.en.srt']);
	await addFlat(world, 'Two', 'Three', ['.de.srt']);
	await addFlat(world, 'Three', 'One', ['.de.srt', '.en.srt']);
	await addFlat(world, 'Red', 'Green');
	await addFlat(world, 'Green', 'Blue', ['.nfo']);
	const before = await treeOf(library);
	const planned = await world.plan(wanted);
	t.like(planned.totals, {titles: 7, files: 7, skipped: 0});
	t.like(await world.make(planned.id), {state: 'done', totals: {done: 7, skipped: 0}});
	const after = await treeOf(library);
	t.true(areRight(after), Object.keys(after).join('\n'));
	t.deepEqual(
		Object.values(after)
			.map(({inode}) => inode)
			.sort(),
		Object.values(before)
			.map(({inode}) => inode)
			.sort(),
	);
	for (const {title, file} of await deps.movies.onDisk({after: '', limit: 10})) {
		t.is(file?.path, join(library, `${title}.mkv`));
	}
	t.is((await world.plan(wanted)).state, 'done', 'a second plan finds nothing to do');
	const reported = JSON.stringify((await deps.history.page({page: 1, limit: 50})).entries.map(({data}) => data));
	t.false(reported.includes('(moving)'), 'the history tells of no name in between');

	t.like(await world.undo(planned.id), {state: 'done', totals: {done: 7, skipped: 0}});
	t.deepEqual(await treeOf(library), before);
});

test('a chain whose last film has to stay is refused as a whole, and says so in its plan', async t => {
	const world = await flatWorld(t);
	await addFlat(world, 'Sun', 'Moon');
	await addFlat(world, 'Moon', 'Star');
	await addFlat(world, 'Rain', 'Snow', ['.en.srt']);
	await writeTree(world.library, {'Sun.mkv': 'somebody else’s', 'Rain.en.srt': 'somebody else’s'});
	const {totals, id, state} = await world.plan(wanted);
	t.like(totals, {files: 3, skipped: 3});
	const {rows} = await world.deps.fileChanges.rows.page({changeId: id, page: 1, limit: 9});
	t.deepEqual(
		rows.map(({code}) => code),
		['target_exists', 'target_exists', 'target_exists'],
		state,
	);
});

test('a film that is not part of the change keeps its name from the others', async t => {
	const world = await flatWorld(t);
	const one = await addFlat(world, 'Sun', 'Moon');
	await addFlat(world, 'Moon', 'Sun');
	const {totals} = await world.plan(wanted, {movieIds: [one.id]});
	t.like(totals, {files: 1, skipped: 1});
});

test('what changes under a plan leaves every film in a place that its record knows', async t => {
	const world = await flatWorld(t);
	const {deps, library} = world;
	await addFlat(world, 'Sun', 'Moon');
	await addFlat(world, 'Moon', 'Sun', ['.en.srt']);
	const planned = await world.plan(wanted);
	await writeFile(join(library, 'Moon.en.srt'), 'has come since');
	await rename(join(library, 'Sun.en.srt'), join(library, 'Sun.de.srt'));
	const {totals} = await world.make(planned.id);
	t.is(totals.done + totals.skipped, 2);
	const tree = await treeOf(library);
	t.is(Object.keys(tree).length, 4);
	for (const {title, file} of await deps.movies.onDisk({after: '', limit: 10})) {
		t.is(tree[file?.path.slice(library.length + 1) ?? '']?.text, `film ${title}`);
	}
});

test('a circle of films without folders is brought to its end, or back, wherever its worker dies', async t => {
	const world = await flatWorld(t);
	const {deps, library} = world;
	let round = 0;
	for (const step of ['begin', 'place', 'record', 'remove', 'end'] satisfies MoveStep[]) {
		for (const nth of [1, 2, 3, 4]) {
			for (const isCancelled of [false, true]) {
				round += 1;
				const [first, second] = [`First ${round}`, `Second ${round}`];
				const one = await addFlat(world, first, second, ['.en.srt']);
				const other = await addFlat(world, second, first, ['.en.srt', '.nfo']);
				const before = await treeOf(library);
				const {id} = await world.plan(wanted, {movieIds: [one.id, other.id]});
				let left = nth;
				const die = async (reached: string) => {
					left -= Number(reached === step);
					if (reached === step && left === 0) {
						throw new Error('killed');
					}
				};
				await world.make(id, die).catch(() => {});
				const about = `${step} ${nth} ${isCancelled}`;
				const cancelling = {cancelRequested: true, state: 'running'} as const;
				await deps.fileChanges.move(id, ['running', 'failed'], isCancelled ? cancelling : {state: 'planned'}, deps.now());
				await world.make(id).catch(() => {});
				const tree = await treeOf(library);
				t.is(Object.keys(tree).length, Object.keys(before).length, `${about}: nothing is lost, and nothing is there twice`);
				for (const film of [one, other]) {
					const {file, title} = await deps.movies.get(film.id);
					t.is(tree[file?.path.slice(library.length + 1) ?? '']?.text, `film ${title}`, about);
					t.true(isCancelled || file?.path === join(library, `${title}.mkv`), about);
				}
				if ((await deps.fileChanges.get(id)).state !== 'undone') {
					await world.undo(id);
				}
				t.deepEqual(await treeOf(library), before, `${about}: undone`);
			}
		}
	}
});

test('films whose names for a moment are all taken stay where they are', async t => {
	const world = await flatWorld(t);
	await addFlat(world, 'Sun', 'Moon');
	await addFlat(world, 'Moon', 'Sun');
	const numbers = Array.from({length: 100}, (_, index) => (index === 0 ? '' : ` ${index + 1}`));
	await writeTree(
		world.library,
		Object.fromEntries(numbers.flatMap(each => ['Sun', 'Moon'].map(name => [`(moving)${each} ${name}.mkv`, 'not ours']))),
	);
	const before = await treeOf(world.library);
	const planned = await world.plan(wanted);
	t.like(await world.make(planned.id), {state: 'done', totals: {done: 0, skipped: 2}});
	t.deepEqual(await treeOf(world.library), before);
});
