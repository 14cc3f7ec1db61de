import {link, lstat, mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {ExecutionContext} from 'ava';
import type {FileChange, FileSelection} from '#shared/domain/file-changes/file-change.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import {filesTaskId} from '#shared/domain/tasks/tasks.ts';
import type {NewFileChange} from '#shared/store/libraries/file-changes.ts';
import {runExecution} from '#workers/executions/run-execution.ts';
import {handlePlanFileChange} from '#workers/files/plan-file-change.ts';
import {fileChangeBody} from '#workers/files/run-file-change.ts';
import type {BeforeMoveStep} from '#workers/files/title-run.ts';
import {buildMediaFile, buildMovieDetails} from '../build-movie.ts';
import type {WorkerWorld} from '../worker-deps.ts';

export interface MovesInWorld {
	/** A second root folder. */
	other: string;
	/** A movie in a folder of its own, with its file and others in it; texts by their names. It may be called otherwise. */
	addFilm(name: string, file: string, beside?: Record<string, string>, called?: string): Promise<Movie & {file: MediaFile}>;
	plan(wanted: Partial<NewFileChange>, titles?: Partial<FileSelection>): Promise<FileChange>;
	/** Runs a planned change to its end. */
	make(id: string, beforeStep?: BeforeMoveStep): Promise<FileChange>;
	/** Plans and makes the undo of a change. */
	undo(id: string): Promise<FileChange>;
}

const nothing: FileSelection = {movieIds: [], seriesIds: [], libraryId: null, rootFolderPath: null, all: false};
let films = 0;

/** Titles whose files are renamed and moved. */
export async function movesInWorld(_: ExecutionContext, world: WorkerWorld, _options: object): Promise<MovesInWorld> {
	const {deps, library} = world;
	const other = join(deps.dataDir, 'other');
	await mkdir(other);
	await deps.rootFolders.add({name: 'Other', path: other}, deps.now());

	async function plan(wanted: Partial<NewFileChange>, titles: Partial<FileSelection> = {all: true}): Promise<FileChange> {
		const usual = {
			kind: 'rename' as const,
			to: null,
			path: null,
			folders: false,
			copies: false,
			start: false,
			requestedBy: null,
			undoOf: null,
		};
		const {id} = await deps.fileChanges.add({...usual, ...wanted, selection: {...nothing, ...titles}}, deps.now());
		await handlePlanFileChange({changeId: id}, deps, world.run());
		return deps.fileChanges.get(id);
	}

	async function make(id: string, beforeStep?: BeforeMoveStep): Promise<FileChange> {
		const request = {taskId: filesTaskId(id), options: {}, force: false};
		const {execution} = await deps.taskHistory.add(request, deps.now());
		await runExecution(execution.id, fileChangeBody(id, beforeStep), {deps, run: world.run()});
		return deps.fileChanges.get(id);
	}

	return {
		other,
		plan,
		make,
		async undo(id) {
			const {id: undoId} = await plan({kind: 'undo', undoOf: id});
			return make(undoId);
		},
		async addFilm(name, file, beside = {}, called = name) {
			films += 1;
			const folder = join(library, name);
			const path = join(folder, file);
			const text = `film ${films}`;
			await writeTree(folder, {[file]: text, ...beside});
			const [title = called, year] = called.split(/ \((\d{4})\)/);
			const details = buildMovieDetails({metaId: 5000 + films, imdbId: null, title, year: year === undefined ? null : Number(year)});
			const movie = await world.addMovie(details, {path: folder});
			const media = buildMediaFile({id: `film-${films}`, path, size: text.length, dateAdded: deps.now()});
			await deps.movies.setFile(movie.id, media, deps.now());
			return {...movie, file: media};
		},
	};
}

/** Writes files by their paths below a folder. */
export async function writeTree(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
	for (const [name, text] of Object.entries(files)) {
		const path = join(folder, name);
		await mkdir(dirname(path), {recursive: true});
		await writeFile(path, text);
	}
}

/** Gives a file a second name outside of the library, as a torrent that seeds has. */
export async function seed(path: string, folder: string): Promise<string> {
	const seeded = join(folder, `seeding-${Math.random().toString(36).slice(2)}`);
	await mkdir(folder, {recursive: true});
	await link(path, seeded);
	return seeded;
}

/** Every file below a folder with its text and its identity, without what is ours. */
export async function treeOf(folder: string): Promise<Record<string, {text: string; inode: number; links: number}>> {
	const entries = await readdir(folder, {recursive: true, withFileTypes: true});
	const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
	const rows = await Promise.all(
		files.map(async path => {
			const {ino, nlink} = await lstat(path);
			return [path.slice(folder.length + 1), {text: await readFile(path, 'utf8'), inode: ino, links: nlink}] as const;
		}),
	);
	return Object.fromEntries(rows.filter(([name]) => !name.includes('.kinoteka-folder')).sort(([a], [b]) => (a < b ? -1 : 1)));
}
