import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {type RemoveDownload, removeDownload} from '#shared/jobs/downloads.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Do the settings want imported downloads removed from this client? */
export function isRemovalWanted({removeCompleted}: DownloadClientRecord, {settings}: Pick<WorkerDeps, 'settings'>): boolean {
	return removeCompleted && settings.get('filters.removeCompletedDownloads');
}

/** Removals that are requested at once; the next poll of the client requests others. */
const maxRemovals = 200;

/**
 * Asks for the removal of downloads from their client. May be repeated until the client has confirmed it: while a job
 * for a download waits, another one is not added.
 */
export async function askRemovals(removals: readonly RemoveDownload[], {jobs}: Pick<WorkerDeps, 'jobs'>): Promise<void> {
	const start = removals.length > maxRemovals ? Math.floor(Math.random() * removals.length) : 0;
	// Begins anywhere, so that removals that never succeed do not keep the others waiting.
	const chosen = [...removals.slice(start), ...removals.slice(0, start)].slice(0, maxRemovals);
	await Promise.all(chosen.map(removal => jobs.enqueue(removeDownload, removal)));
}
