/** @typedef {import('../client/types.js').QueueItem} QueueItem */
/** @typedef {{label: string, kind: 'ok' | 'warn' | 'bad' | 'info' | 'quiet'}} Look */

/** @type {Record<string, Look>} */
const byState = {
	importPending: {label: 'Waiting for import', kind: 'info'},
	importing: {label: 'Importing', kind: 'info'},
	imported: {label: 'Imported', kind: 'ok'},
	failedPending: {label: 'Failed, will be retried', kind: 'warn'},
	failed: {label: 'Failed', kind: 'bad'},
	ignored: {label: 'Ignored', kind: 'quiet'},
};

/** @type {Record<string, Look>} */
const byStatus = {
	downloading: {label: 'Downloading', kind: 'info'},
	paused: {label: 'Paused', kind: 'quiet'},
	queued: {label: 'Queued in the client', kind: 'quiet'},
	completed: {label: 'Downloaded', kind: 'info'},
	failed: {label: 'Failed', kind: 'bad'},
	warning: {label: 'Stalled', kind: 'warn'},
};

/** @param {QueueItem} item @returns {Look} */
export function badgeOf({trackedDownloadState, trackedDownloadStatus, status}) {
	const badge = byState[trackedDownloadState] ?? byStatus[status] ?? {label: status, kind: 'quiet'};
	if (trackedDownloadState === 'importPending' && trackedDownloadStatus !== 'ok') {
		return {label: 'Import failed', kind: 'warn'};
	}
	return trackedDownloadStatus !== 'ok' && badge.kind === 'info' ? {...badge, kind: 'warn'} : badge;
}

/** Percent. @param {QueueItem} item */
export function progressOf({progress, size, sizeleft, trackedDownloadState}) {
	if (trackedDownloadState === 'imported') {
		return 100;
	}
	return progress ?? (size > 0 ? (100 * (size - sizeleft)) / size : 0);
}

/** @param {QueueItem} item */
export const canRetry = ({trackedDownloadState: state}) => state === 'failed' || state === 'failedPending';
