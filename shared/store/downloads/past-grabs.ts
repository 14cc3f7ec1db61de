import type {Model} from 'mongoose';
import type {HistoryEntry, HistoryEvent, StoredEntry} from './history-schema.ts';

interface PastGrab {
	guid: string;
	indexerId: string;
	downloadId: string | null;
	/** `open`: neither failed nor came into the library, whether it is on its way or was taken away. */
	outcome: 'open' | 'imported' | 'failed';
}

/** After these a download is no longer on its way. */
const ends: ReadonlySet<HistoryEvent> = new Set(['imported', 'downloadFailed']);

/** What the history knows of earlier grabs. */
export function pastGrabs(history: Model<StoredEntry>) {
	return {
		/** Which of these torrents were imported. Clients write info hashes in upper or lower case. */
		async importedHashes(infoHashes: readonly string[]): Promise<Set<string>> {
			const spelled = infoHashes.flatMap(hash => [hash.toLowerCase(), hash.toUpperCase()]);
			const found = await history.find({downloadId: {$in: spelled}, event: 'imported'}, {downloadId: 1}).lean<{downloadId: string}[]>();
			return new Set(found.map(({downloadId}) => downloadId.toLowerCase()));
		},
		/** What was grabbed for a title since then, and has neither failed nor come into the library. */
		async grabbedSince(
			of: {movieId: string} | {seriesId: string},
			since: Date,
		): Promise<Pick<HistoryEntry, 'title' | 'episodeIds' | 'quality' | 'data'>[]> {
			const fields = {event: 1, title: 1, episodeIds: 1, quality: 1, downloadId: 1, data: 1};
			const rows = await history.find({...of, timestamp: {$gte: since}}, fields).lean<StoredEntry[]>();
			const ended = new Set(rows.flatMap(({event, downloadId}) => (ends.has(event) && downloadId ? [downloadId] : [])));
			return rows.filter(({event, downloadId}) => event === 'grabbed' && !(downloadId && ended.has(downloadId)));
		},
		/**
		 * The grabs of these releases, known by guid or info hash, and what became of each download. An intent that
		 * somebody removed before its client answered counts too.
		 */
		async grabsOf(releases: readonly {guid: string; infoHash: string | null}[]): Promise<PastGrab[]> {
			const hashes = releases.flatMap(({infoHash}) => (infoHash ? [infoHash.toLowerCase(), infoHash.toUpperCase()] : []));
			const guids = releases.map(({guid}) => guid);
			const fields = {event: 1, downloadId: 1, data: 1, timestamp: 1};
			const grabs = await history
				.find({event: {$in: ['grabbed', 'ignored']}, $or: [{'data.guid': {$in: guids}}, {downloadId: {$in: hashes}}]}, fields)
				.lean<StoredEntry[]>();
			const ids = grabs.flatMap(({downloadId}) => downloadId ?? []);
			const told = await history.find({downloadId: {$in: ids}, event: {$in: [...ends]}}, fields).lean<StoredEntry[]>();
			return grabs.map(grab => toPastGrab(grab, told));
		},
	};
}

/** A release may be grabbed again after a failure, so only failures after the grab count. */
function toPastGrab({downloadId, data, timestamp}: StoredEntry, told: readonly StoredEntry[]): PastGrab {
	const later = told.filter(each => each.downloadId === downloadId && each.timestamp >= timestamp);
	const isImported = later.some(({event}) => event === 'imported');
	const outcome = isImported ? 'imported' : later.length > 0 ? 'failed' : 'open';
	return {guid: String(data['guid'] ?? ''), indexerId: String(data['indexerId'] ?? ''), downloadId, outcome};
}
