import {promiseJob} from '#shared/coordination/outbox.ts';
import {type SourceFacts, sharedFoldersOf} from '#shared/domain/moves/judge-movie.ts';
import type {Move, PathMapping} from '#shared/domain/moves/move.ts';
import {pauseId} from '#shared/domain/pauses.ts';
import type {Program} from '#shared/domain/quality/exported-codes.ts';
import {Cancelled, Conflict, Invalid, isExpected, NotFound} from '#shared/errors.ts';
import {createMoveUploads, movesFolder} from '#shared/files/uploads.ts';
import type {runMove} from '#shared/jobs/moves.ts';
import {rescoreFiles} from '#shared/jobs/refresh.ts';
import {type ArrDatabase, readArrDatabase} from '../../integrations/arr-databases/read-database.ts';
import type {Handler} from '../../runtime/handler.ts';
import {asChosen} from './as-chosen.ts';
import {readPlaces} from './plan-move.ts';
import {factsOf, isAway, readRecords} from './plan-records.ts';
import {judgeAllSeries, judgeMovies} from './plan-titles.ts';
import {type Carried, readCarried} from './read-carried.ts';
import {type ActivityContext, type ActivityDeps, findOurIds, writeBlocklist, writeExclusions, writeHistory} from './write-activity.ts';
import {type CollectionDeps, writeAutoTags, writeCollections} from './write-collections.ts';
import {writeMovies} from './write-movies.ts';
import {
	type CarryContext,
	type ProviderDeps,
	writeClients,
	writeIndexers,
	writeLists,
	writeNotifications,
	writePathMappings,
} from './write-providers.ts';
import {type ProwlarrDeps, writeProwlarr} from './write-prowlarr.ts';
import {type RecordDeps, writeFolders, writeFormats, writeProfiles, writeTags} from './write-records.ts';
import {type RuleDeps, writeDefinitions, writeDelays, writeReleaseProfiles, writeSettings} from './write-rules.ts';
import {writeSeries} from './write-series.ts';
import {type SubtitleDeps, writeSubtitles} from './write-subtitles.ts';
import type {MovedRecords, WriteDeps} from './write-titles.ts';

export type RunDeps = CollectionDeps & ProwlarrDeps & RecordDeps & WriteDeps & ProviderDeps & RuleDeps & ActivityDeps & SubtitleDeps;

/** Makes a planned move. Titles that an earlier run has written are passed over, so it may be killed at any point. */
export const handleRunMove: Handler<typeof runMove, keyof RunDeps> = async ({moveId}, deps, {signal}) => {
	const {moves, now} = deps;
	const move = await moves.find(moveId);
	if (move?.state !== 'running') {
		return;
	}
	try {
		await run(move, deps, signal);
	} catch (error) {
		if (error instanceof Cancelled && !signal.aborted) {
			return;
		}
		if (error instanceof Invalid || error instanceof NotFound || error instanceof Conflict) {
			await moves.move(moveId, ['running'], {state: 'failed', message: error.message, failure: error.code}, now());
			return;
		}
		if (isExpected(error) && !signal.aborted) {
			await moves.move(moveId, ['running'], {message: `${error.message} The move goes on by itself once that has passed.`}, now());
		}
		throw error;
	}
};

async function run(move: Move, deps: RunDeps, signal: AbortSignal): Promise<void> {
	const {moves, now, dataDir, pauses} = deps;
	const uploads = createMoveUploads(dataDir);
	// The other programs still run: until they are taken over, nothing is grabbed by itself.
	const isHeld = (await pauses.active(now())).some(({id}) => id === pauseId('move', null));
	await (isHeld ? null : pauses.set({scope: 'move', targetId: null, until: null, pausedBy: move.requestedBy}, now()));
	const all = move.sources.map((source, index) => ({...source, index}));
	const access = await moves.accessOf(move.id);
	const secrets = await moves.secretsOf(move.id);
	// Radarr and Sonarr name indexers of Prowlarr, and what Bazarr has is about their titles.
	const inOrder = (['prowlarr', null, 'bazarr'] as const).flatMap(wanted =>
		all.filter(each => (wanted === null ? isWithTitles(each) : each.program === wanted)),
	);
	for (const {index, program, url, uploads: ids} of inOrder) {
		const options = {workFolder: movesFolder(dataDir), signal, only: program ?? 'bazarr'};
		await readArrDatabase(await uploads.filesOf(ids), options, async read => {
			const database = asChosen(read, index, {...move, secrets});
			if (program === 'prowlarr') {
				await throwIfCancelled(move, deps);
				const apiKey = access[index]?.apiKey ?? null;
				await writeProwlarr({moveId: move.id, index, database, source: {url}, apiKey, signal}, deps);
				return;
			}
			await (program === 'radarr' || program === 'sonarr'
				? moveLibrary(program, {move, index, database, deps, signal})
				: writeSubtitles({move, source: index, database, check: () => throwIfCancelled(move, deps)}, deps));
		});
	}
	await moves.move(move.id, ['running'], {state: 'completed', message: null, endedAt: now()}, now());
}

