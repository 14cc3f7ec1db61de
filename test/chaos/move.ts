import {mkdirSync, mkdtempSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {openTestServices} from '#scripts/test/services.ts';
import {type FileChange, openRowStates} from '#shared/domain/file-changes/file-change.ts';
import {planFileChange} from '#shared/jobs/files.ts';
import type {NewFileChange} from '#shared/store/libraries/file-changes.ts';
import {buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {seed as seedFile, treeOf, writeTree} from '#test/helpers/world/moves.ts';
import type {Chaos} from './chaos.ts';
import {type ChaosWorld, openChaosWorld} from './world/chaos-world.ts';
import {until} from './world/until.ts';

/** Each round makes so many changes of one film and undoes them. */
const filmsInRound = 10;
const usualRounds = 20;
const roundMs = 240_000;
/** Milliseconds within which a worker is killed, and how often in a round. */
const killWithinMs = 1500;
const killsInRound = 3;

interface Theatre {
	world: ChaosWorld;
	/** A root folder on another disk. */
	other: string;
	random(): number;
	faults: string[];
	kills: number;
}

/**
 * 200 moves and renames of films with subtitles, extras and hard links, within a disk and to another one, and their undos;
 * the worker is killed again and again meanwhile. No file may be lost or be there twice, every record names its file, the
 * journal is empty in the end, and an undo gives the first listing back: with the same inodes on one disk, the same
 * bytes on two.
 */
export const chaosMove: Chaos = async ({reporter, rounds, seed}) => {
	const total = rounds ?? usualRounds;
	const folder = mkdtempSync(join(tmpdir(), 'kinoteka-chaos-move-'));
	const shared = statSync('/dev/shm', {throwIfNoEntry: false});
	if (!shared?.isDirectory() || shared.dev === statSync(folder).dev) {
		rmSync(folder, {recursive: true, force: true});
		return {faults: [], figures: 'no figures', skipped: 'there is no second disk at /dev/shm'};
	}
	const memory = mkdtempSync('/dev/shm/kinoteka-chaos-move-');
	const services = await openTestServices(process.env, reporter);
	const begun = performance.now();
	const {TEST_MONGODB_URI: mongodbUri = '', TEST_REDIS_URL: redisUrl = ''} = services.env;
	const world = await openChaosWorld({mongodbUri, redisUrl, name: 'chaos-move', folder: join(folder, 'world')});
	const other = join(memory, 'films');
	mkdirSync(other);
	await world.stores.rootFolders.add({name: 'Memory', path: other}, new Date());
	const theatre: Theatre = {world, other, random: randomOf(seed), faults: [], kills: 0};
	try {
		const ids = await addFilms(theatre, join(folder, 'torrents'));
		for (let round = 1; round <= total && theatre.faults.length < 20; round += 1) {
			await playRound(ids, theatre);
			reporter.progress(`move: ${round} of ${total} rounds, ${theatre.kills} workers killed, ${theatre.faults.length} faults`);
		}
	} finally {
		await world.close();
		await services.close();
		rmSync(folder, {recursive: true, force: true});
		rmSync(memory, {recursive: true, force: true});
	}
	const seconds = Math.round((performance.now() - begun) / 1000);
	const figures = `${total * filmsInRound} changes and as many undos, ${theatre.kills} workers killed, ${seconds} s`;
	return {faults: theatre.faults, figures};
};

/** The same numbers from 0 to 1 for the same seed. */
function randomOf(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

async function addFilms({world: {stores, library, profileId}}: Theatre, torrents: string): Promise<string[]> {
	const ids: string[] = [];
	for (let number = 1; number <= filmsInRound; number += 1) {
		const path = join(library, `Film ${number} (2001)`);
		const text = `film ${number} `.repeat(20_000);
		await writeTree(path, {
			'old.mkv': text,
			'old.Web [SDH].en.srt': `words ${number}`,
			'Extras/trailer.mkv': 'extra',
			'poster.jpg': 'picture',
		});
		await seedFile(join(path, 'old.mkv'), torrents);
		const details = buildMovieDetails({metaId: number, imdbId: null, title: `Film ${number}`, year: 2001});
		const choice = {monitored: false, minimumAvailability: 'released', libraryId: null, searchOnAdd: false, usualDelayDays: 0} as const;
		const movie = await stores.movies.add(details, {...choice, rootFolderPath: library, path, qualityProfileId: profileId}, new Date());
		await stores.movies.setFile(
			movie.id,
			buildMediaFile({id: `film-${number}`, path: join(path, 'old.mkv'), size: text.length}),
			new Date(),
		);
		ids.push(movie.id);
	}
	return ids;
}

async function playRound(ids: readonly string[], theatre: Theatre): Promise<void> {
	const {world, other, random} = theatre;
	const before = [await treeOf(world.library), await treeOf(other)];
	const kinds: Partial<NewFileChange>[] = [
		{kind: 'rename'},
		{kind: 'rename', folders: true},
		{kind: 'move', to: other},
		{kind: 'move', to: other, folders: true},
		{kind: 'move', to: join(world.library, 'Elsewhere')},
	];
	const made: string[] = [];
	for (const id of ids) {
		const kind = kinds[Math.floor(random() * kinds.length)] ?? {};
		made.push(await begin({...kind}, [id], world));
	}
	await ended(made, theatre, 'made');
	await check(ids, theatre, 'made');
	const undos: string[] = [];
	for (const undoOf of made) {
		undos.push(await begin({kind: 'undo', undoOf}, ids, world));
	}
	await ended(undos, theatre, 'undone');
	await check(ids, theatre, 'undone');
	const after = [await treeOf(world.library), await treeOf(other)];
	const textsOf = (trees: typeof before) => trees.map(tree => Object.entries(tree).map(([name, {text}]) => [name, text]));
	if (JSON.stringify(textsOf(after)) !== JSON.stringify(textsOf(before))) {
		theatre.faults.push(`the listing differs after the undo: ${JSON.stringify(after.map(tree => Object.keys(tree)))}`);
	}
}

async function begin(wanted: Partial<NewFileChange>, movieIds: readonly string[], {stores, jobs}: ChaosWorld): Promise<string> {
	const selection = {movieIds: [...movieIds], seriesIds: [], libraryId: null, rootFolderPath: null, all: false};
	const usual = {kind: 'rename' as const, to: null, path: null, folders: false, copies: true, start: true, requestedBy: null, undoOf: null};
	const {id} = await stores.fileChanges.add({...usual, ...wanted, selection}, new Date());
	await jobs.enqueue(planFileChange, {changeId: id});
	return id;
}

/** Starts a worker, kills it a few times, and waits for the changes to end. */
async function ended(ids: readonly string[], theatre: Theatre, about: string): Promise<void> {
	const {world, random, faults} = theatre;
	let worker = await world.startWorker('files,tasks');
	for (let kill = 0; kill < killsInRound; kill += 1) {
		await pause(random() * killWithinMs);
		worker.kill();
		theatre.kills += 1;
		worker = await world.startWorker('files,tasks');
	}
	const all = async (): Promise<FileChange[]> => Promise.all(ids.map(id => world.stores.fileChanges.get(id)));
	const isOver = await until(async () => (await all()).every(({state}) => !['planning', 'planned', 'running'].includes(state)), {
		limitMs: roundMs,
		everyMs: 500,
	});
	await worker.stop(10_000);
	for (const {id, kind, state, message, totals} of await all()) {
		if (!isOver || !['done', 'undone'].includes(state) || totals.skipped > 0) {
			const {rows} = await world.stores.fileChanges.rows.page({changeId: id, page: 1, limit: 3});
			faults.push(
				`${about}: a ${kind} is ${state}: ${message}; ${JSON.stringify(rows.map(row => [row.from, row.to, row.state, row.code]))}`,
			);
		}
		const {rows} = await world.stores.fileChanges.rows.page({changeId: id, page: 1, limit: 50});
		if (rows.some(row => (openRowStates as readonly string[]).includes(row.state))) {
			faults.push(`${about}: the journal of a ${kind} is not empty`);
		}
	}
}

/** Every record names a file with its bytes, and nothing is there twice. */
async function check(ids: readonly string[], {world, other, faults}: Theatre, about: string): Promise<void> {
	for (const {title, file} of await world.stores.movies.getMany(ids)) {
		if (statSync(file?.path ?? '', {throwIfNoEntry: false})?.size !== file?.size) {
			faults.push(`${about}: the file of ${title} is not at ${file?.path}`);
		}
	}
	const names = [...Object.entries(await treeOf(world.library)), ...Object.entries(await treeOf(other))];
	const films = names.filter(([, {text}]) => text.startsWith('film ')).length;
	const words = names.filter(([, {text}]) => text.startsWith('words ')).length;
	const odd = names.filter(([name]) => name.includes('.kinoteka'));
	if (films !== ids.length || words !== ids.length || odd.length > 0) {
		faults.push(`${about}: ${films} films and ${words} subtitles instead of ${ids.length}, ${odd.length} unfinished files`);
	}
}
