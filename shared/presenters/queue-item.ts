import type {QueueItem} from '../domain/downloads/queue-item.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** Seconds as `hh:mm:ss`, or `d.hh:mm:ss` from a day on. */
export function presentTimeLeft(seconds: number | null): string | null {
	if (seconds === null) {
		return null;
	}
	const whole = Math.max(0, Math.round(seconds));
	const days = Math.floor(whole / 86_400);
	const parts = [Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60].map(part => String(part).padStart(2, '0'));
	return `${days > 0 ? `${days}.` : ''}${parts.join(':')}`;
}

/** The wire shape of a queue item: a reply of the API, and the data of `queueItemAdded`. */
export function presentQueueItem(item: QueueItem) {
	return {
		id: item.id,
		downloadId: item.downloadId,
		title: item.title,
		status: item.status,
		trackedDownloadStatus: item.health,
		trackedDownloadState: item.state,
		protocol: item.protocol,
		downloadClient: item.downloadClient,
		downloadClientId: item.downloadClientId,
		indexer: item.indexer,
		outputPath: item.outputPath,
		size: item.size,
		sizeleft: item.sizeLeft,
		timeleft: presentTimeLeft(item.secondsLeft),
		estimatedCompletionTime: item.secondsLeft === null ? null : iso(new Date(Number(item.updatedAt) + item.secondsLeft * 1000)),
		statusMessages: item.statusMessages.map(({title, messages}) => ({title, messages})),
		errorMessage: item.errorMessage,
		episodeIds: item.episodeIds,
		movieId: item.movieId,
		seriesId: item.seriesId,
		added: iso(item.added),
		started: iso(item.started),
		ended: iso(item.ended),
		quality: item.judgement.quality,
		qualityScore: item.judgement.qualityScore,
		seeders: item.seeders,
		leechers: item.leechers,
	};
}
