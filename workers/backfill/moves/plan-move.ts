import {dirname} from 'node:path';
import {sharedFoldersOf} from '#shared/domain/moves/judge-movie.ts';
import {folderAround, foreignPath} from '#shared/domain/moves/map-paths.ts';
import {type Move, type MoveFolder, type MoveKind, type MoveSource, outcomeOf, type PathMapping} from '#shared/domain/moves/move.ts';
import {columns, readFile, wholeOf} from '#shared/domain/moves/source-titles.ts';
import type {Program} from '#shared/domain/quality/exported-codes.ts';
import {Conflict, Invalid, isExpected, NotFound} from '#shared/errors.ts';
import {createMoveUploads, movesFolder} from '#shared/files/uploads.ts';
import type {planMove} from '#shared/jobs/moves.ts';
import type {NewMoveRow} from '#shared/store/libraries/moves.ts';
import {type ArrDatabase, readArrDatabase} from '../../integrations/arr-databases/read-database.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Handler} from '../../runtime/handler.ts';
import {findComing} from './adopt-downloads.ts';
import {asChosen} from './as-chosen.ts';
import {type FetchDeps, fetchSources} from './fetch-sources.ts';
import {
	factsOf,
	planFolders,
	planFormats,
	planLibraries,
	planOthers,
	planProfiles,
	planTags,
	readRecords,
	type SourceRecords,
} from './plan-records.ts';
import {inLanes, judgeAllSeries, judgeMovies, type PlannedRow, planMovie, planSeries, type TitleDeps} from './plan-titles.ts';
import {maxSamples, proposeFolder, type Sample} from './propose-folders.ts';
import {carriedRows, readCarried} from './read-carried.ts';
import {planActivity} from './write-activity.ts';
import {plannedContext, readAutoTags, readCollections} from './write-collections.ts';
import {type ProwlarrDeps, planProwlarr} from './write-prowlarr.ts';
import {planDefinitions, planSettings} from './write-rules.ts';
import {planSubtitles, subtitleSettingsOf} from './write-subtitles.ts';

type Deps = TitleDeps & FetchDeps & ProwlarrDeps & Pick<WorkerDeps, 'qualityDefinitions' | 'rootFolders' | 'settings'>;

/** Plans again each time, so a killed run leaves nothing that the next one trips over. */
export const handlePlanMove: Handler<typeof planMove, keyof Deps> = async ({moveId}, deps, {signal}) => {
	const {moves, now} = deps;
	const move = await moves.find(moveId);
	if (move?.state !== 'planning') {
		return;
	}
	try {
		await plan(move, deps, signal);
	} catch (error) {
		if (error instanceof Invalid || error instanceof NotFound || error instanceof Conflict) {
			await moves.move(moveId, ['planning'], {state: 'failed', message: error.message, failure: error.code}, now());
			return;
		}
		if (isExpected(error) && !signal.aborted) {
			await moves.move(moveId, ['planning'], {message: `${error.message} The plan goes on by itself once that has passed.`}, now());
		}
		throw error;
	}
};

type AddRows = (kind: MoveKind, rows: readonly PlannedRow[]) => Promise<void>;

async function plan(move: Move, deps: Deps, signal: AbortSignal): Promise<void> {
	const {moves, now, dataDir} = deps;
	await moves.rows.clear(move.id);
	const uploads = createMoveUploads(dataDir);
	const given = await fetchSources(move, deps, signal);
	const access = await moves.accessOf(move.id);
	const secrets = await moves.secretsOf(move.id);
	const [sources, folders]: [MoveSource[], MoveFolder[]] = [[], []];
	let number = 0;
	const taken = new Map<string, unknown>();
	for (const [index, source] of given.entries()) {
		const files = await uploads.filesOf(source.uploads);
		await readArrDatabase(files, {workFolder: movesFolder(dataDir), signal}, async read => {
			const database = asChosen(read, index, {...move, secrets});
			const {program} = database;
			const add: AddRows = async (kind, rows) => {
				const stopped = (await moves.find(move.id))?.state !== 'planning';
				if (stopped) {
					throw new Conflict('move_cancelled', 'The move was cancelled.');
				}
				await moves.rows.put(
					rows.map(({sourceId, title, notes}): NewMoveRow => {
						number += 1;
						return {moveId: move.id, source: index, program, number, kind, sourceId, title, notes, outcome: outcomeOf(notes)};
					}),
				);
			};
			const isFurther = sources.some(each => each.program === program);
			const context = {database, mappings: move.mappings, taken, isFurther, add, deps, signal};
			folders.push(...(program === 'radarr' || program === 'sonarr' ? await planLibrary(program, context) : []));
			if (program === 'bazarr') {
				await add('setting', planSettings(subtitleSettingsOf(database), deps.settings, taken));
			}
			for (const [kind, rows] of program === 'bazarr' ? await planSubtitles(database) : []) {
				await add(kind, rows);
			}
			if (program === 'prowlarr') {
				const apiKey = access[index]?.apiKey ?? null;
				for (const [kind, rows] of await planProwlarr({database, source, apiKey, signal}, deps)) {
					await add(kind, rows);
				}
			}
			await add('other', planOthers(database));
			const warnings = [...source.warnings.filter(({code}) => code.startsWith('backup_')), ...described(database).warnings];
			sources.push({...source, ...described(database), warnings});
		});
	}
	await moves.move(move.id, ['planning'], {state: 'planned', sources, folders, message: null, plannedAt: now()}, now());
}

