import type {DownloadStatus} from '../tracked-state.ts';

/** The fields of a Deluge row that decide what we call it. */
export interface DelugeState {
	state: string;
	isFinished: boolean;
	isAutoManaged: boolean;
	stopAtRatio: boolean;
	stopRatio: number;
	ratio: number;
}

const waiting: Record<string, DownloadStatus> = {Queued: 'queued', Paused: 'paused'};

/** A finished torrent is completed also while it waits or rests; one that is being checked may turn out unfinished. */
export function delugeStatus({state, isFinished}: DelugeState): DownloadStatus {
	if (state === 'Error') {
		return 'warning';
	}

	if (isFinished && state !== 'Checking') {
		return 'completed';
	}

	return waiting[state] ?? 'downloading';
}

/** Deluge itself stopped it at its ratio; one that a person stopped stays. */
export function delugeRemovable({state, isFinished, isAutoManaged, stopAtRatio, stopRatio, ratio}: DelugeState): boolean {
	return isFinished && isAutoManaged && stopAtRatio && ratio >= stopRatio && state === 'Paused';
}
