import type {KeptOfRelease} from '../media/media-file.ts';
import type {QualityName} from '../quality/qualities.ts';
import type {ParsedQuality} from '../release/parsed-title.ts';
import type {Protocol} from '../release/release.ts';
import type {ImportedFile, ImportJournal} from './import-journal.ts';
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

/** A person said what the files are, so our doubts about that do not count. */
export interface ImportChoice {
	/** How the file comes into the library; null as for any download. */
	mode: ImportMode | null;
	/** Null leaves it to the names and the file itself. */
	quality: QualityName | null;
	/** The folder in which the file must really lie, with all links followed; null for what a client downloaded. */
	within: string | null;
}

/** One download from grab to import, or one file that a person imports. */
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
	/**
	 * How many imports in a row ended with an error that nobody foresaw. Optional, as are the next two: older items do
	 * not have it.
	 */
	importTries?: number;
	importedFiles?: ImportedFile[];
	/** Optional: only what a person chose has it. */
	chosen?: ImportChoice;
	/** Nobody needs to look at the list of its files any more: it was checked, or the client does that itself. */
	filesChecked?: boolean;
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
