import {minuteMs} from '../durations.ts';
import {type DownloadStatus, progressOf, type QueueItem, type Transfer} from './queue-item.ts';

/** A client fetches a download, works on what it has (checks, repairs, unpacks, moves it), or lets it wait. */
export type ClientActivity = 'fetching' | 'working' | 'waiting';

/**
 * What is wrong, where the status is `warning`. `client`: its own disk, so another release would fare no better.
 * `tracker`: a tracker complains, which does not matter once everything is there. `unknown`: a word we do not know, or
 * something that a person has to decide.
 */
export type ClientFault = 'client' | 'tracker' | 'unknown';

/** One download as its client reports it. */
export interface ClientDownload {
	/** Info hash in lower case, or the usenet client's own id. */
	downloadId: string;
	title: string;
	status: DownloadStatus;
	/** Given where it does not follow from the status. */
	activity?: ClientActivity;
	/** Given where something is wrong that has nothing to do with progress. */
	fault?: ClientFault;
	/** Bytes. */
	size: number;
	sizeLeft: number;
	secondsLeft: number | null;
	/** Path of the finished file or folder as the client sees it; null while unknown. */
	outputPath: string | null;
	/** Why the status is `warning` or `failed`, or what holds the download up. */
	message: string | null;
	seeders: number | null;
	leechers: number | null;
	/** The seeding goals are met, or it is not a torrent: it may be removed from the client. */
	removable: boolean;
}

/** What the client does about a download. Nothing is fetched while its disk is at fault, or while we cannot say. */
export function activityOf({status, activity, fault}: Pick<ClientDownload, 'activity' | 'fault' | 'status'>): ClientActivity {
	const stands = status === 'queued' || status === 'paused' || fault === 'client' || fault === 'unknown';
	return activity ?? (stands ? 'waiting' : 'fetching');
}

/** What a download client reports about one download, as far as the queue shows it. */
export type ClientRow = Omit<ClientDownload, 'downloadId' | 'title'>;

/** The fields of an item that are needed to follow its client. */
export type FollowedItem = Pick<QueueItem, 'id' | 'state' | 'status' | 'health' | 'errorMessage' | 'transfer'>;

/** An item that its client has accepted. */
export type TransferringItem = FollowedItem & {transfer: Transfer};

type ShownFields = Pick<QueueItem, 'status' | 'health' | 'errorMessage'>;

/** What changes about a followed item; only the named fields of its transfer change. */
export type FollowedChange = Partial<ShownFields> & {transfer?: Partial<Transfer>};

/** Letters of a client's message that are kept. */
const maxLetters = 2000;

/** The next step that a row calls for, apart from updating the figures. */
export type NextStep = 'none' | 'complete' | 'fail';

/** The changes that a client's row makes to an item that is still downloading; `change` is null when nothing is new. */
export function applyClientRow(item: TransferringItem, row: ClientRow, rules: StallRules): {change: FollowedChange | null; next: NextStep} {
	const {transfer} = item;
	const {isStalled, minutes, isHopeless, progressAt, waitsSince} = stallOf(item, row, rules);
	const {waitsSince: waitedSince = null, clientFaultSince: faultSince = null} = transfer;
	const status = isStalled ? 'warning' : row.status;
	const outputPath = row.outputPath ?? transfer.outputPath;
	const isSomewhere = isWhole(row) && outputPath === null;
	const shown = changed<ShownFields>(item, {
		status,
		health: isSomewhere ? 'warning' : healthOf(status),
		errorMessage: isSomewhere ? withoutPlace : toMessage(row, isStalled ? minutes : null),
	});
	const clientFaultSince = row.fault === 'client' ? (faultSince ?? rules.now) : null;
	const figures = changed<Transfer>(
		{...transfer, waitsSince: waitedSince, clientFaultSince: faultSince},
		{
			waitsSince,
			clientFaultSince,
			// A magnet link without metadata has no size yet, so the indexer's size is used until then.
			size: row.size || transfer.size,
			sizeLeft: row.size ? row.sizeLeft : transfer.sizeLeft,
			secondsLeft: isTooEarly(row, transfer, rules) ? null : row.secondsLeft,
			outputPath,
			seeders: row.seeders,
			leechers: row.leechers,
			removable: row.removable,
		},
	);
	const isNew = Object.keys(shown).length + Object.keys(figures).length > 0;
	return {change: isNew ? {...shown, transfer: {...figures, progressAt}} : null, next: isSomewhere ? 'none' : nextStep(row, isHopeless)};
}

