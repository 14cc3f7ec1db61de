import type {KeptOfRelease, MediaFile} from '../media/media-file.ts';
import type {QualityName} from '../quality/qualities.ts';
import type {ParsedQuality} from '../release/parsed-title.ts';
import type {Protocol} from '../release/release.ts';
import type {ImportMode} from './import-mode.ts';
import type {DownloadStatus, TrackedState} from './tracked-state.ts';

export interface StatusMessage {
	title: string;
	messages: string[];
}

/** What was known of the release when it was grabbed: it decides at import and stays with the file. */
export interface FrozenJudgement {
	quality: QualityName;
	qualityScore: number;
	formatScore: number;
	/** Optional: items that were grabbed before custom formats existed do not carry it. */
	formatIds?: string[];
	parsedQuality: ParsedQuality;
	releaseGroup: string | null;
	edition: string | null;
	languages: string[];
	/** Optional: items that were grabbed before it was kept do not carry it. */
	kept?: KeptOfRelease;
}

/** A file that follows its video: a subtitle, or a further part of the film. */
export interface PlannedCompanion {
	source: string;
	target: string;
	/** Without a part of the film the import is refused; a subtitle may be missing. */
	isPart: boolean;
	/** As that of the video. */
	identity: string | null;
}

/** The library record that a file belongs to: one member a kind. */
export type ImportMedia = {kind: 'movie'; movieId: string} | {kind: 'episodes'; seriesId: string; episodeIds: string[]};

/** What becomes of one file of the download. */
export interface PlannedFile {
	/** The file that is placed, as we see it. */
	source: string;
	/** The name beside the target that it bears while it is being written. */
	partial: string;
	mode: ImportMode;
	/** A link that is not possible becomes a copy. */
	mayCopy: boolean;
	/**
	 * As it will be recorded; `path` is where it ends, and its id is chosen beforehand, so that a repeated step records
	 * the same file.
	 */
	file: MediaFile;
	/** Root folder of the library that it goes to. */
	root: string;
	/** The files that this one replaces. */
	replaces: Pick<MediaFile, 'id' | 'path' | 'quality' | 'qualityScore'>[];
	companions: PlannedCompanion[];
	/** What of the library it belongs to. */
	media: ImportMedia;
	/** What tells the placed file from all others on its disk; null until it is about to get its final name. */
	identity: string | null;
}

/** How far an import has come: enough to go on after a crash at any point. */
export interface ImportJournal {
	/** The download's own folder or file, as we see it. */
	folder: string;
	files: PlannedFile[];
}

/** Who works on the item: a second worker that took over makes the first one's token worthless. */
export interface Claim {
	token: string;
	until: Date;
}

/** One download from grab to import. */
export interface QueueItem {
	id: string;
	/** The client's id; null between the stored intent and the client's answer. */
	downloadId: string | null;
	title: string;
	status: DownloadStatus;
	state: TrackedState;
	health: 'ok' | 'warning' | 'error';
	statusMessages: StatusMessage[];
	errorMessage: string | null;
	protocol: Protocol;
	downloadClientId: string;
	downloadClient: string;
	indexerId: string;
	indexer: string;
	guid: string;
	infoHash: string | null;
	/** Where to fetch the release again for a retry; sealed, because it carries keys. */
	downloadUrl: string | null;
	magnetUrl: string | null;
	/** Where the client put it, as the client sees it. */
	outputPath: string | null;
	size: number;
	sizeLeft: number;
	secondsLeft: number | null;
	seeders: number | null;
	leechers: number | null;
	removable: boolean;
	movieId: string | null;
	seriesId: string | null;
	episodeIds: string[];
	judgement: FrozenJudgement;
	added: Date;
	started: Date | null;
	ended: Date | null;
	/**
	 * When a failedPending item is blocklisted and searched anew, or an importPending one is
	 * tried again; null is at once.
	 */
	retryAt: Date | null;
	/** Last time that `sizeLeft` became smaller. */
	progressAt: Date;
	claim: Claim | null;
	journal: ImportJournal | null;
	removedFromClient: boolean;
	updatedAt: Date;
}

/** 0 to 100. */
export function progressOf({size, sizeLeft}: Pick<QueueItem, 'size' | 'sizeLeft'>): number {
	return size > 0 ? Math.round(((size - sizeLeft) / size) * 1000) / 10 : 0;
}
