import {queueStream} from '#shared/events/queue.ts';
import {leftoverOf} from '#shared/jobs/downloads.ts';
import type {ImportedItem} from '#shared/store/downloads/due-downloads.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {isRemovalWanted} from './ask-removal.ts';

/**
 * Imported downloads leave the queue; the history keeps them. Those that are to be removed from their client later are
 * remembered as leftovers first.
 */
export async function leaveQueue(imported: readonly ImportedItem[], deps: WorkerDeps): Promise<void> {
	if (imported.length === 0) {
		return;
	}
	const {downloads, downloadClients, leftovers, events} = deps;
	const clients = (await downloadClients.list()).filter(client => isRemovalWanted(client, deps));
	const tidied = new Set(clients.map(({id}) => id));
	const left = imported.filter(item => tidied.has(item.downloadClientId) && item.downloadId && !item.removedFromClient);
	await leftovers.add(left.map(item => leftoverOf(item, {whenSeeded: true})));
	const gone = await downloads.removeImported(imported.map(({id}) => id));
	await events.publishMany(
		queueStream,
		'queueItemRemoved',
		gone.map(id => ({id, reason: 'imported' as const})),
	);
}
