import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, rmSync, statSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {MongoClient} from 'mongodb';
import {openRowStates} from '#shared/domain/file-changes/file-change.ts';
import {filesTaskId} from '#shared/domain/tasks/tasks.ts';
import type {NewFileChange} from '#shared/store/libraries/file-changes.ts';
import {buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {seed, treeOf, writeTree} from '#test/helpers/world/moves.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import {type MoveStep, moveSteps} from '#workers/files/title-run.ts';

const script = fileURLToPath(new URL('../../fixtures/move-killed.ts', import.meta.url));

type Moving = World<'moves' | 'series'>;

/** Runs the change in a process of its own that is killed before the nth `step`. False if it never came there. */
async function runAndDie({deps, mongodbUri, redisUrl}: Moving, changeId: string, step: MoveStep, nth: number): Promise<boolean> {
	const {execution} = await deps.taskHistory.add({taskId: filesTaskId(changeId), options: {}, force: false}, deps.now());
	const args = [mongodbUri, redisUrl, deps.prefix, changeId, execution.id, step, String(nth)];
	const child = spawn(process.execPath, [script, ...args], {stdio: 'inherit'});
	const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
	return signal === 'SIGKILL';
}

/** A film with what follows it and a seeding torrent, and a series of which two episodes have each other's names. */
async function fill(world: Moving, round: number): Promise<void> {
	const {deps, series} = world;
	const film = await world.addFilm(`Harbour ${round} (2019)`, 'film.mkv', {
		'film.Web [SDH].en.srt': 'words',
		'Extras/trailer.mkv': 'extra',
		'poster.jpg': 'a picture',
	});
	await seed(film.file.path, join(deps.dataDir, 'torrents'));
	const folder = series.path;
	const names = [
		'Paper Lanterns - S01E02 - Chapter 2 [WEBDL-1080p].mkv',
		'Paper Lanterns - S01E01 - Chapter 1 [WEBDL-1080p].mkv',
		'third.mkv',
	];
	for (const [index, name] of names.entries()) {
		const path = join(folder, 'Season 01', name);
		await writeTree(dirname(path), {[name]: `episode ${index + 1}`, [name.replace('.mkv', '.en.srt')]: `words ${index + 1}`});
		const episode = await world.episode(1, index + 1);
		const file = buildMediaFile({id: `episode-${index + 1}`, path, size: 9, releaseTitle: null});
		await deps.episodes.recordFile(
			{seriesId: series.id, episodeIds: [episode.id], file, replaces: episode.file ? [episode.file.id] : []},
			deps.now(),
		);
	}
}

/** Two films directly in the root folder that have the names of each other. */
async function fillFlat({deps, library, addMovie}: Moving): Promise<void> {
	await deps.settings.set('media.movieFileFormat', '{Movie Title}', deps.now());
	for (const [index, [title, name]] of [['Sun', 'Moon'] as const, ['Moon', 'Sun'] as const].entries()) {
		await writeTree(library, {[`${name}.mkv`]: `film ${title}`, [`${name}.en.srt`]: `words ${title}`});
		const details = buildMovieDetails({metaId: 9100 + index, imdbId: null, title, year: 2001});
		const movie = await addMovie(details, {path: join(library, `${title} (2001)`)});
		const path = join(library, `${name}.mkv`);
		await deps.movies.setFile(movie.id, buildMediaFile({id: `flat-${index}`, path, size: statSync(path).size}), deps.now());
	}
}

/** Every recorded file is there, with the bytes that it had. */
async function checkRecords(t: ExecutionContext, {deps, series}: Moving, about: string): Promise<void> {
	for (const episode of await deps.episodes.ofSeries(series.id)) {
		if (episode.file) {
			const {path, size} = episode.file;
			t.is(statSync(path, {throwIfNoEntry: false})?.size, size, `${about}: ${path}`);
		}
	}
	for await (const movies of deps.movies.ofSelection({movieIds: [], libraryId: null, rootFolderPath: null, all: true})) {
		for (const {file} of movies) {
			t.is(file && statSync(file.path, {throwIfNoEntry: false})?.size, file?.size, `${about}: ${file?.path}`);
		}
	}
}

interface Sweep {
	wanted(world: Moving, other: string): Partial<NewFileChange>;
	/** Whether the second root folder is on another disk. */
	isOtherDisk: boolean;
	/** Films without folders are there too. */
	isFlat?: boolean;
	/** A person cancels the change after the kill, which is undone then as far as it was made. */
	isCancelled?: boolean;
}

/** What becomes of a change whose worker was killed. */
async function endKilled(t: ExecutionContext, world: Moving, {id, about, isCancelled}: {id: string; about: string; isCancelled: boolean}) {
	const {fileChanges, now} = world.deps;
	const isOver = (await fileChanges.get(id)).state === 'done';
	if (!isCancelled || isOver) {
		t.like(isOver ? await fileChanges.get(id) : await world.make(id), {state: 'done', totals: {skipped: 0, failed: 0}}, about);
		return;
	}
	await fileChanges.moveOrThrow(id, ['running'], {cancelRequested: true}, now());
	await world.make(id).catch(() => {});
	t.like(await fileChanges.get(id), {state: 'cancelled', totals: {skipped: 0, failed: 0}}, about);
}

const endsWell = test.macro({
	title: (_, name: string) => `${name} that is killed before any of its steps is continued, and nothing is lost, doubled or left over`,
	async exec(t, _name: string, {wanted, isOtherDisk, isCancelled = false, isFlat = false}: Sweep) {
		const world = await createWorld(t, {moves: {}, series: {}});
		const {deps, library} = world;
		const other = isOtherDisk ? await otherDisk(t, world) : world.other;
		if (other === null) {
			t.pass('There is no second disk here.');
			return;
		}
		await fill(world, 1);
		await (isFlat && fillFlat(world));
		const before = await treeOf(library);
		let kills = 0;
		for (const step of moveSteps) {
			for (const nth of isCancelled ? [2] : [1, 2]) {
				const about = `${step} ${nth}`;
				const {id} = await world.plan(wanted(world, other));
				kills += Number(await runAndDie(world, id, step, nth));
				await endLeases(world);
				await endKilled(t, world, {id, about, isCancelled});
				await checkRecords(t, world, about);
				const {rows} = await deps.fileChanges.rows.page({changeId: id, page: 1, limit: 50});
				const open = rows.filter(({state}) => (openRowStates as readonly string[]).includes(state));
				t.true(
					isCancelled ? open.every(({placed, state}) => placed === null && state === 'planned') : open.length === 0,
					`${about}: the journal is empty`,
				);
				t.like(await world.undo(id), {state: 'done'}, `${about}: undone`);
				await checkRecords(t, world, `${about}: undone`);
				const after = await treeOf(library);
				t.deepEqual(isOtherDisk ? textsOf(after) : after, isOtherDisk ? textsOf(before) : before, `${about}: as it was`);
				t.deepEqual(await treeOf(other), {}, `${about}: nothing is left over`);
			}
		}
		t.true(kills >= (isCancelled ? 4 : 8), `${kills} kills`);
	},
});

const textsOf = (tree: Awaited<ReturnType<typeof treeOf>>) =>
	Object.fromEntries(Object.entries(tree).map(([name, {text}]) => [name, text]));

/** As if the worker had died a while ago: its leases have ended. */
async function endLeases({mongodbUri}: Moving): Promise<void> {
	const client = await MongoClient.connect(mongodbUri);
	try {
		await client.db().collection('leases').deleteMany({});
	} finally {
		await client.close();
	}
}

/** A root folder in memory; null where that is no disk of its own. */
async function otherDisk(t: ExecutionContext, {deps}: Moving): Promise<string | null> {
	const shared = statSync('/dev/shm', {throwIfNoEntry: false});
	if (!shared?.isDirectory() || shared.dev === statSync(deps.dataDir).dev) {
		return null;
	}
	const folder = mkdtempSync('/dev/shm/kino-moves-');
	t.teardown(() => rmSync(folder, {recursive: true, force: true}));
	const root = join(folder, 'films');
	mkdirSync(root);
	await deps.rootFolders.add({name: 'Memory', path: root}, deps.now());
	return root;
}

test(endsWell, 'a rename of files in a circle and of folders', {
	wanted: () => ({kind: 'rename' as const, folders: true}),
	isOtherDisk: false,
});
test(endsWell, 'a rename of films without folders in a circle', {
	wanted: () => ({kind: 'rename' as const}),
	isOtherDisk: false,
	isFlat: true,
});
test(endsWell, 'a move of folders', {wanted: (_, to) => ({kind: 'move' as const, to}), isOtherDisk: false});
test(endsWell, 'a move to another disk', {wanted: (_, to) => ({kind: 'move' as const, to, folders: true}), isOtherDisk: true});
test(endsWell, 'a rename of files in a circle that is cancelled, and', {
	wanted: () => ({kind: 'rename' as const}),
	isOtherDisk: false,
	isCancelled: true,
});
test(endsWell, 'a move of folders that is cancelled, and', {
	wanted: (_, to) => ({kind: 'move' as const, to}),
	isOtherDisk: false,
	isCancelled: true,
});
test(endsWell, 'a move to another disk that is cancelled, and', {
	wanted: (_, to) => ({kind: 'move' as const, to, folders: true}),
	isOtherDisk: true,
	isCancelled: true,
});
