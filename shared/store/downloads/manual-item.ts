import {toldByPath} from '../../domain/backfill/read-path.ts';
import type {ImportMode} from '../../domain/downloads/import-mode.ts';
import {getQuality, type QualityName} from '../../domain/quality/qualities.ts';
import {qualityOf} from '../../domain/quality/quality-of.ts';
import type {NewQueueItem} from './downloads.ts';

/** One file, and what a person says that it is. */
export interface ManualFile {
	/** Absolute, as the import pool sees it. */
	path: string;
	/** The folder that it must lie in. */
	within: string;
	movieId: string | null;
	seriesId: string | null;
	episodeIds: string[];
	quality: QualityName | null;
	/** Null leaves them to the name. */
	languages: string[] | null;
	releaseGroup: string | null;
	mode: ImportMode;
}

/** Tells such items from downloads: no client has them. */
export const manualClient = 'Manual import';

/** Is it a file that a person imported, and not a download? */
export const isManual = ({indexerId, downloadClient}: Pick<NewQueueItem, 'indexerId' | 'downloadClient'>): boolean =>
	indexerId === '' && downloadClient === manualClient;

/** What only a client would tell. */
const untold = {
	downloadId: null,
	status: 'completed',
	state: 'importPending',
	health: 'ok',
	errorMessage: null,
	protocol: 'torrent',
	downloadClientId: '',
	downloadClient: manualClient,
	indexerId: '',
	indexer: manualClient,
	infoHash: null,
	downloadUrl: null,
	magnetUrl: null,
	size: 0,
	sizeLeft: 0,
	secondsLeft: null,
	seeders: null,
	leechers: null,
	removable: true,
	retryAt: null,
} as const satisfies Partial<Record<keyof NewQueueItem, unknown>>;

/** The queue item of a file that a person imports. It takes the way of any download, so a crash loses nothing. */
export function toManualItem({path, movieId, seriesId, episodeIds, mode, within, ...told}: ManualFile, now: Date): NewQueueItem {
	const tags = toldByPath(path.slice(within === '/' ? 1 : within.length + 1), seriesId ? 'tv' : 'movie');
	const quality = told.quality ? getQuality(told.quality) : qualityOf(tags.quality);
	return {
		...untold,
		statusMessages: [],
		title: tags.name,
		guid: path,
		outputPath: path,
		movieId,
		seriesId,
		episodeIds,
		judgement: {
			quality: quality.name,
			qualityScore: quality.score,
			formatScore: 0,
			formatIds: [],
			parsedQuality: tags.quality,
			releaseGroup: told.releaseGroup ?? tags.group,
			edition: tags.edition,
			languages: told.languages ?? tags.languages,
		},
		added: now,
		started: now,
		ended: now,
		progressAt: now,
		chosen: {mode, quality: told.quality, within},
	};
}
