import {queueStream} from '#shared/events/queue.ts';
import type {ImportedItem} from '#shared/store/downloads/due-downloads.ts';
import type {NewLeftover} from '#shared/store/downloads/leftovers.ts';
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
	await leftovers.add(imported.flatMap(item => (tidied.has(item.downloadClientId) ? (toLeftover(item) ?? []) : [])));
	const left = await downloads.removeImported(imported.map(({id}) => id));
	await events.publishMany(
		queueStream,
		'queueItemRemoved',
		left.map(id => ({id, reason: 'imported' as const})),
	);
}

/** Null when the client no longer has it. */
function toLeftover({id, title, downloadClientId, downloadId, removedFromClient}: ImportedItem): NewLeftover | null {
	return downloadId && !removedFromClient ? {id, title, downloadClientId, downloadId, whenSeeded: true} : null;
}