/** In its first minute a download is still getting faster, so that it seems to take days. */
const isTooEarly = ({secondsLeft}: ClientRow, {started}: Pick<Transfer, 'started'>, {now}: Pick<StallRules, 'now'>): boolean =>
	Number(now) - Number(started) < minuteMs && (secondsLeft ?? 0) > believedSeconds;

/** What is believed from the start. */
const believedSeconds = 3600;

/** The fields of `after` that differ. */
function changed<T>(before: T, after: Partial<T>): Partial<T> {
	const entries = Object.entries(after).filter(([key, value]) => value !== before[key as keyof T]);
	return Object.fromEntries(entries) as Partial<T>; // some of the entries of `after`
}

/** The item with a change of `applyClientRow`. */
export function withChange(item: TransferringItem, change: FollowedChange): TransferringItem {
	return {...item, ...change, transfer: {...item.transfer, ...change.transfer}};
}

function toMessage({message}: ClientRow, stalledMinutes: number | null): string | null {
	const text = message?.slice(0, maxLetters) ?? null;
	return stalledMinutes === null ? text : `No progress for ${Math.floor(stalledMinutes)} minutes.${text ? ` ${text}` : ''}`;
}

function nextStep(row: ClientRow, isHopeless: boolean): NextStep {
	if (isWhole(row)) {
		return 'complete';
	}
	return row.status === 'failed' || isHopeless ? 'fail' : 'none';
}

/** Nothing can be imported from nowhere, so it counts as complete once a later poll says where it is. */
const withoutPlace = 'All of it is downloaded, but its client has not said yet where the files are. It is asked again at each poll.';

const isWhole = (row: ClientRow): boolean => row.status === 'completed' || isWholeInSpite(row);

/** A tracker error while seeding makes the status a warning, although the files are complete. No other fault does. */
function isWholeInSpite({status, fault, size, sizeLeft, outputPath}: ClientRow): boolean {
	return status === 'warning' && fault === 'tracker' && size > 0 && sizeLeft === 0 && outputPath !== null;
}

function healthOf(status: DownloadStatus): QueueItem['health'] {
	if (status === 'failed') {
		return 'error';
	}
	return status === 'warning' ? 'warning' : 'ok';
}

type VisiblePart = Pick<QueueItem, 'status' | 'state' | 'errorMessage' | 'transfer'>;

/**
 * Should `queueItemUpdated` report the change: another status, progress of at least a tenth of a percent, or a message
 * where there was none?
 */
export function isVisibleChange(before: VisiblePart, after: VisiblePart): boolean {
	return (
		before.status !== after.status ||
		before.state !== after.state ||
		(before.errorMessage === null) !== (after.errorMessage === null) ||
		progressOf(before) !== progressOf(after)
	);
}

/** How long the lists of a client have lacked a download. */
export type Absence = Pick<Transfer, 'missingSince' | 'missedLists'>;

/** The download is in its client. */
export const present: Absence = {missingSince: null, missedLists: 0};

/**
 * Milliseconds. A client that restarts lists its downloads bit by bit, and the clocks of two hosts may differ by
 * 90 s.
 */
const graceMs = 180_000;
/** A client that could not be reached for a while proves nothing by its first list. */
const fewestLists = 3;

/** One more list without the download. `isLost` when it is safe to say that the client no longer has it. */
export function missAgain({missingSince, missedLists}: Absence, now: Date): Absence & {isLost: boolean} {
	const since = missingSince ?? now;
	const lists = Math.min(missedLists + 1, fewestLists);
	return {missingSince: since, missedLists: lists, isLost: lists === fewestLists && Number(now) - Number(since) >= graceMs};
}

export interface StallRules {
	/** Minutes without progress until a download counts as stalled; 0 for never. */
	stalledMinutes: number;
	now: Date;
}

