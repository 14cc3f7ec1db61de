import type {Move} from '#shared/domain/moves/move.ts';
import {outcomeOf} from '#shared/domain/moves/move.ts';
import type {Program} from '#shared/domain/quality/exported-codes.ts';
import {Cancelled, Conflict, Invalid, isExpected, NotFound} from '#shared/errors.ts';
import {createMoveUploads, movesFolder} from '#shared/files/uploads.ts';
import type {takeOverMove} from '#shared/jobs/moves.ts';
import {type ArrDatabase, readArrDatabase} from '../../integrations/arr-databases/read-database.ts';
import type {Handler} from '../../runtime/handler.ts';
import {type AdoptDeps, adoptDownloads} from './adopt-downloads.ts';
import {asChosen} from './as-chosen.ts';
import {changesBetween} from './compare-move.ts';
import {digestTitles} from './compare-titles.ts';
import {endHolding, type HoldingDeps} from './end-holding.ts';
import {judgeAllSeries, judgeMovies} from './plan-titles.ts';
import {moveLibrary, type RunDeps} from './run-move.ts';
import {updateMovie, updateSeries} from './update-titles.ts';
import {findOurIds} from './write-activity.ts';

type Deps = RunDeps & AdoptDeps & HoldingDeps;

/** May be killed at any point: what is here already is passed over, and holding back ends last. */
export const handleTakeOverMove: Handler<typeof takeOverMove, keyof Deps> = async ({moveId}, deps, {signal}) => {
	const {moves, now} = deps;
	const move = await moves.find(moveId);
	if (move?.state !== 'takingOver') {
		return;
	}
	try {
		for (const [index, {program}] of move.sources.entries()) {
			if (program === 'radarr' || program === 'sonarr') {
				await takeOver(program, {move, index, deps, signal});
			}
		}
		await endHolding(move, deps);
		await moves.move(moveId, ['takingOver'], {state: 'takenOver', message: null, endedAt: now()}, now());
	} catch (error) {
		if (error instanceof Cancelled && !signal.aborted) {
			return;
		}
		// The move stays as it was made, still holding back, and a person reads why.
		if (error instanceof Invalid || error instanceof NotFound || error instanceof Conflict) {
			await moves.move(moveId, ['takingOver'], {state: 'completed', message: error.message}, now());
			return;
		}
		if (isExpected(error) && !signal.aborted) {
			const message = `${error.message} The take-over goes on by itself once that has passed.`;
			await moves.move(moveId, ['takingOver'], {message}, now());
		}
		throw error;
	}
};

interface Source {
	move: Move;
	index: number;
	deps: Deps;
	signal: AbortSignal;
}

async function takeOver(program: Program, {move, index, deps, signal}: Source): Promise<void> {
	const files = createMoveUploads(deps.dataDir);
	const before = move.sources[index]?.uploads ?? [];
	const after = move.comparison?.state === 'ready' ? (move.comparison.uploads[index] ?? []) : [];
	const secrets = await deps.moves.secretsOf(move.id);
	const options = {workFolder: movesFolder(deps.dataDir), signal, only: program};
	await readArrDatabase(await files.filesOf(before), options, async old => {
		if (after.length === 0) {
			await adopt(program, {move, index, deps, signal}, old);
			return;
		}
		await readArrDatabase(await files.filesOf(after), options, async read => {
			const database = asChosen(read, index, {...move, secrets});
			await bringChanges(program, {move, index, deps, signal}, {old, database});
			await adopt(program, {move, index, deps, signal}, database);
		});
	});
}

async function adopt(program: Program, {move, index, deps, signal}: Source, database: ArrDatabase): Promise<void> {
	const of = {moveId: move.id, source: index, program, database, signal, again: false, check: async () => signal.throwIfAborted()};
	await adoptDownloads(of, await findOurIds(of, deps), deps);
}

async function bringChanges(
	program: Program,
	{move, index, deps, signal}: Source,
	{old, database}: {old: ArrDatabase; database: ArrDatabase},
): Promise<void> {
	const {moves} = deps;
	const all = await digestTitles(program, database);
	const changes = changesBetween(await digestTitles(program, old), all);
	const kind = program === 'radarr' ? ('movie' as const) : ('series' as const);
	const about = {moveId: move.id, source: index, kind};
	const known = await moves.rows.traces(about);
	const number = await moves.rows.count(move.id);
	const added = [...changes].filter(([id, {change}]) => change === 'added' && !known.has(String(id)));
	await moves.rows.put(
		added.map(([id, {title}], place) => ({
			...{...about, program, title, sourceId: String(id), number: number + place + 1},
			...{notes: [], outcome: outcomeOf([])},
		})),
	);
	// New titles, records and events come as in the first run.
	const {moved, mappings, facts} = await moveLibrary(program, {move, index, database, deps, signal, again: true});
	const titles = await moves.rows.moved(about);
	const isChanged = (id: number) => changes.get(id)?.change === 'changed' && titles.has(String(id));
	const skip = new Map([...all.keys()].filter(id => !isChanged(id)).map(id => [String(id), true]));
	const plan = {facts, mappings, skip, signal, deps};
	const context = {old, titles, moved, mappings, deps};
	if (program === 'radarr') {
		for await (const movies of judgeMovies(database, plan)) {
			for (const judged of movies) {
				await updateMovie(judged, context);
			}
		}
	} else {
		for await (const judged of judgeAllSeries(database, plan)) {
			await updateSeries(judged, context);
		}
	}
}
