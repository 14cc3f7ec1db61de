import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import type {FollowedItem} from '#shared/domain/downloads/follow-client.ts';
import {Conflict} from '#shared/errors.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Continues the items that their client had lost and lists again. The next poll takes over what it says of them. */
export async function resumeFound(
	lost: readonly FollowedItem[],
	rows: ReadonlyMap<string, ClientDownload>,
	deps: WorkerDeps,
): Promise<void> {
	for (const {id} of lost.filter(({transfer}) => transfer && rows.has(transfer.downloadId))) {
		try {
			const resumed = await deps.downloads.resume(id);
			await (resumed && publishItemUpdated(resumed, deps));
		} catch (error) {
			// The release was grabbed again in the meantime, and that grab is followed.
			if (!(error instanceof Conflict)) {
				throw error;
			}
		}
	}
}