/** Whether a download makes no progress, and since when. */
export interface Stall {
	isStalled: boolean;
	/** Minutes without progress; 0 for a download that the client does not fetch. */
	minutes: number;
	/** It has made no progress for twice `stalledMinutes`, so it is given up. */
	isHopeless: boolean;
	/** When it last made progress, later by the time for which it was not fetched since then. */
	progressAt: Date;
	/** Since when the client does not fetch it; null while it does. */
	waitsSince: Date | null;
}

/**
 * Whether a download stalls, from its stored state and what the client reports now. Only the time in which the client
 * fetches it counts: it stands still while a download waits or is worked on, and goes on afterwards.
 */
export function stallOf(
	{transfer}: {transfer: Pick<Transfer, 'size' | 'sizeLeft' | 'progressAt' | 'waitsSince'>},
	row: Pick<ClientDownload, 'activity' | 'fault' | 'size' | 'sizeLeft' | 'status'>,
	{stalledMinutes, now}: StallRules,
): Stall {
	const isFetched = activityOf(row) === 'fetching';
	const since = transfer.waitsSince ?? null;
	// A magnet link without metadata has no size, which is no progress.
	const hasProgress = row.size > 0 && (row.sizeLeft < transfer.sizeLeft || row.size !== transfer.size);
	if (!isFetched) {
		const progressAt = hasProgress ? now : transfer.progressAt;
		return {isStalled: false, minutes: 0, isHopeless: false, progressAt, waitsSince: hasProgress ? now : (since ?? now)};
	}
	const waitedMs = since ? Number(now) - Number(since) : 0;
	const progressAt = hasProgress ? now : waitedMs > 0 ? new Date(Number(transfer.progressAt) + waitedMs) : transfer.progressAt;
	const minutes = (Number(now) - Number(progressAt)) / minuteMs;
	const lastsFor = (limit: number) => limit > 0 && minutes >= limit;
	return {isStalled: lastsFor(stalledMinutes), minutes, isHopeless: lastsFor(2 * stalledMinutes), progressAt, waitsSince: null};
}

/** Bytes of the title in a job's name. Usenet clients cut names at about 245, and the key must stay whole. */
const maxTitleBytes = 180;
const tag = /[ ._-]*\{kinoteka-[\da-f-]{36}\}/gi;

/** The key by which a usenet client's job is known as the item's, even if the client's answer was lost. */
export function jobKeyOf({id, sending}: Pick<QueueItem, 'id' | 'sending'>): string {
	return sending?.key ?? id;
}

/** The lease under which a download is removed from its client. */
export function removalKey(downloadClientId: string, downloadId: string): string {
	return `removal-${downloadClientId}-${downloadId.toLowerCase()}`;
}

/** How sites add the password of an archive to a title. Usenet clients take all that follows for the password. */
const passwordForms = /\s*\{\{([^{}]{1,100})\}\}|\s+password\s*=\s*(\S{1,100})/i;

/** The password of the archives that a title ends with, or null. */
export function passwordIn(title: string): string | null {
	const [, braced, plain] = passwordForms.exec(title) ?? [];
	return braced ?? plain ?? null;
}

/** The same notation as in titles, which usenet clients read at the end of a name. */
export function withPassword(name: string, password: string | null | undefined): string {
	return password ? `${name}{{${password}}}` : name;
}

/**
 * The name that a usenet client gives to its job and to the folder of the finished download. It holds no password, and
 * no slash, behind which some clients expect one.
 */
export function jobName(title: string, key: string): string {
	const plain = title.replace(passwordForms, '').replaceAll(/[/\\]/g, '+');
	const bytes = new TextEncoder().encode(plain).subarray(0, maxTitleBytes);
	// A character that the limit cuts through is left out.
	return `${new TextDecoder().decode(bytes, {stream: true})}.{kinoteka-${key}}`;
}

/** A client may change dots, spaces and brackets of the name, but not the key itself. */
export function isJobOf(key: string, name: string): boolean {
	return name.toLowerCase().includes(key.toLowerCase());
}

/** A name of a job, folder or file as people know it. Clients name obfuscated files after their job. */
export function withoutJobKey(name: string): string {
	return name.replace(tag, '');
}
