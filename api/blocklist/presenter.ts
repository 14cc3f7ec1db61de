import type {BlocklistEntry} from '#shared/store/downloads/blocklist.ts';

export function presentBlocklistEntry(entry: BlocklistEntry) {
	const addedAt = entry.addedAt.toISOString();
	return {
		id: entry.id,
		title: entry.title,
		guid: entry.guid,
		infoHash: entry.infoHash,
		indexer: entry.indexer,
		indexerId: entry.indexerId,
		protocol: entry.protocol,
		size: entry.size,
		reason: entry.reason,
		movieId: entry.movieId,
		seriesId: entry.seriesId,
		episodeIds: entry.episodeIds,
		addedAt,
		createdAt: addedAt,
		updatedAt: addedAt,
	};
}
