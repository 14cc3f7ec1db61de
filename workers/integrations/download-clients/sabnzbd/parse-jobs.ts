import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {asRecord, asRecords, type JsonRecord, readFlag, readNumber, readText} from '../../http/read-body.ts';
import {
	type ClientWord,
	type ClientWords,
	clientFault,
	completed,
	failed,
	fetching,
	isDiskMessage,
	meaningOf,
	ofItsMachine,
	paused,
	queued,
	undecided,
	wordFields,
	working,
} from '../client-reply.ts';
import {blamesDisk, inEnglish} from './languages.ts';

/** What old versions put before the name of a job with a fault; newer ones send it in `labels`. */
const encrypted = 'ENCRYPTED';
const unwanted = 'UNWANTED';

/** Parses the answer to `mode=queue`: the jobs of these categories. */
export function parseQueue(json: unknown, categories: readonly string[]): ClientDownload[] {
	const queue = asRecord(asRecord(json)?.['queue']) ?? {};
	const isPaused = readFlag(queue, 'paused');
	return asRecords(queue['slots'])
		.filter(slot => categories.includes(readText(slot, 'cat') ?? ''))
		.map(slot => parseQueueSlot(slot, isPaused))
		.filter(job => job !== null);
}

/** Parses the answer to `mode=history`: the jobs of these categories. */
export function parseHistory(json: unknown, categories: readonly string[]): ClientDownload[] {
	const history = asRecord(asRecord(json)?.['history']) ?? {};
	return asRecords(history['slots'])
		.filter(slot => categories.includes(readText(slot, 'category') ?? ''))
		.map(parseHistorySlot)
		.filter(job => job !== null);
}

/** The length of a page of the history, whatever the categories of its jobs. */
export function countRows(json: unknown): number {
	return asRecords(asRecord(asRecord(json)?.['history'])?.['slots']).length;
}

/** Null for a job that is being deleted, or that has no id. */
export function parseQueueSlot(slot: JsonRecord, isQueuePaused: boolean): ClientDownload | null {
	const downloadId = readText(slot, 'nzo_id');
	const meaning = meaningInQueue({status: readText(slot, 'status') ?? '', priority: readText(slot, 'priority') ?? ''}, isQueuePaused);
	if (!downloadId || meaning === null) {
		return null;
	}
	const {title, labels} = parseTitle(slot, downloadId);
	const isPaused = readText(slot, 'status') === 'Paused';
	const fault = isPaused ? faultOf(labels) : null;
	const reason = isPaused && labels.length > 0 ? `SABnzbd has paused it as: ${labels.join(', ')}. Resume or delete it there.` : null;
	return {
		...job,
		downloadId,
		title,
		...wordFields(fault === null ? meaning : failed),
		size: Math.round((readNumber(slot, 'mb') ?? 0) * bytesPerMegabyte),
		sizeLeft: Math.round((readNumber(slot, 'mbleft') ?? 0) * bytesPerMegabyte),
		secondsLeft: meaning.status === 'downloading' ? parseTimeLeft(readText(slot, 'timeleft') ?? '') : null,
		outputPath: null,
		message: fault ?? reason ?? meaning.message ?? null,
	};
}

/** Null for a deleted job, or one that has no id. */
export function parseHistorySlot(slot: JsonRecord): ClientDownload | null {
	const downloadId = readText(slot, 'nzo_id');
	const failMessage = readText(slot, 'fail_message') ?? '';
	const meaning = meaningInHistory(slot);
	if (!downloadId || meaning === null) {
		return null;
	}
	const title = readText(slot, 'name') ?? downloadId;
	const storage = readText(slot, 'storage');
	return {
		...job,
		downloadId,
		title,
		...wordFields(meaning),
		size: readNumber(slot, 'bytes') ?? 0,
		sizeLeft: 0,
		secondsLeft: 0,
		outputPath: storage ? jobFolder(storage, title) : null,
		message: messageOf(failMessage, meaning),
	};
}

function messageOf(failMessage: string, {fault, message}: ClientWord): string | null {
	if (fault === 'client') {
		return `SABnzbd reports: ${failMessage || message}. ${ofItsMachine}`;
	}
	return failMessage === '' ? (message ?? null) : `SABnzbd reports: ${failMessage}`;
}

/** Usenet has no peers and no seeding obligation. */
const job = {seeders: null, leechers: null, removable: true};

