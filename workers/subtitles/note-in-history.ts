import type {WorkerDeps} from '../runtime/deps.ts';
import type {SubtitledTitle} from './subtitled-title.ts';

export interface SubtitleEvent {
	event: 'subtitleDownloaded' | 'subtitleRemoved';
	path: string;
	language: string | null;
	provider: string | null;
	score: number | null;
	reason: string;
}

/** Writes into the history what became of a subtitle. A second call with the same key changes nothing. */
export async function noteInHistory(
	{name, movieId, seriesId, episodeIds, file}: SubtitledTitle,
	{event, ...data}: SubtitleEvent,
	{onceKey, deps: {history, now}}: {onceKey?: string; deps: Pick<WorkerDeps, 'history' | 'now'>},
): Promise<void> {
	const entry = {
		event,
		title: name,
		movieId,
		seriesId,
		episodeIds,
		quality: null,
		qualityScore: null,
		indexer: null,
		downloadClient: null,
		downloadId: null,
		data: {fileId: file.id, ...data},
		timestamp: now(),
	};
	await history.add(entry, onceKey);
}
