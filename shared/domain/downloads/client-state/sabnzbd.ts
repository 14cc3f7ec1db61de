import type {DownloadStatus} from '../queue-item.ts';

const queueStatuses: Record<string, DownloadStatus> = {
	Queued: 'queued',
	Grabbing: 'queued',
	Propagating: 'queued',
	Paused: 'paused',
};

/**
 * Status of a job in the queue; null for one that is being deleted. A paused queue holds back all jobs except those
 * with priority Force. Unknown words count as downloading.
 */
export function sabnzbdQueueStatus({status, priority}: {status: string; priority: string}, isQueuePaused: boolean): DownloadStatus | null {
	if (status === 'Deleted') {
		return null;
	}
	if (isQueuePaused && priority !== 'Force') {
		return 'paused';
	}
	return queueStatuses[status] ?? 'downloading';
}

/** SABnzbd's exact words. The same job succeeds once there is space. */
const diskFull = 'Unpacking failed, write error or disk is full?';

/**
 * Status of a job in the history; null for a deleted one. What is neither completed nor failed is still
 * being unpacked or repaired.
 */
export function sabnzbdHistoryStatus({status, failMessage}: {status: string; failMessage: string}): DownloadStatus | null {
	if (status === 'Deleted') {
		return null;
	}
	if (status === 'Failed') {
		return failMessage === diskFull ? 'warning' : 'failed';
	}
	return status === 'Completed' ? 'completed' : 'downloading';
}

/** Days that a finished job must stay in the history for us to see it safely. */
const safeDays = 14;

/**
 * True when SABnzbd may drop finished jobs before we have imported them. `option` and `number` are the settings
 * of version 4.3 and newer.
 */
export function sabnzbdForgetsEarly(setting: {retention: string; option: string | null; number: number}): boolean {
	if (setting.option !== null && setting.option !== '') {
		const [unit] = setting.option.split('-');
		return unit === 'days' ? setting.number < safeDays : setting.option !== 'all';
	}
	const {retention} = setting;
	if (retention === '' || retention === '0') {
		return false;
	}
	return retention.endsWith('d') ? Number.parseInt(retention, 10) < safeDays : true;
}
