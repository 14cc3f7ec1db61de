import type {MediaFile, ReleaseTraits} from '../media/media-file.ts';
import type {OtherNumbering} from '../media/other-numbers.ts';
import type {QualityName} from '../quality/qualities.ts';
import type {ParsedQuality} from '../release/parsed-title.ts';
import type {FoundRelease, Protocol} from '../release/release.ts';
import type {ImportProgress} from './import-progress.ts';

/** One download from grab to import, or one file that a person imports. Each part appears when it begins. */
export interface QueueItem {
	id: string;
	state: TrackedState;
	/** What the queue shows: the client's status in our words, or what the item waits for. */
	status: DownloadStatus;
	health: 'ok' | 'warning' | 'error';
	statusMessages: StatusMessage[];
	errorMessage: string | null;
	added: Date;
	/** When the client had all of it, or when it failed. */
	ended: Date | null;
	/** When a failure is searched again, a waiting import retried, or an intent settled; null for at once. */
	retryAt: Date | null;
	updatedAt: Date;
	release: GrabbedRelease;
	target: GrabTarget;
	/** Set when a person chose the release; null or missing when the service did, and for files imported by hand. */
	chosen?: ChosenRelease | null;
	/** The client that was chosen; null for a file that a person imports. */
	client: {id: string; name: string} | null;
	/** Null for a file that a person imports. */
	sending: Sending | null;
	/** Null until the client has given the download an id, and for a file that a person imports. */
	transfer: Transfer | null;
	/** Null until the download is complete. */
	import: ImportProgress | null;
	/** Null when nothing is left to do. */
	followUp: FollowUp | null;
}

export interface StatusMessage {
	title: string;
	messages: string[];
}

/** What was grabbed, as its indexer described it. */
export interface GrabbedRelease extends Pick<FoundRelease, 'minimumSeeding' | 'site'> {
	title: string;
	guid: string;
	indexerId: string;
	indexer: string;
	protocol: Protocol;
	infoHash: string | null;
	/** Bytes; 0 if unknown. */
	size: number;
	seeders: number | null;
	leechers: number | null;
	judgement: FrozenJudgement;
	/** The list of its files need not be checked any more: that was done, or the client does it itself. */
	filesChecked: boolean;
}

/** What was known about the release when it was grabbed. The import decides by it, and it stays with the file. */
export interface FrozenJudgement {
	quality: QualityName;
	qualityScore: number;
	formatScore: number;
	formatIds: string[];
	parsedQuality: ParsedQuality;
	releaseGroup: string | null;
	/** See `MediaFile`; missing for what was grabbed by an older version. */
	releaseHash?: string | null;
	edition: string | null;
	languages: string[];
	/** Null for a file that a person imports. */
	releaseTraits: ReleaseTraits | null;
	/** The numbering in which its episodes were read; missing for our own. Its files are read in it, too. */
	numbering?: OtherNumbering;
}

/** The titles of the library that it was grabbed for: a movie, or episodes of a series. */
export interface GrabTarget {
	movieId: string | null;
	seriesId: string | null;
	episodeIds: string[];
}

/** How far a release has got on its way to its client. It no longer changes once the client has given it an id. */
interface Sending {
	/** Part of the job's name at a usenet client, by which it is found there; null for the id of the queue item. */
	key: string | null;
	/** The token of whoever may send it; at first the job that grabs it. A takeover invalidates the old token. */
	token: string;
	/** How often it was fetched for its client; 0 when a person has asked for it and no sender has begun. */
	tries: number;
	/** By the clock of the database: nobody else sends it before this time. */
	until: Date;
}

/** The download in its client, as the client last described it. */
export interface Transfer {
	/** The client's id. */
	downloadId: string;
	started: Date;
	/** Where the client put it, as the client sees it. */
	outputPath: string | null;
	/** Bytes. */
	size: number;
	sizeLeft: number;
	secondsLeft: number | null;
	seeders: number | null;
	leechers: number | null;
	/** The client no longer needs the files: the seeding goals are met. */
	removable: boolean;
	/** Last time that `sizeLeft` decreased, later by the time for which its client did not fetch it since then. */
	progressAt: Date;
	/** Since when its client does not fetch it but lets it wait, or works on it; null or missing while it does. */
	waitsSince?: Date | null;
	/** Since when it cannot go on because of the disk of its client; null or missing when it can. */
	clientFaultSince?: Date | null;
	/**
	 * Since when the client's lists lack the download; null while they have it. An `ignored` item with this field was
	 * lost by its client, and goes on when the client lists it again.
	 */
	missingSince: Date | null;
	/** How many lists in a row lacked it, counted up to the number that matters. */
	missedLists: number;
	removedFromClient: boolean; // set when the client confirmed the removal
	held?: boolean; // paused together with its client, and resumed with it
}

/** What is still to be done after a download finally failed. Each part may be done twice. */
interface FollowUp {
	since: Date;
	/** Keep the release from being grabbed again. */
	blocklist: boolean;
	/** Remove the download from its client. */
	removeFromClient: boolean;
	/** Search again for the title, if it is still wanted. */
	search: boolean;
}

/** The name that stands for the client and the indexer of a file that a person imports. */
export const manualImport = 'Manual import';

/** Is it a file that a person imports, and not a download? */
export function isManual({client}: Pick<QueueItem, 'client'>): boolean {
	return client === null;
}

