import {parse} from 'node:path';
import type {HistoryEntry} from '#shared/store/downloads/history-schema.ts';
import type {TitleRun} from './title-run.ts';
import {rebased} from './units.ts';

/**
 * Tells in the history that a title has moved, and which of its files have other names. A second call changes nothing.
 */
export async function announceTitle({id, head, rows, deps: {history, now}}: TitleRun): Promise<void> {
	const {changeId, title, titleKind, to, origin = null} = head;
	const from = origin ?? head.from;
	const before = (path: string) => (origin === null ? path : rebased(path, {way: 'folder', from: head.from, to: origin}));
	const subject = titleKind === 'movie' ? {movieId: id, seriesId: null} : {movieId: null, seriesId: id};
	const rest = {episodeIds: [], quality: null, qualityScore: null, indexer: null, downloadClient: null, downloadId: null, timestamp: now()};
	const entries: {entry: Omit<HistoryEntry, 'id'>; onceKey: string}[] = [];
	if (from !== to) {
		const [first] = rows.filter(({what}) => what === 'file');
		const data = {from, to, changeId, path: first?.to ?? null, oldPath: first ? before(first.from) : null};
		entries.push({
			entry: {...subject, ...rest, event: 'titleMoved', title, data},
			onceKey: `titleMoved:${changeId}:${id}`,
		});
	}
	const byFolder = {way: 'folder', from, to} as const;
	for (const row of rows.filter(each => each.what === 'file' && rebased(before(each.from), byFolder) !== each.to)) {
		const data = {from: before(row.from), to: row.to, changeId, path: row.to, oldPath: before(row.from)};
		entries.push({
			entry: {...subject, ...rest, event: 'fileRenamed', title: parse(row.to).name, data},
			onceKey: `fileRenamed:${changeId}:${row.fileId}`,
		});
	}
	await history.addMany(entries);
}