export interface MoveContext {
	move: Move;
	index: number;
	database: ArrDatabase;
	deps: RunDeps;
	signal: AbortSignal;
	/** It was moved before: what has been added to its lists since comes, too. */
	again?: boolean;
}

/** Brings what Radarr or Sonarr have that is not here yet. Returns what its titles refer to. */
export async function moveLibrary(
	program: Program,
	{move, index, database, deps, signal, again = false}: MoveContext,
): Promise<{moved: MovedRecords; mappings: PathMapping[]; facts: SourceFacts; activity: ActivityContext}> {
	const {moves} = deps;
	const records = await readRecords(database, program);
	const {paths, strays} = await readPlaces(program, database, records);
	const own = [...records.roots, ...strays].flatMap(root => move.folders.find(({from}) => from === root) ?? []);
	const of = {moveId: move.id, source: index, program, requestedBy: move.requestedBy};
	const folders = await writeFolders(own, of, deps);
	const formats = await writeFormats(records, of, deps);
	const proposed = own.flatMap(({from, to}) => (to === null ? [] : [{from, to}]));
	const mappings = [...move.mappings, ...proposed];
	const moved: MovedRecords = {
		moveId: move.id,
		folders,
		mappings,
		labels: await writeTags(records, of, deps),
		profiles: await writeProfiles(records, {...of, formats}, deps),
		defaultProfileId: (await deps.qualityProfiles.getDefault()).id,
		away: new Set(folders.filter(({from}) => own.some(each => each.from === from && isAway(each))).map(({root}) => root)),
	};
	await throwIfCancelled(move, deps);
	const throughProwlarr = await indexersOfProwlarr(move, deps);
	const context = {...of, ...moved, throughProwlarr, isAlone: isAlone(move)};
	await writeCarried(await readCarried(database, program, mappings), context, deps);
	await writeAutoTags(database, context, deps);
	const kind = program === 'radarr' ? ('movie' as const) : ('series' as const);
	const about = {moveId: move.id, source: index, kind};
	const skip = await moves.rows.moved(about);
	const facts = factsOf(records, {sharedFolders: sharedFoldersOf(paths), folders: own, coming: new Set(), now: deps.now()});
	const plan = {facts, mappings, skip, signal, deps};
	const note = (written: readonly (readonly [string, string | null])[]) =>
		moves.rows.note(about, new Map(written.flatMap(([sourceId, ourId]) => (ourId === null ? [] : [[sourceId, ourId] as const]))));
	if (program === 'radarr') {
		for await (const movies of judgeMovies(database, plan)) {
			await throwIfCancelled(move, deps);
			await note(await writeMovies(movies, moved, deps));
		}
	} else {
		for await (const judged of judgeAllSeries(database, plan)) {
			await throwIfCancelled(move, deps);
			const sourceId = String(judged.series.id);
			await note([[sourceId, await writeSeries(judged, moved, deps)]]);
		}
	}
	await writeCollections(database, context, deps);
	const activity = {...of, database, signal, again, check: () => throwIfCancelled(move, deps)};
	await writeExclusions(activity, deps);
	const ours = await findOurIds(activity, deps);
	await writeBlocklist(activity, ours, deps);
	await writeHistory(activity, ours, deps);
	for (const libraryId of new Set(folders.map(({library}) => library.id))) {
		await promiseJob(rescoreFiles, {titleIds: null, libraryId}, deps);
	}
	return {moved, mappings, facts, activity};
}

const isWithTitles = ({program}: Pick<Move['sources'][number], 'program'>) => program === 'radarr' || program === 'sonarr';

/** Our ids of the indexers of Prowlarr, by their numbers there. */
async function indexersOfProwlarr({id, sources}: Move, {moves}: Pick<RunDeps, 'moves'>): Promise<Map<string, string>> {
	const source = sources.findIndex(({program}) => program === 'prowlarr');
	return source < 0 ? new Map() : moves.rows.moved({moveId: id, source, kind: 'indexer'});
}

/** Only one program of the move has titles, so its words may judge all. */
const isAlone = ({sources}: Move) => sources.filter(isWithTitles).length === 1;

async function writeCarried(carried: Carried, context: CarryContext & {isAlone: boolean}, deps: RunDeps): Promise<void> {
	await writeSettings(carried, context, deps);
	await writeDefinitions(carried, context, deps);
	const clients = await writeClients(carried, context, deps);
	await writePathMappings(carried, context, deps);
	const indexers = await writeIndexers(carried, clients, context, deps);
	await writeDelays(carried, context, deps);
	await writeReleaseProfiles(carried, indexers, context, deps);
	await writeNotifications(carried, context, deps);
	await writeLists(carried, context, deps);
}

/** A person cancels by changing the state; what has been moved by then stays. */
export async function throwIfCancelled({id, state}: Move, {moves}: Pick<RunDeps, 'moves'>): Promise<void> {
	if ((await moves.find(id))?.state !== state) {
		throw new Cancelled('The move was cancelled.');
	}
}