/** Did a person say what title its files belong to? */
export function isChosenByPerson({import: progress}: Pick<QueueItem, 'import'>): boolean {
	return (progress?.choice ?? null) !== null;
}

/** The process that stores an intent sends it. Another may take over at any time; the token says who may send it. */
export function newSending(key: string | null, token: string): Sending {
	return {key, token, tries: 1, until: new Date(0)};
}

/** The changes that retry a failed download: it becomes an intent that has not been sent yet. */
export function sentAnew(
	newId: () => string,
): Pick<QueueItem, 'status' | 'health' | 'errorMessage' | 'statusMessages' | 'ended' | 'retryAt' | 'sending'> & {transfer: null} {
	const shown = {status: 'queued', health: 'ok', errorMessage: null, ended: null, retryAt: null} as const;
	// A new key: the job of the failed download is still in its client's history under the old one.
	return {...shown, statusMessages: [], transfer: null, sending: {...newSending(newId(), newId()), tries: 0}};
}

/** A download that its client has just accepted. */
export function newTransfer({size, seeders, leechers}: GrabbedRelease, downloadId: string, started: Date): Transfer {
	return {
		downloadId,
		started,
		outputPath: null,
		size,
		sizeLeft: size,
		secondsLeft: null,
		seeders,
		leechers,
		removable: false,
		progressAt: started,
		missingSince: null,
		missedLists: 0,
		removedFromClient: false,
	};
}

/** Bytes, as the client says; until it knows, as the indexer said. */
export function sizeOf({transfer, release}: Pick<QueueItem, 'transfer'> & {release: Pick<GrabbedRelease, 'size'>}): number {
	return transfer?.size ?? release.size;
}

/** 0 to 100. */
export function progressOf({transfer}: Pick<QueueItem, 'transfer'>): number {
	return transfer && transfer.size > 0 ? Math.round(((transfer.size - transfer.sizeLeft) / transfer.size) * 1000) / 10 : 0;
}

/** What entries of the history say about a queue item. */
export function itemSubject({release, target, client, transfer}: QueueItem) {
	const {title, indexer, judgement} = release;
	const {quality, qualityScore} = judgement;
	const downloadId = transfer?.downloadId ?? null;
	return {title, ...target, quality, qualityScore, indexer, downloadClient: client?.name ?? manualImport, downloadId};
}

/** What the blocklist says about the release of a queue item. */
export function itemRelease(item: Pick<QueueItem, 'release' | 'target' | 'transfer'>) {
	const {title, guid, infoHash, indexer, indexerId, protocol} = item.release;
	return {title, guid, infoHash, indexer, indexerId, protocol, size: sizeOf(item), ...item.target};
}

/** `status` of a queue item: the client's status in our words. */
export const downloadStatuses = ['downloading', 'paused', 'queued', 'completed', 'failed', 'warning'] as const;
export type DownloadStatus = (typeof downloadStatuses)[number];

/** `trackedDownloadState` of a queue item: how far we have processed it. */
export const trackedStates = ['downloading', 'importPending', 'importing', 'imported', 'failedPending', 'failed', 'ignored'] as const;
export type TrackedState = (typeof trackedStates)[number];

/**
 * The transitions in the API contract. A user may set `ignored` from any state; a retry restarts a failed item, and an
 * item that its client lost goes on when the client lists it again.
 */
const moves: Record<TrackedState, readonly TrackedState[]> = {
	downloading: ['importPending', 'failedPending', 'ignored'],
	importPending: ['importing', 'importPending', 'failedPending', 'ignored'],
	importing: ['imported', 'importPending', 'ignored'],
	imported: ['ignored'],
	failedPending: ['failed', 'downloading', 'ignored'],
	failed: ['downloading', 'ignored'],
	ignored: ['downloading'],
};

export function canMove(from: TrackedState, to: TrackedState): boolean {
	return moves[from].includes(to);
}

/** The states from which `to` may be entered: the condition of the compare-and-set. */
export function statesBefore(to: TrackedState): TrackedState[] {
	return trackedStates.filter(from => canMove(from, to));
}

/** States that an item does not leave by itself. */
export const endStates: readonly TrackedState[] = ['imported', 'failed', 'ignored'];

/** A person wanted this very release, so it is imported unless it is dangerous. */
export interface ChosenRelease {
	/** Why it would have been rejected when it was grabbed. */
	rejections: string[];
	/** The quality that the person gave it; null leaves it to the title and the file. */
	quality: QualityName | null;
	/** The person took it for another title than the search did, so its name counts for nothing. Missing for false. */
	isOtherTitle?: boolean;
}

/** The facts in the history about a release that a person chose. */
export function chosenFacts({chosen}: {chosen?: ChosenRelease | null}): Record<string, string | boolean> {
	const despite = chosen?.rejections.join('; ') ?? '';
	return chosen ? {byPerson: true, ...(despite !== '' && {despite})} : {};
}

/** The facts in the history about the custom formats of a release or file; their ids are separated by spaces. */
export function formatFacts({formatScore, formatIds = []}: Pick<MediaFile, 'formatScore' | 'formatIds'>): Record<string, string | number> {
	return {formatScore, ...(formatIds.length > 0 && {formatIds: formatIds.join(' ')})};
}
