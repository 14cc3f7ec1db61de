import type {FollowedItem} from '#shared/domain/downloads/follow-client.ts';
import {publishItemUpdated} from '#shared/events/queue.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Somebody removed the download in the client, so it is no longer wanted. It goes on if the client lists it again. */
export async function loseDownload(item: Pick<FollowedItem, 'id'>, deps: WorkerDeps): Promise<void> {
	const ignored = await deps.downloads.move(
		item.id,
		'ignored',
		{status: 'warning', health: 'warning', errorMessage: 'The download is no longer in its client.', ended: deps.now()},
		{state: 'downloading'},
	);
	if (ignored) {
		await publishItemUpdated(ignored, deps);
	}
}
