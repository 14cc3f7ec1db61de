import type {DownloadStatus} from '../queue-item.ts';

export function rtorrentStatus({isComplete, isActive}: {isComplete: boolean; isActive: boolean}): DownloadStatus {
	if (isComplete) {
		return 'completed';
	}
	return isActive ? 'downloading' : 'paused';
}

export interface RtorrentSeeding {
	isComplete: boolean;
	ratioPerMille: number;
	seedingSeconds: number;
}

/** rTorrent has no seeding goals of its own, so we compare the ones that we stored with the torrent. */
export function rtorrentRemovable(
	{isComplete, ratioPerMille, seedingSeconds}: RtorrentSeeding,
	goals: {ratio: number | null; minutes: number | null},
): boolean {
	const isRatioMet = goals.ratio !== null && ratioPerMille / 1000 >= goals.ratio;
	const isTimeMet = goals.minutes !== null && seedingSeconds >= goals.minutes * 60;
	return isComplete && (isRatioMet || isTimeMet);
}
