import type {TaskRun} from '../run-execution.ts';
import type {SeenIds} from './seen-ids.ts';
import type {Scan} from './take-in.ts';
import type {Tally} from './walk-library.ts';

interface Sweep extends Scan {
	seen: SeenIds;
	tally: Tally;
	run: TaskRun;
}

const batchSize = 500;

/** Forgets files that are on the disk no more. Only those that the walk did not meet are looked for, and only their absence counts. */
export async function dropVanished({libraryId, side, deps, seen, tally, run}: Sweep): Promise<void> {
	let gone: string[] = [];
	for await (const {id, path, state, titleId} of deps.scannedFiles.all(libraryId)) {
		if (seen.has(id) || (await deps.files.exists(path).catch(() => true))) {
			continue;
		}
		run.signal.throwIfAborted();
		if (state === 'recorded' && titleId !== null && (await side.drop(titleId, path))) {
			run.note({mediaId: titleId, mediaTitle: null, action: 'fileDeleted', status: 'completed', message: path});
			tally.itemsAffected += 1;
		}
		gone.push(id);
		if (gone.length >= batchSize) {
			await deps.scannedFiles.remove(gone);
			gone = [];
		}
	}
	await deps.scannedFiles.remove(gone);
}
