import {mkdir, rename, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {seed, treeOf, writeTree} from '#test/helpers/world/moves.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import type {MoveStep} from '#workers/files/title-run.ts';
import type {Relocation, RelocationRun} from '#workers/integrations/files/relocate.ts';

type Moving = World<'moves'>;

const name = 'Harbour (2019) [WEBDL-1080p]-NOBODY';
const beside = {'film.en.srt': 'words', 'Extras/trailer.mkv': 'extra'};

const refusing = (code: string) => async () => {
	throw Object.assign(new Error(code), {code});
};

/** The disk answers links, and maybe renames, of files with an error. */
function refuse({deps}: Moving, calls: NonNullable<RelocationRun['calls']>): void {
	const {files} = deps;
	const relocate = (relocation: Relocation, run: RelocationRun) => files.relocate(relocation, {...run, calls});
	Object.assign(deps, {files: {...files, relocate}});
}

/** Runs a change until it fails at this step, as if the disk had gone. */
async function failAt(world: Moving, id: string, step: MoveStep): Promise<void> {
	const fail = async (reached: MoveStep) => {
		if (reached === step) {
			throw new Error('The disk is gone.');
		}
	};
	await world.make(id, fail).catch(() => {});
}

/** As the API does. */
async function cancel({deps, make}: Moving, id: string) {
	await deps.fileChanges.move(id, ['running', 'failed'], {cancelRequested: true, state: 'running'}, deps.now());
	await make(id).catch(() => {});
	return deps.fileChanges.get(id);
}

async function retry({deps, make}: Moving, id: string, copies = false) {
	await deps.fileChanges.moveOrThrow(
		id,
		['failed', 'cancelled', 'done'],
		{state: 'planned', cancelRequested: false, endedAt: null, copies},
		deps.now(),
	);
	await deps.fileChanges.rows.reopen(id);
	return make(id);
}

test('a cancelled change takes back what it has begun, and a retry makes the rest', async t => {
	for (const step of ['begin', 'place', 'record'] as const) {
		const world = await createWorld(t, {moves: {}});
		const {deps, library} = world;
		const film = await world.addFilm('Harbour (2019)', 'film.mkv', beside);
		const before = await treeOf(library);
		const {id} = await world.plan({kind: 'rename'});
		await failAt(world, id, step);
		t.like(await deps.fileChanges.get(id), {state: 'failed'}, step);
		t.like(await cancel(world, id), {state: 'cancelled', totals: {done: 0}}, step);
		t.deepEqual(await treeOf(library), before, `${step}: as it was`);
		t.is((await deps.movies.get(film.id)).file?.path, film.file.path);
		t.like(await retry(world, id), {state: 'done', totals: {done: 1, skipped: 0, failed: 0}}, step);
		t.is((await deps.movies.get(film.id)).file?.path, join(library, `Harbour (2019)/${name}.mkv`));
	}
});

test('a title whose folder has moved is brought to its end by a cancellation', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, other} = world;
	const film = await world.addFilm('Harbour (2019)', 'film.mkv', beside);
	const {id} = await world.plan({kind: 'move', to: other});
	await failAt(world, id, 'recordFolder');
	t.like(await cancel(world, id), {state: 'cancelled', totals: {done: 1}});
	t.is((await deps.movies.get(film.id)).file?.path, join(other, 'Harbour (2019)/film.mkv'));
});

test('files that have swapped their names get them back when the change is cancelled', async t => {
	const world = await createWorld(t, {moves: {}, series: {}});
	const {deps, series} = world;
	const names = [2, 1].map(number => `Season 01/Paper Lanterns - S01E0${number} - Chapter ${number} [WEBDL-1080p]`);
	for (const [index, each] of names.entries()) {
		await writeTree(series.path, {[`${each}.mkv`]: `episode ${index + 1}`, [`${each}.en.srt`]: `words ${index + 1}`});
		const file = buildMediaFile({id: `episode-${index + 1}`, path: join(series.path, `${each}.mkv`), size: 9, releaseTitle: null});
		const {id} = await world.episode(1, index + 1);
		await deps.episodes.recordFile({seriesId: series.id, episodeIds: [id], file, replaces: []}, deps.now());
	}
	const before = await treeOf(series.path);
	const {id} = await world.plan({kind: 'rename'}, {seriesIds: [series.id]});
	await failAt(world, id, 'record');
	t.not((await treeOf(series.path))[`${names[0]}.mkv`]?.text, 'episode 1', 'they were swapped');
	t.like(await cancel(world, id), {state: 'cancelled'});
	t.deepEqual(await treeOf(series.path), before);
	t.like(await retry(world, id), {state: 'done', totals: {done: 2}});
});

test('a file that a torrent shares is copied only if that is allowed, and stays linked there', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library, other} = world;
	refuse(world, {link: refusing('EXDEV'), rename: refusing('EXDEV')});
	await deps.settings.set('media.importMode', 'hardlinkOnly', deps.now());
	await deps.settings.set('media.verifyMoves', 'hash', deps.now());
	const film = await world.addFilm('Harbour (2019)', 'film.mkv', beside);
	await writeTree(join(other, 'Harbour (2019)'), {'notes.txt': 'theirs'});
	await seed(film.file.path, join(deps.dataDir, 'torrents'));
	const before = await treeOf(library);
	const {id, totals} = await world.plan({kind: 'move', to: other});
	t.like(totals, {linkedFiles: 1, linkedBytes: film.file.size});
	t.like(await world.make(id), {state: 'done', totals: {done: 0, skipped: 1}});
	t.is((await deps.fileChanges.rows.page({changeId: id, code: 'needs_copies', page: 1, limit: 5})).total, 1);
	t.deepEqual(await treeOf(library), before);
	t.like(await retry(world, id, true), {state: 'done', totals: {done: 1, skipped: 0}});
	t.is((await deps.movies.get(film.id)).file?.path, join(other, 'Harbour (2019)/film.mkv'));
	t.deepEqual(await treeOf(library), {});
	t.like(Object.values(await treeOf(join(deps.dataDir, 'torrents'))), [{text: before['Harbour (2019)/film.mkv']?.text}]);
	t.like(await world.undo(id), {state: 'done', totals: {done: 1}});
	const textsOf = (tree: typeof before) => Object.entries(tree).map(([path, {text}]) => [path, text]);
	t.deepEqual(textsOf(await treeOf(library)), textsOf(before));
	t.deepEqual(Object.keys(await treeOf(other)), ['Harbour (2019)/notes.txt']);
});

