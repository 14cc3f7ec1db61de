import type {HistoryEntry} from '#shared/store/downloads/history.ts';

export function presentHistoryEntry(entry: HistoryEntry) {
	const timestamp = entry.timestamp.toISOString();
	return {
		id: entry.id,
		event: entry.event,
		title: entry.title,
		movieId: entry.movieId,
		seriesId: entry.seriesId,
		episodeIds: entry.episodeIds,
		quality: entry.quality,
		qualityScore: entry.qualityScore,
		indexer: entry.indexer,
		downloadClient: entry.downloadClient,
		downloadId: entry.downloadId,
		data: entry.data,
		timestamp,
		createdAt: timestamp,
		updatedAt: timestamp,
	};
}
