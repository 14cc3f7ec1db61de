import type {DownloadStatus} from '../queue-item.ts';

/** The fields of a Deluge row that decide its status. */
export interface DelugeState {
	state: string;
	isFinished: boolean;
	isAutoManaged: boolean;
	stopAtRatio: boolean;
	stopRatio: number;
	ratio: number;
	seedingSeconds: number;
}

const waiting: Record<string, DownloadStatus> = {Queued: 'queued', Paused: 'paused'};

/**
 * A finished torrent counts as completed even while it is queued or paused. One that is being checked may turn out to
 * be incomplete.
 */
export function delugeStatus({state, isFinished}: DelugeState): DownloadStatus {
	if (state === 'Error') {
		return 'warning';
	}
	if (isFinished && state !== 'Checking') {
		return 'completed';
	}
	return waiting[state] ?? 'downloading';
}

/**
 * True when Deluge itself stopped it at its ratio, or when it has seeded for as long as it should. One that a person
 * stopped before is kept.
 */
export function delugeRemovable(
	{state, isFinished, isAutoManaged, stopAtRatio, stopRatio, ratio, seedingSeconds}: DelugeState,
	seedMinutes: number | null,
): boolean {
	const isRatioMet = isAutoManaged && stopAtRatio && ratio >= stopRatio && state === 'Paused';
	const isTimeMet = seedMinutes !== null && seedingSeconds >= seedMinutes * 60 && !['Checking', 'Error'].includes(state);
	return isFinished && (isRatioMet || isTimeMet);
}
