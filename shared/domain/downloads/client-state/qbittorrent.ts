import type {DownloadStatus} from '../queue-item.ts';

/** The fields of a qBittorrent row that decide its status. */
export interface QbittorrentState {
	state: string;
	ratio: number;
	/** -2 uses the client's own limit, -1 is no limit. The limits are a ratio and minutes. */
	ratioLimit: number;
	seedingMinutesLimit: number;
	inactiveMinutesLimit: number;
	seedingSeconds: number;
	/** Null when nothing was ever sent or received. */
	inactiveSeconds: number | null;
}

/** The client's own preferences; null for a disabled limit. */
export interface QbittorrentPreferences {
	dht: boolean;
	maxRatio: number | null;
	maxSeedingMinutes: number | null;
	maxInactiveMinutes: number | null;
}

/**
 * Version 5 says `stopped` where version 4 said `paused`. Anything not listed, such as `moving`, counts as downloading.
 */
const statuses: Record<string, DownloadStatus> = {
	uploading: 'completed',
	stalledUP: 'completed',
	queuedUP: 'completed',
	forcedUP: 'completed',
	pausedUP: 'completed',
	stoppedUP: 'completed',
	pausedDL: 'paused',
	stoppedDL: 'paused',
	queuedDL: 'queued',
	checkingDL: 'queued',
	checkingUP: 'queued',
	checkingResumeData: 'queued',
	metaDL: 'queued',
	forcedMetaDL: 'queued',
	error: 'warning',
	missingFiles: 'warning',
	stalledDL: 'warning',
};

const messages: Record<string, string> = {
	error: 'qBittorrent reports an error; see its log.',
	missingFiles: 'Files of this download are missing on the disk of qBittorrent.',
	stalledDL: 'The download is stalled: no peer is sending data.',
};

const withoutDht = 'The metadata of this magnet link has not arrived, and DHT, which could find it, is disabled in qBittorrent.';

export function qbittorrentStatus(state: string, dht: boolean): {status: DownloadStatus; message: string | null} {
	if (!dht && (state === 'metaDL' || state === 'forcedMetaDL')) {
		return {status: 'warning', message: withoutDht};
	}
	return {status: statuses[state] ?? 'downloading', message: messages[state] ?? null};
}

/** qBittorrent may stop slightly below the ratio limit. */
const ratioTolerance = 0.001;

/** True when it was stopped because a seeding goal was reached. A torrent that a person stopped earlier is kept. */
export function qbittorrentRemovable(row: QbittorrentState, preferences: QbittorrentPreferences): boolean {
	if (row.state !== 'pausedUP' && row.state !== 'stoppedUP') {
		return false;
	}
	const ratio = limitOf(row.ratioLimit, preferences.maxRatio);
	const seeding = limitOf(row.seedingMinutesLimit, preferences.maxSeedingMinutes);
	const inactive = limitOf(row.inactiveMinutesLimit, preferences.maxInactiveMinutes);
	return (
		(ratio !== null && ratio - row.ratio <= ratioTolerance) ||
		(seeding !== null && row.seedingSeconds >= seeding * 60) ||
		(inactive !== null && row.inactiveSeconds !== null && row.inactiveSeconds >= inactive * 60)
	);
}

function limitOf(own: number, general: number | null): number | null {
	if (own >= 0) {
		return own;
	}
	return own === -2 ? general : null;
}
