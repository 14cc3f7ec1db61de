import type {TaskRun} from '../executions/run-execution.ts';
import type {Assigned} from '../library/seen-file.ts';
import type {SeenIds} from './seen-ids.ts';
import {record, type Scan} from './take-in.ts';
import {toSeenFile} from './to-seen-file.ts';
import type {Tally} from './walk-library.ts';

interface Sweep extends Scan {
	root: string;
	seen: SeenIds;
	tally: Tally;
	run: TaskRun;
}

const batchSize = 500;

/**
 * Forgets files that are no longer on the disk. Only files that the walk did not see are checked, and a file is dropped
 * only if it is really absent. If the title has another file, that one takes its place.
 */
export async function dropVanished(sweep: Sweep): Promise<void> {
	const {libraryId, kind, deps, seen, tally, run} = sweep;
	const gone: string[] = [];
	const losers = new Set<string>();
	const forget = async () => {
		await takeInBehind([...losers], sweep);
		await deps.scannedFiles.remove(gone.splice(0));
		losers.clear();
	};
	for await (const {id, path, state, titleId} of deps.scannedFiles.all(libraryId)) {
		if (seen.has(id) || (await deps.files.exists(path).catch(() => true))) {
			continue;
		}
		run.signal.throwIfAborted();
		if (state === 'recorded' && titleId !== null && (await kind.drop(titleId, path))) {
			run.note({mediaId: titleId, mediaTitle: null, action: 'fileDeleted', status: 'completed', message: path});
			tally.itemsAffected += 1;
		}
		if (state === 'recorded' && titleId !== null) {
			losers.add(titleId);
		}
		gone.push(id);
		if (gone.length >= batchSize) {
			await forget();
		}
	}
	await forget();
}

/** Takes in files that were left out earlier because their title had a better one. */
async function takeInBehind(titleIds: readonly string[], sweep: Sweep): Promise<void> {
	const {libraryId, kind, deps, seen, tally, root} = sweep;
	const behind = titleIds.length > 0 ? await deps.scannedFiles.behind(libraryId, titleIds) : [];
	const rows: Assigned[] = [];
	for (const row of behind) {
		if (row.titleId !== null && (seen.has(row.id) || (await deps.files.exists(row.path).catch(() => false)))) {
			rows.push({file: toSeenFile(row, {root, mode: kind.mode}), titleId: row.titleId});
		}
	}
	tally.itemsAffected += await record(rows, sweep);
}
