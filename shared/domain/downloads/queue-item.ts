import type {QualityName} from '../quality/qualities.ts';
import type {ParsedQuality} from '../release/parsed-title.ts';
import type {Protocol} from '../release/release.ts';
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
	parsedQuality: ParsedQuality;
	releaseGroup: string | null;
	edition: string | null;
	languages: string[];
}

/** How far an import has come: enough to go on after a crash at any point. */
export interface ImportJournal {
	/** The file that is placed, as we see it. */
	source: string;
	/** Where it ends. */
	target: string;
	/** The name beside the target that it bears while it is being written. */
	partial: string;
	mode: 'hardlink' | 'copy' | 'move';
	/** Chosen beforehand, so that a repeated step records the same file. */
	fileId: string;
	/** The file that this one replaces, or null. */
	replaces: string | null;
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
	/** When a failedPending item is blocklisted and searched anew. */
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
