import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import type {FileInDownload} from '#shared/domain/imports/sort-files.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import type {HttpReply} from '../http/http.ts';
import {type JsonRecord, readNumber, readText} from '../http/read-body.ts';
import {parseMagnet} from '../torrents/magnet.ts';
import {parseTorrentFile} from '../torrents/torrent-file.ts';
import type {NewDownload} from './download-client.ts';

/** Bytes. A list of several thousand torrents is larger than an ordinary reply. */
export const largestList = 64 * 1024 * 1024;

/**
 * Returns the address from the settings without a trailing slash. Throws Invalid `wrong_protocol` when
 * it is not a web address.
 */
export function baseAddress(url: string | null): string {
	const address = url === null ? null : URL.parse(url);
	if (address?.protocol !== 'http:' && address?.protocol !== 'https:') {
		throw new Invalid('wrong_protocol', 'The download client needs an address that begins with http:// or https://.');
	}
	return `${address.origin}${address.pathname}`.replace(/\/$/, '');
}

/** Parses the body as JSON. Throws Invalid `wrong_protocol` when something else answers at the address. */
export function readJson(reply: HttpReply, client: string): unknown {
	try {
		return JSON.parse(reply.body.toString('utf8').replace(/^\uFEFF/, ''));
	} catch (error) {
		throw notTheClient(client, reply, error);
	}
}

/** The failure for an answer that the client does not give. A gateway in between answers 5xx while it is busy. */
export function notTheClient(client: string, reply: HttpReply, cause?: unknown): Invalid | UpstreamFailed {
	if (reply.status >= 500) {
		return unexpectedStatus(client, reply);
	}
	return new Invalid(
		'wrong_protocol',
		`What answers at this address is not ${client} (status ${reply.status}); check address and port.`,
		[],
		{cause},
	);
}

export function authenticationFailed(message: string): Invalid {
	return new Invalid('authentication_failed', message);
}

export function downloadRefused(message: string): UpstreamFailed {
	return new UpstreamFailed('download_refused', message);
}

/** The failure for an unexpected status. A 5xx may be temporary, so it is tried again. */
export function unexpectedStatus(client: string, reply: HttpReply): UpstreamFailed {
	return new UpstreamFailed('client_failed', `${client} answered with status ${reply.status}; see its log.`);
}

/**
 * Runs the calls that follow once the client took a download. When one of them fails the client has it nevertheless, so
 * the failure must not look like a refusal. Throws UpstreamFailed `outcome_unclear`.
 */
export async function onceTaken<T>(client: string, calls: () => Promise<T>): Promise<T> {
	try {
		return await calls();
	} catch (error) {
		if (error instanceof UpstreamFailed && error.code === 'download_refused') {
			throw error;
		}
		throw new UpstreamFailed('outcome_unclear', `${client} took the download, but then failed; see its log.`, {cause: error});
	}
}

/** The path of a folder as a client writes it, on Windows or elsewhere, without a separator at its end. */
export function withoutSlash(path: string): string {
	return path.replace(/[\\/]$/, '');
}

/** The path of a file in a folder of a client. Its own separators are kept; ours is understood on Windows too. */
export function pathBelow(folder: string, name: string): string {
	return `${withoutSlash(folder)}/${name}`;
}

/** `v4.5.2` -> [4, 5, 2]; null when the text does not begin with a number. */
export function parseVersion(text: string): number[] | null {
	const match = /^\s*v?(\d{1,6}(?:\.\d{1,6}){0,4})/.exec(text);
	return match?.[1] ? match[1].split('.').map(Number) : null;
}

export function isAtLeast(version: readonly number[], wanted: readonly number[]): boolean {
	const index = wanted.findIndex((part, at) => (version[at] ?? 0) !== part);
	return index === -1 || (version[index] ?? 0) > wanted[index]!; // findIndex found it in `wanted`
}

/** No real download has more files. */
const maxFiles = 20_000;
/** Characters. Of a longer path the end stays, which tells what kind of file it is. */
const maxPath = 4096;

/**
 * Reads a client's list of files, whose fields have these names; `done` is how much the client has of a file, and
 * `whole` how much that is of a whole one, 1 if not given. Null when it is empty: the client does not know it yet.
 */
