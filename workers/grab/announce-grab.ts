import {itemSubject} from '#shared/domain/downloads/item-subject.ts';
import {jobKeyOf} from '#shared/domain/downloads/job-name.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {queueStream} from '#shared/events/queue.ts';
import {queueItem} from '#shared/presenters/queue-item.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Somebody retried the item after a failure: it was in the queue before. */
export function isResent({sending}: QueueItem): boolean {
	return (sending?.key ?? null) !== null;
}

/**
 * Records a release that its client has accepted. A retry is a grab of its own, with its own outcome. A second call for
 * the same sending leaves the history unchanged.
 */
export async function recordGrab(item: QueueItem, {history, now}: WorkerDeps): Promise<void> {
	const {guid, indexerId, size, protocol, judgement} = item.release;
	const data = {guid, indexerId, size, protocol, formatScore: judgement.formatScore};
	await history.add({...itemSubject(item), event: 'grabbed', data, timestamp: now()}, `grabbed-${jobKeyOf(item)}`);
}

export async function publishGrab(item: QueueItem, {events}: WorkerDeps): Promise<void> {
	await events.publish(queueStream, 'queueItemAdded', queueItem.present(item));
}
