import {isManual, itemSubject, type QueueItem, sizeOf} from '#shared/domain/downloads/queue-item.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {publishItemUpdated, queueStream} from '#shared/events/queue.ts';
import type {asSeen} from '#shared/store/downloads/download-schema.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'downloads' | 'events' | 'history' | 'settings' | 'now'>;

/**
 * The client reported a failure, or the release cannot be sent to it. The item waits in `failedPending`, where the user
 * can retry it until it is blocklisted. An item that is no longer as `only` says is left alone.
 */
export async function failItem(
	{id}: Pick<QueueItem, 'id'>,
	error: string,
	deps: Deps,
	only: ReturnType<typeof asSeen> = {},
): Promise<void> {
	const {downloads, events, settings, now} = deps;
	const change = {
		status: 'failed' as const,
		health: 'error' as const,
		errorMessage: error,
		ended: now(),
		retryAt: new Date(Number(now()) + settings.get('download.failedRetryMinutes') * minuteMs),
	};
	const failed = await downloads.move(id, 'failedPending', change, only);
	if (!failed) {
		return;
	}
	await recordFailure(failed, deps);
	await publishItemUpdated(failed, deps);
	const {release, target, errorMessage} = failed;
	await events.publish(queueStream, 'queueFailed', {id, title: release.title, ...target, error: errorMessage ?? ''});
}

/**
 * Writes the failure into the history, from which it is sent: one for each download, and one for a release that never
 * came to its client, however often it is sent. A second call changes nothing.
 */
export async function recordFailure(failed: QueueItem, {history, now}: Pick<Deps, 'history' | 'now'>): Promise<void> {
	// What a person imports from a folder has no client.
	const stage = failed.transfer === null && !isManual(failed) ? 'grab' : 'download';
	const {id, added} = failed;
	const data = {error: failed.errorMessage ?? '', stage, size: sizeOf(failed)};
	const entry = {...itemSubject(failed), event: 'downloadFailed' as const, data, timestamp: now()};
	await history.add(entry, `failed-${id}-${Number(failed.transfer?.started ?? added)}`);
}