const described = ({program, schema, tables, warnings}: ArrDatabase): Omit<MoveSource, 'uploads' | 'url' | 'readAt'> => ({
	program,
	schemaVersion: String(schema),
	counts: Object.entries(tables).map(([table, rows]) => ({table, rows})),
	warnings: warnings.map(({code, message}) => ({code, message})),
});

interface PlanContext {
	database: ArrDatabase;
	mappings: readonly PathMapping[];
	/** Settings that earlier programs of the move bring. */
	taken: Map<string, unknown>;
	/** There is an earlier source of the same program. */
	isFurther: boolean;
	add: AddRows;
	deps: Deps;
	signal: AbortSignal;
}

/** Plans what Radarr or Sonarr have. Returns where their root folders are here. */
async function planLibrary(
	program: Program,
	{database, mappings: given, taken, isFurther, add, deps, signal}: PlanContext,
): Promise<MoveFolder[]> {
	const records = await readRecords(database, program);
	const {paths, samples, strays} = await readPlaces(program, database, records);
	const folders: MoveFolder[] = [];
	for (const root of records.roots) {
		folders.push(await proposeFolder(root, samples.get(foreignPath(root)) ?? [], {mappings: given, deps}));
	}
	for (const stray of strays) {
		const folder = await proposeFolder(stray, samples.get(stray) ?? [], {mappings: given, deps});
		// Nothing is there of a disk that is gone, and nobody has to say where it was.
		folders.push(...(folder.found > 0 ? [folder] : []));
	}
	await add('rootFolder', planFolders(folders));
	await add('library', planLibraries(folders));
	await add('tag', planTags(records));
	await add('qualityProfile', planProfiles(records));
	await add('customFormat', await planFormats(records, program));
	const proposed = folders.flatMap(({from, to, isGiven}) => (to === null || isGiven ? [] : [{from, to}]));
	const facts = factsOf(records, {
		sharedFolders: sharedFoldersOf(paths),
		folders,
		coming: await findComing(program, database),
		now: deps.now(),
	});
	const mappings = [...given, ...proposed];
	const titles = {facts, mappings, signal, deps};
	const carried = await readCarried(database, program, mappings);
	await add('setting', planSettings(carried, deps.settings, taken));
	await add('qualityDefinition', planDefinitions(carried, await deps.qualityDefinitions.list()));
	for (const [kind, rows] of carriedRows(carried)) {
		await add(kind, rows);
	}
	await add('autoTag', await readAutoTags(database, plannedContext(program, records.tags, mappings)));
	await add('collection', await readCollections(database));
	await (isFurther ? add('other', [furtherNumbers]) : null);
	if (program === 'radarr') {
		for await (const movies of judgeMovies(database, titles)) {
			await add('movie', await inLanes(movies, each => planMovie(each, deps)));
		}
	} else {
		for await (const series of judgeAllSeries(database, titles)) {
			await add('series', [await planSeries(series, deps)]);
		}
	}
	for (const [kind, rows] of await planActivity(program, database)) {
		await add(kind, rows);
	}
	return folders;
}

/** Programs that know titles by number ask the first one. */
const furtherNumbers: PlannedRow = {
	sourceId: 'numbers',
	title: 'Numbers of titles',
	notes: [{code: 'number_given', detail: 'Its titles get new numbers where those of an earlier program have theirs.'}],
};

/** More titles than any household has. */
const maxTitles = 200_000;

/** Folders outside all root folders that are looked at. */
const maxStrays = 20;

/** The folders of all titles, those around titles outside all root folders, and some files below each of both. */
export async function readPlaces(
	program: Program,
	database: ArrDatabase,
	{roots}: SourceRecords,
): Promise<{paths: string[]; samples: Map<string, Sample[]>; strays: string[]}> {
	const tables =
		program === 'radarr'
			? (['Movies', 'MovieFiles', columns.movieFiles] as const)
			: (['Series', 'EpisodeFiles', columns.episodeFiles] as const);
	const [titles, files, fileColumns] = tables;
	const folders = roots.map(foreignPath);
	const places = new Map<number, string>();
	for await (const {Id, Path} of database.rows(titles, ['Id', 'Path'])) {
		const id = wholeOf(Id);
		id !== null && typeof Path === 'string' && places.set(id, Path.slice(0, 4096));
		if (places.size > maxTitles) {
			throw new Invalid('too_many_titles', `It has more than ${maxTitles.toLocaleString('en')} titles.`);
		}
	}
	const outside = [...places.values()].map(foreignPath).filter(path => folderAround(path, folders) === null);
	const strays = [...new Set(outside.map(path => dirname(path)))].filter(path => path.length > 1).slice(0, maxStrays);
	folders.push(...strays);
	const samples = new Map<string, Sample[]>(folders.map(folder => [folder, []]));
	for await (const row of database.rows(files, fileColumns)) {
		const file = readFile(row, program);
		const folder = file && places.get(file.titleId);
		const of = folder ? samples.get(folderAround(foreignPath(folder), folders) ?? '') : undefined;
		if (file && folder && of && of.length < maxSamples) {
			of.push({folder, relativePath: file.relativePath, size: file.size});
		}
	}
	return {paths: [...places.values()], samples, strays};
}
