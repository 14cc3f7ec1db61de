import {dirname} from 'node:path';
import {isExpected} from '#shared/errors.ts';
import type {emptyBins, eraseDeletion} from '#shared/jobs/import.ts';
import {emptyRecycleBins} from '../library/empty-recycle-bins.ts';
import {recycledEntry} from '../library/recycled-entry.ts';
import {onceStill} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<WorkerDeps, 'deletions' | 'files' | 'leases' | 'now'>;

export const handleEraseDeletion: Handler<typeof eraseDeletion, keyof Deps> = async ({deletionId}, deps, {signal, log}) => {
	const count = await erase(deletionId, deps, signal);
	log.info({deletionId, files: count}, 'What was deleted has left the recycle bin for good');
};

/**
 * Deletes the files of a deletion for good, unless its undo has begun; from then on it cannot begin. A killed run is
 * repeated, and finds the files that are left. Why it failed is stored with the deletion. Returns how many files.
 */
async function erase(id: string, {deletions, files, leases, now}: Deps, signal: AbortSignal): Promise<number> {
	const titleId = (await deletions.find(id))?.titleId ?? '';
	let count = 0;
	await onceStill(titleId, leases, async () => {
		if (!(await deletions.move(id, ['kept', 'failed', 'erasing'], {state: 'erasing', message: null}, now()))) {
			return;
		}
		try {
			for await (const file of deletions.filesOf(id)) {
				signal.throwIfAborted();
				const entry = await recycledEntry(file, files);
				count += Number(entry !== null && (await files.removeExpected(file.to, entry)));
				await files.removeEmptyFolders(dirname(file.to), dirname(dirname(file.to)));
			}
			await deletions.erase(id);
		} catch (error) {
			if (!isExpected(error) || signal.aborted) {
				throw error;
			}
			const message = `It could not be deleted for good: ${error.message}`;
			await deletions.move(id, ['erasing'], {state: 'failed', message}, now());
		}
	});
	return count;
}

/**
 * First what can be undone, one deletion after another, then files that better ones have replaced. Titles that are on
 * their way back keep what they need, and so does what is deleted meanwhile.
 */
export const handleEmptyBins: Handler<typeof emptyBins, keyof Deps | 'log' | 'rootFolders' | 'settings' | 'usedFolders'> = async (
	_payload,
	deps,
	{signal},
) => {
	let count = 0;
	for (const id of await deps.deletions.recycled()) {
		signal.throwIfAborted();
		count += await erase(id, deps, signal);
	}
	count += await emptyRecycleBins({signal, note: () => {}}, deps.now(), deps, deps.deletions.recycledPaths);
	deps.log.info({files: count}, 'The recycle bins are empty');
};
