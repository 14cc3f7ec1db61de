import type {DownloadStatus} from '../queue-item.ts';

/** The fields of a Transmission row that decide its status. */
export interface TransmissionState {
	/** 0 stopped, 1 queued to check, 2 checking, 3 queued to download, 4 downloading, 5 queued to seed, 6 seeding. */
	status: number;
	/** Bytes; 0 while a magnet link has no metadata. */
	totalSize: number;
	leftUntilDone: number;
	/** True only once a seeding goal was met; false while seeding. */
	isFinished: boolean;
	errorString: string;
	ratio: number;
	secondsSeeding: number;
	/** 0 uses the client's own limit, 1 the torrent's, 2 none. */
	seedRatioMode: number;
	seedRatioLimit: number;
	seedIdleMode: number;
	/** Minutes. */
	seedIdleLimit: number;
}

/** The client's own limits; null for a disabled one. */
export interface TransmissionGoals {
	ratio: number | null;
	idleMinutes: number | null;
}

const stopped = 0;
const checkWait = 1;
const checking = 2;
const queued = 3;
const seedWait = 5;
const seeding = 6;

export function transmissionStatus(row: TransmissionState): DownloadStatus {
	if (row.errorString !== '') {
		return 'warning';
	}
	if (row.totalSize === 0) {
		return 'queued';
	}
	if (isComplete(row)) {
		return 'completed';
	}
	if (row.status === stopped && !row.isFinished) {
		return 'paused';
	}
	return row.status === queued ? 'queued' : 'downloading';
}

function isComplete({status, leftUntilDone, isFinished}: TransmissionState): boolean {
	if (leftUntilDone === 0 && [stopped, seedWait, seeding].includes(status)) {
		return true;
	}
	return isFinished && status !== checkWait && status !== checking;
}

/**
 * A ratio limit and the client's general idle limit count once the client has stopped the torrent. Transmission has
 * no seeding time, so we store it as the torrent's own idle limit. That limit also counts while the torrent seeds,
 * but not while it is queued.
 */
export function transmissionRemovable(row: TransmissionState, goals: TransmissionGoals): boolean {
	if (row.leftUntilDone > 0 || row.totalSize === 0 || row.status === checking || row.status === checkWait) {
		return false;
	}
	return ratioMet(row, goals) || idleMet(row, goals);
}

function ratioMet({status, seedRatioMode, seedRatioLimit, ratio}: TransmissionState, goals: TransmissionGoals): boolean {
	const limit = seedRatioMode === 1 ? seedRatioLimit : goals.ratio;
	return status === stopped && seedRatioMode !== 2 && limit !== null && ratio >= limit;
}

function idleMet({status, seedIdleMode, seedIdleLimit, secondsSeeding}: TransmissionState, goals: TransmissionGoals): boolean {
	if (seedIdleMode === 1) {
		return (status === stopped || status === seeding) && secondsSeeding >= seedIdleLimit * 60;
	}
	return seedIdleMode === 0 && status === stopped && goals.idleMinutes !== null;
}
