import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import test from 'ava';
import {buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {treeOf} from '#test/helpers/world/moves.ts';
import {createWorld, type World} from '#test/helpers/world.ts';

/** The same numbers for the same seed. */
function createRandom(seed: number) {
	let state = seed;
	const next = (below: number) => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
		return Math.floor((state / 0x80_00_00_00) * below);
	};
	return {next, of: <T>(all: readonly T[]): T => all[next(all.length)]!}; // never empty
}
type Random = ReturnType<typeof createRandom>;

/** Names that templates make of each other, that differ in capitals or accents only, or that begin alike. */
const words = ['Sun', 'sun', 'Sun: Rise', 'Sun - Rise', 'Ilé', 'Ilé', 'Sun 1', 'Sun 10', '..', 'Ä'.repeat(90), 'x\ny'];
const endings = ['.en.srt', '.Web [SDH].en.srt', '-trailer.mkv', '.nfo', '.cd2.mkv'];
const safe = (name: string) => (name === '..' ? 'dots' : name);

/** Films in folders of their own or directly in the root folder, with what follows them, and files of nobody. */
async function fill({deps, library, addMovie}: World<'moves'>, round: number, random: Random): Promise<Map<string, string>> {
	const texts = new Map<string, string>();
	const taken = new Set<string>();
	const write = async (path: string, text: string) => {
		if (taken.has(path)) {
			return false;
		}
		taken.add(path);
		await mkdir(dirname(path), {recursive: true});
		await writeFile(path, text);
		return true;
	};
	const shelf = join(library, `Round ${round}`);
	for (let number = 0; number < 10; number += 1) {
		const title = random.of(words);
		const folder = join(shelf, `${number} ${safe(random.of(words)).slice(0, 40)}`);
		const place = random.next(3) === 0 ? shelf : folder;
		const stem = safe(random.of(words));
		const path = join(place, `${stem}.mkv`);
		const text = `film ${round} ${number}`;
		if (!(await write(path, text))) {
			continue;
		}
		const details = buildMovieDetails({metaId: 7000 + round * 100 + number, imdbId: null, title, year: 2001 + random.next(2)});
		const movie = await addMovie(details, {path: folder});
		const file = buildMediaFile({id: `film-${round}-${number}`, path, size: text.length, dateAdded: deps.now(), originalFile: path});
		await deps.movies.setFile(movie.id, file, deps.now());
		texts.set(movie.id, text);
		for (const ending of endings.filter(() => random.next(3) === 0)) {
			await write(join(place, `${stem}${ending}`), `${text} ${ending}`);
		}
		if (random.next(3) === 0) {
			await write(join(place, `${safe(random.of(words))}.mkv`), `nobody ${round} ${number}`);
		}
	}
	return texts;
}

test('whatever the names: a rename overwrites nothing, loses nothing, and its undo gives the first listing', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library, other} = world;
	const bytesOf = (tree: Awaited<ReturnType<typeof treeOf>>) =>
		Object.values(tree)
			.map(({text}) => text)
			.sort();
	let done = 0;
	for (let round = 0; round < 6; round += 1) {
		const random = createRandom(round + 1);
		await deps.settings.set(
			'media.movieFileFormat',
			random.of(['{Movie Title}', '{Movie CleanTitle} {Year}', '{Original Title}']),
			deps.now(),
		);
		await deps.settings.set('media.colonReplacement', random.of(['smart', 'delete']), deps.now());
		const texts = await fill(world, round, random);
		const before = await treeOf(library);
		const isMove = round % 3 === 2;
		const selection = {movieIds: [...texts.keys()]};
		const request = isMove ? {kind: 'move' as const, to: other, folders: true} : {kind: 'rename' as const, folders: random.next(2) === 0};
		const planned = await world.plan(request, selection);
		const made = planned.state === 'done' ? planned : await world.make(planned.id);
		t.is(made.state, 'done', `round ${round}`);
		done += made.totals.done;
		const after = {...(await treeOf(library)), ...(isMove && (await treeOf(other)))};
		t.deepEqual(bytesOf(after), bytesOf(before), `round ${round}: every file is still there`);
		for (const [id, text] of texts) {
			const path = (await deps.movies.get(id)).file?.path ?? '';
			const tree = path.startsWith(`${other}/`) ? other : library;
			t.is((await treeOf(tree))[path.slice(tree.length + 1)]?.text, text, `round ${round}: a record has its own file`);
		}
		if (planned.state !== 'done') {
			t.is((await world.undo(planned.id)).state, 'done');
		}
		t.deepEqual(await treeOf(library), before, `round ${round}: the undo gives the first listing`);
	}
	t.true(done > 15, `${done} files got other names`);
});
