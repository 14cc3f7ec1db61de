import type {QueueItem} from '../client/types.ts';
import {secondsOf} from '../parts/text.ts';

interface Look {
	label: string;
	kind: 'ok' | 'warn' | 'bad' | 'info' | 'quiet';
}

const byState: Record<string, Look> = {
	importPending: {label: 'Waiting for import', kind: 'info'},
	importing: {label: 'Importing', kind: 'info'},
	imported: {label: 'Imported', kind: 'ok'},
	failedPending: {label: 'Failed, will be retried', kind: 'warn'},
	failed: {label: 'Failed', kind: 'bad'},
	ignored: {label: 'Ignored', kind: 'quiet'},
};

const byStatus: Record<string, Look> = {
	downloading: {label: 'Downloading', kind: 'info'},
	paused: {label: 'Paused', kind: 'quiet'},
	queued: {label: 'Queued in the client', kind: 'quiet'},
	completed: {label: 'Downloaded', kind: 'info'},
	failed: {label: 'Failed', kind: 'bad'},
	warning: {label: 'Stalled', kind: 'warn'},
};

export function badgeOf({trackedDownloadState, trackedDownloadStatus, status}: QueueItem): Look {
	const badge = byState[trackedDownloadState] ?? byStatus[status] ?? {label: status, kind: 'quiet'};
	if (trackedDownloadState === 'importPending' && trackedDownloadStatus !== 'ok') {
		return {label: 'Import failed', kind: 'warn'};
	}
	return trackedDownloadStatus !== 'ok' && badge.kind === 'info' ? {...badge, kind: 'warn'} : badge;
}

/** Bytes per second, by what is left and the time that its client gives for it; null if it gives none. */
export function speedOf({sizeleft, timeleft}: Pick<QueueItem, 'sizeleft' | 'timeleft'>) {
	const seconds = timeleft ? secondsOf(timeleft) : null;
	return seconds && sizeleft > 0 ? sizeleft / seconds : null;
}

/** Percent. */
export function progressOf({progress, size, sizeleft, trackedDownloadState}: QueueItem) {
	if (trackedDownloadState === 'imported') {
		return 100;
	}
	return progress ?? (size > 0 ? (100 * (size - sizeleft)) / size : 0);
}

export const canRetry = ({trackedDownloadState: state}: QueueItem) => state === 'failed' || state === 'failedPending';