/** Seconds of `h:m:s`, with hours above 24, or of `d:h:m:s`; null for any other text. */
export function parseTimeLeft(text: string): number | null {
	const parts = /^(?:(\d{1,5}):)?(\d{1,5}):(\d{1,2}):(\d{1,2})$/.exec(text);
	if (!parts) {
		return null;
	}
	const [days, hours, minutes, seconds] = parts.slice(1).map(part => Number(part ?? 0));
	return (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
}

function parseTitle(slot: JsonRecord, downloadId: string): {title: string; labels: string[]} {
	const filename = readText(slot, 'filename') ?? downloadId;
	const sent = slot['labels'];
	const labels = Array.isArray(sent) ? sent.filter(label => typeof label === 'string').map(inEnglish) : [];
	const [prefix = '', ...rest] = filename.split(' /');
	const isLabel = rest.length > 0 && [encrypted, unwanted].includes(inEnglish(prefix));
	return isLabel ? {title: rest.join(' /').trim(), labels: [...labels, inEnglish(prefix)]} : {title: filename, labels};
}

/** Of a paused job; one that a person resumed, perhaps with a password, keeps the label. */
function faultOf(labels: readonly string[]): string | null {
	if (labels.includes(encrypted)) {
		return 'SABnzbd says that this download is encrypted.';
	}
	return labels.includes(unwanted) ? 'SABnzbd says that this download has files with unwanted extensions.' : null;
}

/** `storage` may name a file deep below the job's folder. We want the folder that has the job's name. */
function jobFolder(storage: string, title: string): string {
	const separator = storage.includes('\\') && !storage.includes('/') ? '\\' : '/';
	const parts = storage.split(separator);
	const index = parts.indexOf(title);
	return index > 0 ? parts.slice(0, index + 1).join(separator) : storage;
}

/** What a job in the queue does. A paused queue holds back all jobs except those with priority Force. */
function meaningInQueue({status, priority}: {status: string; priority: string}, isQueuePaused: boolean): ClientWord | null {
	const meaning = sabnzbdMeaning(status, []);
	return meaning && isQueuePaused && priority !== 'Force' ? paused : meaning;
}

/** What a job in the history does. What is neither completed nor failed is still being unpacked or repaired. */
function meaningInHistory(slot: JsonRecord): ClientWord | null {
	const meaning = sabnzbdMeaning(readText(slot, 'status') ?? '', [readText(slot, 'fail_message') ?? '', ...logOf(slot)]);
	// A step has failed, or the last one is over, but its outcome and its folder are not stored yet.
	if (meaning && readFlag(slot, 'loaded')) {
		return working;
	}
	// It waits there for its turn, without being fetched.
	return meaning && (meaning.status === 'queued' || (meaning.activity === undefined && meaning.status === 'downloading'))
		? working
		: meaning;
}

/** Lines of the log that are looked at, and letters of each. */
const maxLines = 100;
const maxLetters = 500;

/** What a job's log says of its steps, without the lines about single files. */
function logOf(slot: JsonRecord): string[] {
	const lines = asRecords(slot['stage_log']).flatMap(({actions}) => (Array.isArray(actions) ? actions : []));
	return lines.slice(-maxLines).flatMap(line => (typeof line === 'string' ? [line.slice(0, maxLetters)] : []));
}

/** Days that a finished job must stay in the history for us to see it safely. */
const safeDays = 14;

/**
 * True when SABnzbd may drop finished jobs before we have imported them. `option` and `number` are the settings
 * of version 4.3 and newer.
 */
export function sabnzbdForgetsEarly(setting: {retention: string; option: string | null; number: number}): boolean {
	if (setting.option !== null && setting.option !== '') {
		const [unit] = setting.option.split('-');
		return unit === 'days' ? setting.number < safeDays : setting.option !== 'all';
	}
	const {retention} = setting;
	if (retention === '' || retention === '0') {
		return false;
	}
	return retention.endsWith('d') ? Number.parseInt(retention, 10) < safeDays : true;
}

const name = 'SABnzbd';

/** The words of its `Status` class. Jobs in the history that are neither completed nor failed are still worked on. */
export const sabnzbdWords: ClientWords = {
	Idle: queued,
	Queued: queued,
	Grabbing: queued,
	Propagating: queued,
	Paused: paused,
	Downloading: fetching,
	/** It fetches more repair blocks. */
	Fetching: fetching,
	Checking: working,
	QuickCheck: working,
	Verifying: working,
	Repairing: working,
	Extracting: working,
	Moving: working,
	Running: working,
	Completed: completed,
	Failed: failed,
};

/** What a job in the queue or history does; null for one that is being deleted. */
export function sabnzbdMeaning(status: string, failures: readonly string[]): ClientWord | null {
	if (status === 'Deleted') {
		return null;
	}
	return status === 'Failed' ? failureOf(failures) : meaningOf(sabnzbdWords, status, name);
}

/** Why a job failed that would succeed elsewhere, or later. Of what names a file, the beginning is known. */
const failuresOfClient: readonly (readonly [RegExp, ClientWord])[] = [
	[/^unpacking failed, (?:write error|file too large)|disk full|disk error|failed moving |failed to move files/i, clientFault],
	[/cannot create (?:final folder|directory|temp file)|failed making |error renaming |cannot write /i, clientFault],
	[/no 7za binary|par2 received incorrect options|(?:unrar|par2|7za) binary\.\.\. not found/i, clientFault],
	[/post-?processing was aborted|path is too long/i, undecided],
];

/**
 * The failures are texts without a fixed set of words, since scripts add their own, so that all are bad releases that
 * do not blame the client's machine. The log of a job says what its message leaves out.
 */
function failureOf(failures: readonly string[]): ClientWord {
	for (const text of failures) {
		const found = failuresOfClient.find(([pattern]) => pattern.test(text))?.[1];
		if (found || isDiskMessage(text) || blamesDisk(text)) {
			return {...(found ?? clientFault), message: text};
		}
	}
	return failed;
}
