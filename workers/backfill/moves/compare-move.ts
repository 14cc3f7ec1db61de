import {type Move, type MoveComparison, maxComparedTitles, newComparison, type TitleChange} from '#shared/domain/moves/move.ts';
import {Conflict, Invalid, isExpected, NotFound} from '#shared/errors.ts';
import {createMoveUploads, movesFolder} from '#shared/files/uploads.ts';
import type {compareMove} from '#shared/jobs/moves.ts';
import {readArrDatabase} from '../../integrations/arr-databases/read-database.ts';
import type {Handler} from '../../runtime/handler.ts';
import {digestTitles, type TitleDigest} from './compare-titles.ts';
import {type FetchDeps, fetchSource} from './fetch-sources.ts';

/** Nothing but the comparison is written; the take-over brings what it found. */
export const handleCompareMove: Handler<typeof compareMove, keyof FetchDeps> = async ({moveId}, deps, {signal}) => {
	const {moves, now} = deps;
	const move = await moves.find(moveId);
	if (move?.state !== 'completed' || move.comparison?.state !== 'reading') {
		return;
	}
	const end = (comparison: MoveComparison) => moves.move(moveId, ['completed'], {comparison}, now());
	try {
		await end({...(await compare(move, move.comparison, deps, signal)), state: 'ready', at: now()});
	} catch (error) {
		if (error instanceof Invalid || error instanceof NotFound || error instanceof Conflict) {
			await end({...newComparison, state: 'failed', message: error.message});
			return;
		}
		if (isExpected(error) && !signal.aborted) {
			await end({...move.comparison, message: `${error.message} It goes on by itself once that has passed.`});
		}
		throw error;
	}
};

async function compare(move: Move, asked: MoveComparison, deps: FetchDeps, signal: AbortSignal): Promise<MoveComparison> {
	const files = createMoveUploads(deps.dataDir);
	const access = await deps.moves.accessOf(move.id);
	const found: MoveComparison = {...newComparison, uploads: [], counts: {...newComparison.counts}, titles: []};
	for (const [index, {program, url, uploads}] of move.sources.entries()) {
		const opens = access[index];
		const given = asked.uploads[index] ?? [];
		const isAsked = given.length === 0 && url !== null && opens && program !== null;
		const read = isAsked ? (await fetchSource({program, url, ...opens}, deps, signal)).uploads : given;
		found.uploads.push(read);
		if (read.length === 0 || (program !== 'radarr' && program !== 'sonarr')) {
			continue;
		}
		const digest = async (ids: readonly string[]) =>
			readArrDatabase(await files.filesOf(ids), {workFolder: movesFolder(deps.dataDir), signal, only: program}, database =>
				digestTitles(program, database),
			);
		const [before, after] = [await digest(uploads), await digest(read)];
		for (const [id, {title, change}] of changesBetween(before, after)) {
			found.counts[change] += 1;
			found.titles.length < maxComparedTitles && found.titles.push({source: index, sourceId: String(id), title, change});
		}
	}
	return found;
}

/** Titles that are new, changed or gone, by their ids. */
export function changesBetween(
	before: ReadonlyMap<number, TitleDigest>,
	after: ReadonlyMap<number, TitleDigest>,
): Map<number, {title: string; change: TitleChange}> {
	const changes = new Map<number, {title: string; change: TitleChange}>();
	for (const [id, {title, digest}] of after) {
		const known = before.get(id);
		if (known?.digest !== digest) {
			changes.set(id, {title, change: known ? 'changed' : 'added'});
		}
	}
	for (const [id, {title}] of before) {
		after.has(id) || changes.set(id, {title, change: 'gone'});
	}
	return changes;
}