test('on a disk without hard links files are renamed, cancelled and undone all the same', async t => {
	const world = await createWorld(t, {moves: {}});
	const {library} = world;
	refuse(world, {link: refusing('EPERM')});
	await world.addFilm('Harbour (2019)', 'film.mkv', beside);
	const before = await treeOf(library);
	const {id} = await world.plan({kind: 'rename'});
	await failAt(world, id, 'record');
	t.like(await cancel(world, id), {state: 'cancelled'});
	t.deepEqual(await treeOf(library), before);
	t.like(await retry(world, id), {state: 'done', totals: {done: 1}});
	t.true(`Harbour (2019)/${name}.mkv` in (await treeOf(library)));
	await world.undo(id);
	t.deepEqual(await treeOf(library), before);
});

test('names that differ only in capitals are changed, and taken back', async t => {
	const world = await createWorld(t, {moves: {}});
	const {library} = world;
	await world.addFilm('harbour (2019)', `${name.toLowerCase()}.mkv`, {[`${name.toLowerCase()}.en.srt`]: 'words'});
	const before = await treeOf(library);
	const {id} = await world.plan({kind: 'rename'});
	await failAt(world, id, 'record');
	t.like(await cancel(world, id), {state: 'cancelled'});
	t.deepEqual(await treeOf(library), before);
	t.like(await retry(world, id), {state: 'done', totals: {done: 1}});
	t.deepEqual(Object.keys(await treeOf(library)), [
		`harbour (2019)/harbour (2019) [WEBDL-1080p]-NOBODY.en.srt`,
		`harbour (2019)/harbour (2019) [WEBDL-1080p]-NOBODY.mkv`,
	]);
	await world.undo(id);
	t.deepEqual(await treeOf(library), before);
});

test('a title stays as a whole if one of its new names is taken meanwhile', async t => {
	const world = await createWorld(t, {moves: {}});
	const {library} = world;
	await world.addFilm('Harbour (2019)', 'film.mkv', beside);
	await world.addFilm('Lantern (2020)', 'film.mkv', {'film.en.srt': 'words'});
	const {id} = await world.plan({kind: 'rename'});
	await writeTree(library, {
		[`Harbour (2019)/${name}.mkv`]: 'theirs',
		'Lantern (2020)/Lantern (2020) [WEBDL-1080p]-NOBODY.en.srt': 'theirs',
	});
	const before = await treeOf(library);
	t.like(await world.make(id), {state: 'done', totals: {done: 0, skipped: 2}});
	t.deepEqual(await treeOf(library), before);
});

/** Two films: the folder of one is a link out of the root folder, and that of the other one lies in it. */
async function withLink(t: ExecutionContext) {
	const world = await createWorld(t, {moves: {}});
	await world.addFilm('Harbour (2019)', 'film.mkv');
	await world.addFilm('Lantern (2020)', 'film.mkv');
	const outside = join(tempFolder(t), 'elsewhere');
	await rename(join(world.library, 'Harbour (2019)'), outside);
	await symlink(outside, join(world.library, 'Harbour (2019)'));
	return {...world, outside};
}

test('files behind a link that leads out of the root folder stay where they are', async t => {
	const {plan, make, outside, other, deps} = await withLink(t);
	const before = await treeOf(outside);
	for (const wanted of [{kind: 'rename'}, {kind: 'move', to: other}] as const) {
		const {id} = await plan(wanted);
		t.like(await make(id), {state: 'done', totals: {files: 2, done: 1, skipped: 1}}, wanted.kind);
		const {rows} = await deps.fileChanges.rows.page({changeId: id, code: 'link_leads_outside', page: 1, limit: 5});
		t.deepEqual(
			rows.map(({title}) => title),
			['Harbour'],
		);
		t.deepEqual(await treeOf(outside), before);
	}
});

test('a full disk leaves the title, and a retry goes on once there is room', async t => {
	const world = await createWorld(t, {moves: {}});
	const {deps, library, other} = world;
	const {files} = deps;
	await world.addFilm('Harbour (2019)', 'film.mkv', beside);
	await mkdir(join(other, 'Harbour (2019)'));
	await writeFile(join(other, 'Harbour (2019)/notes.txt'), 'theirs');
	const before = await treeOf(library);
	refuse(world, {link: refusing('EXDEV'), rename: refusing('EXDEV'), copy: refusing('ENOSPC')});
	const {id} = await world.plan({kind: 'move', to: other});
	await world.make(id).catch(() => {});
	t.like(await deps.fileChanges.get(id), {state: 'failed'});
	const {message} = await deps.fileChanges.get(id);
	t.regex(String(message), /full.*retry this change/i, 'it does not go on by itself');
	t.deepEqual(await treeOf(library), before);
	t.deepEqual(Object.keys(await treeOf(other)), ['Harbour (2019)/notes.txt']);
	Object.assign(deps, {files});
	t.like(await retry(world, id), {state: 'done', totals: {done: 1}});
	t.deepEqual(await treeOf(library), {});
});