export function toFileList(
	rows: readonly JsonRecord[],
	{path, size, done, whole}: {path: string; size: string; done: string; whole?: string},
): FileInDownload[] | null {
	const files = rows.slice(0, maxFiles).flatMap(row => {
		const name = readText(row, path);
		const [has, wants] = [readNumber(row, done), whole === undefined ? 1 : readNumber(row, whole)];
		const isUnfinished = has !== null && wants !== null && has < wants;
		const file = {size: readNumber(row, size) ?? 0, ...(isUnfinished && {isUnfinished})};
		return name ? [{path: name.slice(-maxPath).replaceAll('\\', '/'), ...file}] : [];
	});
	return files.length > 0 ? files : null;
}

export interface ClientIds {
	/** Every id a client may use for the torrent: the v1 hash, and the first forty digits of the v2 hash. */
	hashes: [string, ...string[]];
	/** A magnet link without trackers can be found only through the DHT. */
	trackerless: boolean;
}

/** Throws Invalid `not_a_torrent` when the download is neither a magnet link nor a torrent file. */
export function clientIds({torrent, magnetUrl}: NewDownload): ClientIds {
	const source = torrent ? parseTorrentFile(torrent) : parseMagnet(magnetUrl ?? '');
	if (!source) {
		throw new Invalid('not_a_torrent', 'The release is neither a magnet link nor a torrent file; choose another one.');
	}
	const v2 = source.infoHashV2?.slice(0, 40);
	const hashes: ClientIds['hashes'] = v2 && v2 !== source.infoHash ? [source.infoHash, v2] : [source.infoHash];
	return {hashes, trackerless: !torrent && source.trackers.length === 0};
}

/** What people are told of data that is left, see `sharesFiles`. */
export const sharedFiles = 'another torrent in the same client has files there';

/**
 * Do these contents of other torrents lie in `path`, or hold it? A release that is seeded at several trackers is one
 * torrent for each of them with the same files.
 */
export function sharesFiles(path: string | null, others: readonly (string | null)[]): boolean {
	if (path === null) {
		return false;
	}
	const plain = (each: string) => `${withoutSlash(each.replaceAll('\\', '/'))}/`;
	const own = plain(path);
	return others.some(other => other && (plain(other).startsWith(own) || own.startsWith(plain(other))));
}

/** What a word of a client means: our status, what follows from it, and what people are told. */
export interface ClientWord extends Pick<ClientDownload, 'activity' | 'fault' | 'status'> {
	message?: string;
}

/** The words of a client, as its source has them. */
export type ClientWords = Readonly<Record<string, ClientWord>>;

export const fetching: ClientWord = {status: 'downloading'};
export const working: ClientWord = {status: 'downloading', activity: 'working'};
export const queued: ClientWord = {status: 'queued'};
export const paused: ClientWord = {status: 'paused'};
export const completed: ClientWord = {status: 'completed'};
export const failed: ClientWord = {status: 'failed'};
export const clientFault: ClientWord = {status: 'warning', fault: 'client'};
export const trackerFault: ClientWord = {status: 'warning', fault: 'tracker'};
export const undecided: ClientWord = {status: 'warning', fault: 'unknown'};
/** Nobody sends it, or its files are gone, so that it fails once it has stood still for long enough. */
export const standing: ClientWord = {status: 'warning', activity: 'fetching'};

/** What people are told about `clientFault`. */
export const ofItsMachine =
	'That is about its disk and not about the release, so the download stays there. Repair it and let the client try again.';

const longestWord = 200;

/** The meaning of a word. One that is not in the table is neither good nor bad: it is shown, and a person decides. */
export function meaningOf(words: ClientWords, word: string, client: string): ClientWord {
	if (Object.hasOwn(words, word)) {
		return words[word]!; // it is there
	}
	return {...undecided, message: `${client} says "${word.slice(0, longestWord)}", which is not known here. Look at the download there.`};
}

/** The fields of a download that a word decides; those that say nothing are left out. */
export function wordFields({status, activity, fault}: ClientWord): Pick<ClientDownload, 'activity' | 'fault' | 'status'> {
	return {status, ...(activity && {activity}), ...(fault && {fault})};
}

/** Words for a disk that is full, away, or may not be written, as operating systems and clients have them. */
const diskWords =
	/no space left|disk(?: is)? full|disk quota|out of (?:disk )?space|not enough (?:disk )?space|write error|read-only file ?system|permission denied|access (?:is )?denied|operation not permitted|input\/output error|i\/o error|stale file handle|too many open files|file too large|transport endpoint|device not configured|unable to locate download folder/i;

/** Does a message complain about the disk of its client? */
export function isDiskMessage(message: string): boolean {
	return diskWords.test(message);
}
