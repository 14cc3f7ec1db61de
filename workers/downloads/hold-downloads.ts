import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import type {FollowedItem} from '#shared/domain/downloads/follow-client.ts';
import {pauseOf} from '#shared/domain/pauses.ts';
import type {DownloadClient} from '../integrations/download-clients/download-client.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {ClientList} from './follow-items.ts';

interface Holding {
	items: readonly FollowedItem[];
	record: DownloadClientRecord;
	client: DownloadClient;
	rows: ClientList['rows'];
	signal: AbortSignal;
}

const moving: ReadonlySet<string> = new Set(['downloading', 'queued', 'warning']);

/**
 * Pauses what the client downloads while it or everything is paused, and resumes afterwards what this has paused, and
 * nothing that a person has.
 */
export async function holdDownloads(
	{items, record, client, rows, signal}: Holding,
	{downloads, pauses, now}: Pick<WorkerDeps, 'downloads' | 'now' | 'pauses'>,
): Promise<void> {
	if (!client.control) {
		return;
	}
	const isPaused = pauseOf('downloadClient', record.id, await pauses.active(now())) !== null;
	const due = items.flatMap(({id, state, transfer}) => {
		const row = transfer && rows.get(transfer.downloadId);
		if (state !== 'downloading' || !transfer || !row) {
			return [];
		}
		return (isPaused ? moving.has(row.status) : transfer.held) ? [{id, transfer, isStill: row.status === 'paused'}] : [];
	});
	if (due.length === 0) {
		return;
	}
	// Noted before it is done: one that is paused and not noted would stay so.
	const note = (held: boolean) =>
		downloads.changeFollowed(due.map(({id, transfer}) => ({id, started: transfer.started, change: {transfer: {held}}})));
	await (isPaused ? note(true) : null);
	const ids = due.filter(({isStill}) => isPaused || isStill).map(({transfer}) => transfer.downloadId);
	await (ids.length > 0 ? client.control(ids, isPaused ? 'pause' : 'resume', signal) : null);
	await (isPaused ? null : note(false));
}
