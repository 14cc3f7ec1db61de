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

/** What was known about the release when it was grabbed. The import decides by it, and it stays with the file. */
export interface FrozenJudgement {
	quality: QualityName;
	qualityScore: number;
	formatScore: number;
	/** Optional: items grabbed before custom formats existed do not have it. */
	formatIds?: string[];
	parsedQuality: ParsedQuality;
	releaseGroup: string | null;
	edition: string | null;
	languages: string[];
	/** Optional: items grabbed before this was recorded do not have it. */
	kept?: KeptOfRelease;
}

/** A file that follows its video: a subtitle, or a further part of the film. */
export interface PlannedCompanion {
	source: string;
	target: string;
	/** A missing part of the film makes the import fail; a missing subtitle does not. */
	isPart: boolean;
	/** Same meaning as for the video. */
	identity: string | null;
}

/** The library record that a file belongs to. */
export type ImportMedia = {kind: 'movie'; movieId: string} | {kind: 'episodes'; seriesId: string; episodeIds: string[]};

/** What happens to one file of the download. */
export interface PlannedFile {
	/** Path of the file to import, as we see it. */
	source: string;
	/** Temporary name next to the target, used while the file is being written. */
	partial: string;
	mode: ImportMode;
	/** If a hard link is impossible, the file may be copied. */
	mayCopy: boolean;
	/**
	 * The record to be saved. `path` is the final path. The id is chosen beforehand, so a repeated
	 * step records the same file.
	 */
	file: MediaFile;
	/** Root folder of the target library. */
	root: string;
	/** The files that this one replaces. */
	replaces: Pick<MediaFile, 'id' | 'path' | 'quality' | 'qualityScore'>[];
	companions: PlannedCompanion[];
	/** The library title that it belongs to. */
	media: ImportMedia;
	/** Identifies the placed file on its disk; null until just before it gets its final name. */
	identity: string | null;
}

/** Progress of an import: enough to continue after a crash at any point. */
export interface ImportJournal {
	/** The download's own folder or file, as we see it. */
	folder: string;
	files: PlannedFile[];
}

/** Who works on the item. When a second worker takes over, the first one's token becomes invalid. */
export interface Claim {
	token: string;
	until: Date;
}

/** How far a release has got on its way to its client. It no longer changes once the client has given it an id. */
export interface Sending {
	/** Part of the job's name at a usenet client, by which it is found there; null for the id of the queue item. */
	key: string | null;
	/** Who may send it; at first the job that grabs it. When somebody else takes over, this token becomes invalid. */
	token: string;
	/** How often it was fetched for its client. */
	tries: number;
	/** By the clock of the database: until then nobody else sends it. */
	until: Date;
}

/** What is still to be done after a download failed for good. Each part may be done twice. */
export interface FollowUp {
	since: Date;
	/** Keep the release from being grabbed again. */
	blocklist: boolean;
	/** Remove the download from its client. */
	removeFromClient: boolean;
	/** Search again for the title, if it is still wanted. */
	search: boolean;
}

/** One download from grab to import. */
export interface QueueItem {
	id: string;
	/** The client's id; null after the grab is stored and before the client has answered. */
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
	/** Where to fetch the release again for a retry; encrypted because it contains keys. */
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
	 * When a failedPending item is blocklisted and searched again, or an importPending one is
	 * retried; null for at once.
	 */
	retryAt: Date | null;
	/** Last time that `sizeLeft` decreased. */
	progressAt: Date;
	claim: Claim | null;
	journal: ImportJournal | null;
	/** Optional: items grabbed before this was recorded do not have it. */
	sending?: Sending | null;
	/** Set when the client confirmed the removal. */
	removedFromClient: boolean;
	/**
	 * Since when the client's lists lack the download; null while they have it. An `ignored` item with this field was
	 * lost by its client, and goes on when the client lists it again.
	 */
	missingSince: Date | null;
	/** How many lists in a row lacked it, counted up to the number that matters. */
	missedLists: number;
	/** Null when nothing is left to do. */
	followUp: FollowUp | null;
	updatedAt: Date;
}

/** 0 to 100. */
export function progressOf({size, sizeLeft}: Pick<QueueItem, 'size' | 'sizeLeft'>): number {
	return size > 0 ? Math.round(((size - sizeLeft) / size) * 1000) / 10 : 0;
}
