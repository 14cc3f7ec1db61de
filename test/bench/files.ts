import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {loadavg, tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {memoryOf} from '#scripts/memory-of.ts';
import {createReporter} from '#scripts/processes/reporter.ts';
import type {NodeChild} from '#scripts/start/node-child.ts';
import {openTestServices} from '#scripts/test/services.ts';
import type {FileChange, FileSelection} from '#shared/domain/file-changes/file-change.ts';
import {planFileChange} from '#shared/jobs/files.ts';
import {createSecrets} from '#shared/secrets.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {openDatabase} from '#shared/store/database.ts';
import type {NewFileChange} from '#shared/store/libraries/file-changes.ts';
import {type StoredMovie, toStoredMovie} from '#shared/store/movies/movie-schema.ts';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {type ChaosWorld, inDatabase, openChaosWorld} from '../chaos/world/chaos-world.ts';
import {buildMovieDetails} from './backfill/movie-details.ts';
import {madeUpMovie} from './titles/made-up-titles.ts';

const {values} = readCommandLine({
	usage: 'npm run bench:files [-- --movies N --series N]',
	about: 'Measures renaming and moving the files of a whole library.',
	options: {movies: {type: 'string', default: '20000'}, series: {type: 'string', default: '50'}},
});
const movies = Number(values.movies);
const shows = Number(values.series);
const episodesOfShow = 60;
/** Files that are moved to another disk, and the bytes of each. */
const large = 16;
const largeBytes = 64 * 1024 * 1024;
const addedTogether = 1000;
const pollMs = 100;
const limitMs = 1_800_000;
const mib = 1024 * 1024;
/** At least so many a second; seconds and MiB at most. */
const goals = {movies: 300, episodes: 150, planSeconds: (60 * movies) / 100_000, memory: 256, partOfCp: 0.9};
const nothing: FileSelection = {movieIds: [], seriesIds: [], libraryId: null, rootFolderPath: null, all: false};

const verdict = (isReached: boolean) => (isReached ? 'reached' : 'MISSED');
const load = () => `load ${(loadavg()[0] ?? 0).toFixed(1)}`;

/** Movies with a small file each, whose names are none of the templates'. */
async function addMovies(world: ChaosWorld, mongodbUri: string): Promise<void> {
	const database = openDatabase({uri: mongodbUri, secrets: createSecrets('0'.repeat(64))});
	await database.connected;
	const choice = {monitored: true, minimumAvailability: 'released' as const, libraryId: null, searchOnAdd: false};
	for (let start = 0; start < movies; start += addedTogether) {
		const some = Array.from({length: Math.min(addedTogether, movies - start)}, (_, index) => {
			const number = start + index;
			const path = join(world.library, `Film ${number}`);
			const file = join(path, `${number}.mkv`);
			mkdirSync(path);
			writeFileSync(file, `film ${number}`);
			const own = {...choice, rootFolderPath: world.library, qualityProfileId: world.profileId, path};
			const stored = toStoredMovie(buildMovieDetails(madeUpMovie(number)), own, new Date());
			return {...stored, file: buildMediaFile({id: `file-${number}`, path: file, size: statSync(file).size})};
		});
		await database.connection.collection<StoredMovie>('movies').insertMany(some as StoredMovie[], {ordered: false});
	}
	// Otherwise the checkpoint of the seeded data would fall into the measurement.
	await database.connection.getClient().db('admin').command({fsync: 1});
	await database.close();
}

async function addShows({stores, library, profileId}: ChaosWorld): Promise<string[]> {
	const ids: string[] = [];
	for (let number = 0; number < shows; number += 1) {
		const title = `Show ${number}`;
		const path = join(library, title);
		const seasons = [
			buildSeason(
				1,
				Array.from({length: episodesOfShow}, () => '2024-01-08'),
			),
		];
		const own = {metaId: 5_000_000 + number, tvMetaId: null, imdbId: null, title, originalTitle: title, alternativeTitles: []};
		const series = await stores.series.add(
			buildSeriesDetails({...own, seasons}),
			buildNewSeries({rootFolderPath: library, path, qualityProfileId: profileId}),
			new Date(),
		);
		ids.push(series.id);
		for (const episode of await stores.episodes.ofSeries(series.id)) {
			const file = join(path, 'Season 01', `${episode.episodeNumber}.mkv`);
			mkdirSync(dirname(file), {recursive: true});
			writeFileSync(file, 'episode');
			const media = buildMediaFile({id: `${number}-${episode.episodeNumber}`, path: file, size: 7, releaseTitle: null});
			await stores.episodes.recordFile({seriesId: series.id, episodeIds: [episode.id], file: media, replaces: []}, new Date());
		}
	}
	return ids;
}

/** Movies with large files of their own. */
async function addLarge({stores, library, profileId}: ChaosWorld): Promise<string[]> {
	const ids: string[] = [];
	const content = Buffer.alloc(largeBytes, 7);
	for (let number = 0; number < large; number += 1) {
		const path = join(library, `Large ${number}`);
		mkdirSync(path);
		writeFileSync(join(path, 'film.mkv'), content);
		const details = buildMovieDetails(madeUpMovie(movies + number));
		const choice = {monitored: false, minimumAvailability: 'released', libraryId: null, searchOnAdd: false, usualDelayDays: 0} as const;
		const movie = await stores.movies.add(details, {...choice, rootFolderPath: library, path, qualityProfileId: profileId}, new Date());
		await stores.movies.setFile(
			movie.id,
			buildMediaFile({id: `large-${number}`, path: join(path, 'film.mkv'), size: largeBytes}),
			new Date(),
		);
		ids.push(movie.id);
	}
	return ids;
}

interface Measured {
	change: FileChange;
	planSeconds: number;
	seconds: number;
	/** MiB of the worker at most. */
	memory: number;
}

/** Plans and makes a change, and looks at the memory of its worker meanwhile. */
async function measure(
	wanted: Partial<NewFileChange>,
	titles: Partial<FileSelection>,
	{world, worker}: {world: ChaosWorld; worker: NodeChild},
) {
	const {fileChanges} = world.stores;
	const usual = {kind: 'rename' as const, to: null, path: null, folders: false, copies: true, start: true, requestedBy: null, undoOf: null};
	const {id} = await fileChanges.add({...usual, ...wanted, selection: {...nothing, ...titles}}, new Date());
	await world.jobs.enqueue(planFileChange, {changeId: id});
	let memory = 0;
	for (const end = Date.now() + limitMs; ; await pause(pollMs)) {
		memory = Math.max(memory, memoryOf(worker.pid) ?? 0);
		const change = await fileChanges.get(id);
		if (change.state === 'done' && change.totals.skipped === 0) {
			const [made, planned, started, ended] = [change.createdAt, change.plannedAt, change.startedAt, change.endedAt].map(Number);
			return {
				change,
				memory,
				planSeconds: ((planned ?? 0) - (made ?? 0)) / 1000,
				seconds: ((ended ?? 0) - (started ?? 0)) / 1000,
			} satisfies Measured;
		}
		if (!['planning', 'planned', 'running'].includes(change.state) || Date.now() > end) {
			throw new Error(`The change is ${change.state}: ${change.message}; ${JSON.stringify(change.totals)}`);
		}
	}
}

function report(name: string, {change, planSeconds, seconds, memory}: Measured, {rate, plan}: {rate: number; plan?: number}): void {
	const {titles, files} = change.totals;
	const reached = files / seconds;
	const planned = plan === undefined ? '' : ` (at most ${plan.toFixed(1)} s: ${verdict(planSeconds <= plan)})`;
	console.log(
		`${name}: ${files} files of ${titles} titles; plan ${planSeconds.toFixed(1)} s${planned}; ` +
			`${Math.round(reached)} files/s (at least ${rate}: ${verdict(reached >= rate)}); ` +
			`worker ${memory} MiB (at most ${goals.memory}: ${verdict(memory <= goals.memory)}); ${load()}`,
	);
}

/** The copy of the same files by the system. */
function copyBySystem(world: ChaosWorld, other: string): number {
	const goal = join(other, 'by-cp');
	mkdirSync(goal);
	const folders = Array.from({length: large}, (_, number) => join(world.library, `Large ${number}`));
	const begun = performance.now();
	execFileSync('cp', ['-r', ...folders, goal]);
	execFileSync('sync', ['-f', goal]);
	const seconds = (performance.now() - begun) / 1000;
	rmSync(goal, {recursive: true});
	return seconds;
}

/** A folder on another disk: `BENCH_OTHER_DISK`, else in memory. */
function otherDisk(folder: string): string | null {
	const base = process.env['BENCH_OTHER_DISK'] ?? '/dev/shm';
	const isOther = statSync(base, {throwIfNoEntry: false})?.isDirectory() && statSync(base).dev !== statSync(folder).dev;
	return isOther ? mkdtempSync(join(base, 'kinoteka-bench-files-')) : null;
}

const folder = mkdtempSync(join(tmpdir(), 'kinoteka-bench-files-'));
const other = otherDisk(folder);
const services = await openTestServices(process.env, createReporter(process.stderr));
const {TEST_MONGODB_URI: mongodbUri = '', TEST_REDIS_URL: redisUrl = ''} = services.env;
const world = await openChaosWorld({mongodbUri, redisUrl, name: 'bench-files', folder});
try {
	console.log(`${movies} movies, ${shows} series of ${episodesOfShow} episodes, ${large} films of ${largeBytes / mib} MiB; ${load()}`);
	await addMovies(world, inDatabase(mongodbUri, 'bench-files'));
	const worker = await world.startWorker('files,tasks');
	const stage = {world, worker};
	try {
		const names = await measure({kind: 'rename'}, {all: true}, stage);
		report('rename of all movies', names, {rate: goals.movies, plan: goals.planSeconds});
		report('its undo', await measure({kind: 'undo', undoOf: names.change.id}, {all: true}, stage), {rate: goals.movies});
		const folders = await measure({kind: 'rename', folders: true}, {all: true}, stage);
		report('rename of all movies with their folders', folders, {rate: goals.movies});
		const seriesIds = await addShows(world);
		report('rename of episodes', await measure({kind: 'rename'}, {seriesIds}, stage), {rate: goals.episodes});
		if (other === null) {
			console.log('move to another disk: skipped, there is none');
		} else {
			await world.stores.rootFolders.add({name: 'Other', path: other}, new Date());
			const movieIds = await addLarge(world);
			const byCp = [copyBySystem(world, other), copyBySystem(world, other)];
			const {seconds} = await measure({kind: 'move', to: other}, {movieIds}, stage);
			const speed = (each: number) => Math.round((large * largeBytes) / mib / each);
			const part = Math.min(...byCp) / seconds;
			console.log(
				`move to another disk: ${speed(seconds)} MiB/s, cp ${byCp.map(speed).join(' and ')} MiB/s: ` +
					`${part.toFixed(2)} of it (at least ${goals.partOfCp}: ${verdict(part >= goals.partOfCp)}); ${load()}`,
			);
		}
	} finally {
		await worker.stop(10_000);
	}
} finally {
	await world.close();
	await services.close();
	for (const each of [folder, other]) {
		each !== null && rmSync(each, {recursive: true, force: true});
	}
}
