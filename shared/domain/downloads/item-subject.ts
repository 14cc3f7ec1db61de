import {manualImport, type QueueItem, sizeOf} from './queue-item.ts';

/** What entries of the history say about a queue item. */
export function itemSubject({release, target, client, transfer}: QueueItem) {
	const {title, indexer, judgement} = release;
	const {quality, qualityScore} = judgement;
	const downloadId = transfer?.downloadId ?? null;
	return {title, ...target, quality, qualityScore, indexer, downloadClient: client?.name ?? manualImport, downloadId};
}

/** What the blocklist says about the release of a queue item. */
export function itemRelease(item: Pick<QueueItem, 'release' | 'target' | 'transfer'>) {
	const {title, guid, infoHash, indexer, indexerId, protocol} = item.release;
	return {title, guid, infoHash, indexer, indexerId, protocol, size: sizeOf(item), ...item.target};
}
