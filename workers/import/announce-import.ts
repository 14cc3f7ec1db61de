import type {PlannedFile, QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {HistoryEntry, HistoryStore} from '#shared/store/downloads/history.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {ImportRefused} from './refusal.ts';

/** Writes what happened to a file, and to those that it replaced, into the history; a second time changes nothing. */
export async function announceImport(
	item: QueueItem,
	planned: PlannedFile,
	{history, now}: Pick<WorkerDeps, 'history' | 'now'>,
): Promise<void> {
	const {file, source, mode, replaces, media} = planned;
	const {id, path, size, quality, qualityScore, releaseGroup} = file;
	const episodeIds = media.kind === 'episodes' ? media.episodeIds : [];
	const entry = {...subjectOf(item), episodeIds, quality, qualityScore, timestamp: now()};
	await history.add({...entry, event: 'imported', data: {fileId: id, path, source, size, mode, releaseGroup}}, `imported:${id}`);
	for (const {id: fileId, path: oldPath, ...old} of replaces) {
		const data = {fileId, path: oldPath, reason: 'upgrade', replacedBy: id};
		await history.add({...entry, ...old, event: 'fileDeleted', data}, `fileDeleted:${fileId}`);
	}
}

/** The same refusal of the same download is told once, however often it is tried. */
export async function announceRefusal(
	item: QueueItem,
	refusal: ImportRefused,
	{history, now}: {history: HistoryStore; now: () => Date},
): Promise<void> {
	const {quality, qualityScore} = item.judgement;
	await history.add(
		{
			...subjectOf(item),
			event: 'importFailed',
			quality,
			qualityScore,
			data: {code: refusal.code, message: refusal.message},
			timestamp: now(),
		},
		`importFailed:${item.id}:${refusal.code}`,
	);
}

type Subject = Pick<HistoryEntry, 'title' | 'movieId' | 'seriesId' | 'episodeIds' | 'indexer' | 'downloadClient' | 'downloadId'>;

function subjectOf({title, movieId, seriesId, episodeIds, indexer, downloadClient, downloadId}: QueueItem): Subject {
	return {title, movieId, seriesId, episodeIds, indexer, downloadClient, downloadId};
}
