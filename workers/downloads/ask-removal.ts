import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {removeDownload} from '#shared/jobs/downloads/remove-download.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

export interface RemovableDownload {
	/** That of the queue item. */
	id: string;
	downloadClientId: string;
	downloadId: string;
}

/** Do the settings want imported downloads removed from this client? */
export function isRemovalWanted({removeCompleted}: DownloadClientRecord, {settings}: Pick<WorkerDeps, 'settings'>): boolean {
	return removeCompleted && settings.get('filters.removeCompletedDownloads');
}

/** Most removals that are asked for at once; the next look at the client asks for others. */
const most = 200;

/**
 * Asks for the removal of downloads from their client. May be repeated until the client has confirmed it: while a job
 * for a download waits, another one is not added.
 */
export async function askRemovals(downloads: readonly RemovableDownload[], {jobs}: Pick<WorkerDeps, 'jobs'>): Promise<void> {
	const start = downloads.length > most ? Math.floor(Math.random() * downloads.length) : 0;
	// Begins anywhere, so that removals that never succeed do not keep the others waiting.
	const chosen = [...downloads.slice(start), ...downloads.slice(0, start)].slice(0, most);
	await Promise.all(
		chosen.map(({id, downloadClientId, downloadId}) =>
			jobs.enqueue(removeDownload, {downloadClientId, downloadId, deleteData: true, queueItemId: id}),
		),
	);
}
