import type {RemovedTitle} from '#shared/domain/notifications/notified-title.ts';
import type {RecordedFile} from '#shared/domain/notifications/recorded-file.ts';
import type {HistoryEntry} from '#shared/store/downloads/history-schema.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Why a recorded file is gone: it was deleted on the disk or here, or imported as another title. */
export type GoneReason = 'missingFromDisk' | 'movedToOther' | 'deleted';

interface DeletedFile extends Pick<HistoryEntry, 'title' | 'data'> {
	movieId?: string | null;
	seriesId?: string | null;
	episodeIds?: string[];
	/** What else is known about the file. */
	file?: Pick<RecordedFile, 'quality' | 'qualityScore' | 'size'>;
	/** The title, if it was deleted before its file. */
	media?: RemovedTitle;
}

/** Records in the history that a title's file is gone. A second call with the same key changes nothing. */
export async function recordFileDeleted(
	{title, movieId, seriesId, episodeIds, file, media, data}: DeletedFile,
	onceKey: string,
	{history, now}: Pick<WorkerDeps, 'history' | 'now'>,
): Promise<void> {
	const entry = {
		event: 'fileDeleted' as const,
		title,
		movieId: movieId ?? null,
		seriesId: seriesId ?? null,
		episodeIds: episodeIds ?? [],
		quality: file?.quality ?? null,
		qualityScore: file?.qualityScore ?? null,
		indexer: null,
		downloadClient: null,
		downloadId: null,
		data: {...(file?.size !== undefined && {size: file.size}), ...data},
		timestamp: now(),
		...(media && {media}),
	};
	await history.add(entry, onceKey);
}
