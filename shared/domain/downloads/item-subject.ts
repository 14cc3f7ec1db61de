import type {QueueItem} from './queue-item.ts';

/** What entries of the history say about a queue item. */
export function itemSubject(item: QueueItem) {
	const {title, movieId, seriesId, episodeIds, judgement, indexer, downloadClient, downloadId} = item;
	const {quality, qualityScore} = judgement;
	return {title, movieId, seriesId, episodeIds, quality, qualityScore, indexer, downloadClient, downloadId};
}

/** What the blocklist says about the release of a queue item. */
export function itemRelease(item: QueueItem) {
	const {title, guid, infoHash, indexer, indexerId, protocol, size, movieId, seriesId, episodeIds} = item;
	return {title, guid, infoHash, indexer, indexerId, protocol, size, movieId, seriesId, episodeIds};
}
