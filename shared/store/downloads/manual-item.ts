import {parsedFromPath} from '../../domain/backfill/read-path.ts';
import {type NamedFile, newImport} from '../../domain/downloads/import-progress.ts';
import {type GrabTarget, manualImport} from '../../domain/downloads/queue-item.ts';
import {getQuality, type QualityName, qualityOf} from '../../domain/quality/qualities.ts';
import type {NewQueueItem} from './downloads.ts';

/** A file with the title, quality and languages that a person chose for it. */
export interface ManualFile extends NamedFile, GrabTarget {
	quality: QualityName | null;
	/** Null leaves them to the parser. */
	languages: string[] | null;
	releaseGroup: string | null;
}

/** The queue item of a file that a person imports. It is handled like any download, so a crash loses nothing. */
export function toManualItem(
	{path, within, mode, queueId, movieId, seriesId, episodeIds, quality: named, languages, releaseGroup}: ManualFile,
	now: Date,
): NewQueueItem {
	const tags = parsedFromPath(path.slice(within === '/' ? 1 : within.length + 1), seriesId ? 'tv' : 'movie');
	const quality = named ? getQuality(named) : qualityOf(tags.quality);
	return {
		state: 'importPending',
		status: 'completed',
		health: 'ok',
		statusMessages: [],
		errorMessage: null,
		added: now,
		ended: now,
		retryAt: null,
		release: {
			title: tags.name,
			guid: path,
			indexerId: '',
			indexer: manualImport,
			protocol: 'torrent',
			infoHash: null,
			size: 0,
			seeders: null,
			leechers: null,
			filesChecked: true,
			judgement: {
				quality: quality.name,
				qualityScore: quality.score,
				formatScore: 0,
				formatIds: [],
				parsedQuality: tags.quality,
				releaseGroup: releaseGroup ?? tags.group,
				releaseHash: tags.hash,
				edition: tags.edition,
				languages: languages ?? tags.languages,
				releaseTraits: null,
			},
		},
		addresses: {downloadUrl: null, magnetUrl: null},
		target: {movieId, seriesId, episodeIds},
		client: null,
		sending: null,
		transfer: null,
		import: {...newImport, choice: {file: {path, within, mode, ...(queueId && {queueId})}, quality: named}},
	};
}
