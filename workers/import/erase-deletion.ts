import {dirname} from 'node:path';
import {isExpected} from '#shared/errors.ts';
import type {emptyBins, eraseDeletion} from '#shared/jobs/import.ts';
import {emptyRecycleBins} from '../library/empty-recycle-bins.ts';
import {recycledEntry} from '../library/recycled-entry.ts';
import {onceStill} from '../library/title-lease.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';

type Deps = Pick<WorkerDeps, 'deletions' | 'files' | 'leases' | 'now'>;

/** A killed run is repeated, and finds the files that are left. Why it failed is stored with the deletion. */
export const handleEraseDeletion: Handler<typeof eraseDeletion, keyof Deps> = async ({deletionId}, deps, {signal, log}) => {
	const {deletions, files, leases, now} = deps;
	const titleId = (await deletions.find(deletionId))?.titleId ?? '';
	await onceStill(titleId, leases, async () => {
		const deletion = await deletions.find(deletionId);
		if (deletion?.state !== 'kept' && deletion?.state !== 'failed') {
			return;
		}
		try {
			let count = 0;
			for await (const file of deletions.filesOf(deletionId)) {
				signal.throwIfAborted();
				const entry = await recycledEntry(file, files);
				count += Number(entry !== null && (await files.removeExpected(file.to, entry)));
				await files.removeEmptyFolders(dirname(file.to), dirname(dirname(file.to)));
			}
			await deletions.erase(deletionId);
			log.info({title: deletion.title, files: count}, 'What was deleted has left the recycle bin for good');
		} catch (error) {
			if (!isExpected(error) || signal.aborted) {
				throw error;
			}
			const message = `It could not be deleted for good: ${error.message}`;
			await deletions.move(deletionId, [deletion.state], {state: deletion.state, message}, now());
		}
	});
};

/** Titles that are on their way back keep what they need until they are there, or try again. */
export const handleEmptyBins: Handler<
	typeof emptyBins,
	'deletions' | 'files' | 'log' | 'now' | 'rootFolders' | 'settings' | 'usedFolders'
> = async (_payload, deps, {signal}) => {
	const count = await emptyRecycleBins({signal, note: () => {}}, deps.now(), deps, true);
	for (const id of await deps.deletions.recycled()) {
		signal.throwIfAborted();
		await ((await isInBin(id, deps)) ? null : deps.deletions.erase(id));
	}
	deps.log.info({files: count}, 'The recycle bins are empty');
};

/** Where a disk is away, what was deleted may still be there. */
async function isInBin(deletionId: string, {deletions, files}: Pick<Deps, 'deletions' | 'files'>): Promise<boolean> {
	for await (const file of deletions.filesOf(deletionId)) {
		const isThere = await files.entry(file.to).catch(() => 'unknown');
		if (isThere !== null) {
			return true;
		}
	}
	return false;
}
