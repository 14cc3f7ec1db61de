import type {DownloadStatus} from '../queue-item.ts';

export interface NzbgetGroup {
	/** Bytes. */
	remaining: number;
	paused: number;
	activeDownloads: number;
}

/** Status of a job in the queue. With nothing left to fetch, it is being repaired or unpacked. */
export function nzbgetGroupStatus({remaining, paused, activeDownloads}: NzbgetGroup, isDownloadPaused: boolean): DownloadStatus {
	if (remaining > 0 && (isDownloadPaused || paused === remaining)) {
		return 'paused';
	}
	return remaining > 0 && activeDownloads === 0 ? 'queued' : 'downloading';
}

/** The status fields of a history row. */
export interface NzbgetHistory {
	par: string;
	unpack: string;
	move: string;
	script: string;
	deletion: string;
	mark: string;
}

const fine = ['SUCCESS', 'NONE', ''];
const fatalDeletions = ['HEALTH', 'DUPE', 'SCAN', 'COPY', 'BAD'];

/**
 * Status of a job in the history; null for one that a person deleted. A step that failed for good outweighs one that a
 * person can fix, such as a full disk. Unlike in Sonarr, a failed repair stays failed whatever follows.
 */
export function nzbgetHistoryStatus({par, unpack, move, script, deletion, mark}: NzbgetHistory): DownloadStatus | null {
	if (deletion === 'MANUAL') {
		return mark === 'BAD' ? 'failed' : null;
	}
	const isFailed = [
		!fine.includes(par),
		!fine.includes(unpack) && unpack !== 'SPACE',
		!fine.includes(script),
		fatalDeletions.includes(deletion),
	].includes(true);
	if (isFailed) {
		return 'failed';
	}
	const isWarning = unpack === 'SPACE' || !fine.includes(move) || !fine.includes(deletion);
	return isWarning ? 'warning' : 'completed';
}
