import {parse} from 'node:path';
import type {FileChangeRow} from '#shared/domain/file-changes/file-change.ts';
import type {HistoryEntry} from '#shared/store/downloads/history-schema.ts';
import {rebased} from './file-moves.ts';
import type {TitleRun} from './title-run.ts';

/**
 * Tells in the history that a title has moved, and which of its files have other names. A second call changes nothing.
 */
export async function announceTitle({id, head, rows, deps: {history, now}}: TitleRun): Promise<void> {
	const {changeId, title, titleKind, to, originalPath = null} = head;
	const from = originalPath ?? head.from;
	const before = (path: string) => (originalPath === null ? path : rebased(path, {way: 'folder', from: head.from, to: originalPath}));
	const subject = titleKind === 'movie' ? {movieId: id, seriesId: null} : {movieId: null, seriesId: id};
	const rest = {episodeIds: [], quality: null, qualityScore: null, indexer: null, downloadClient: null, downloadId: null, timestamp: now()};
	const entries: {entry: Omit<HistoryEntry, 'id'>; onceKey: string}[] = [];
	if (from !== to) {
		const [first] = rows.filter(({what}) => what === 'file');
		const data = {from, to, changeId, path: first?.to ?? null, oldPath: first ? (first.originalPath ?? before(first.from)) : null};
		entries.push({
			entry: {...subject, ...rest, event: 'titleMoved', title, data},
			onceKey: `titleMoved:${changeId}:${id}`,
		});
	}
	const byFolder = {way: 'folder', from, to} as const;
	const wasAt = (row: FileChangeRow) => row.originalPath ?? before(row.from);
	for (const row of rows.filter(each => each.what === 'file' && rebased(wasAt(each), byFolder) !== each.to)) {
		const data = {from: wasAt(row), to: row.to, changeId, path: row.to, oldPath: wasAt(row)};
		entries.push({
			entry: {...subject, ...rest, event: 'fileRenamed', title: parse(row.to).name, data},
			onceKey: `fileRenamed:${changeId}:${row.fileId}`,
		});
	}
	await history.addMany(entries);
}
