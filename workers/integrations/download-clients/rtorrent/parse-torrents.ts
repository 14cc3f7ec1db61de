import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {type JsonRecord, readFlag, readNumber, readText} from '../../http/read-body.ts';
import {
	type ClientWord,
	clientFault,
	completed,
	fetching,
	isDiskMessage,
	ofItsMachine,
	paused,
	standing,
	wordFields,
	working,
} from '../client-reply.ts';

/** Keys of `d.custom` that store our seeding goals with the torrent, because rTorrent has none of its own. */
export const goalKeys = {ratio: 'kinoteka_ratio', minutes: 'kinoteka_minutes'};

/** The columns of `d.multicall2`, which returns them in this order. */
export const columns = {
	hash: 'd.hash=',
	name: 'd.name=',
	base_path: 'd.base_path=',
	label: 'd.custom1=',
	size_bytes: 'd.size_bytes=',
	left_bytes: 'd.left_bytes=',
	down_rate: 'd.down.rate=',
	ratio: 'd.ratio=',
	is_active: 'd.is_active=',
	complete: 'd.complete=',
	finished_at: 'd.timestamp.finished=',
	seeders: 'd.peers_complete=',
	leechers: 'd.peers_accounted=',
	message: 'd.message=',
	goal_ratio: `d.custom=${goalKeys.ratio}`,
	goal_minutes: `d.custom=${goalKeys.minutes}`,
	hashing: 'd.hashing=',
};

/** Names the columns in the rows of `d.multicall2`. What is no list must not look like one without torrents. */
export function toRows(answer: unknown): JsonRecord[] {
	const names = Object.keys(columns);
	if (!Array.isArray(answer) || !answer.every(row => Array.isArray(row) && row.length === names.length)) {
		throw new UpstreamFailed('client_failed', 'The list of torrents of rTorrent has a form that is not known here.');
	}
	return answer.map((row: unknown[]) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
}

/** Labels are URL-encoded, as in rTorrent's web interfaces. */
export function labelOf(row: JsonRecord): string {
	const label = readText(row, 'label') ?? '';
	try {
		return decodeURIComponent(label);
	} catch {
		return label;
	}
}

/**
 * Parses one row. Null for one with a relative path. One without a path is there all the same: it is being opened,
 * was never started, or was closed, as web interfaces do when they stop it.
 */
export function parseTorrent(row: JsonRecord, now: Date): ClientDownload | null {
	const downloadId = readText(row, 'hash')?.toLowerCase();
	const path = readText(row, 'base_path') ?? '';
	const isComplete = readFlag(row, 'complete');
	if (!downloadId || !/^(?:$|\/|[A-Za-z]:[\\/])/.test(path)) {
		return null;
	}
	const sizeLeft = Math.max(0, readNumber(row, 'left_bytes') ?? 0);
	const rate = readNumber(row, 'down_rate') ?? 0;
	const finishedAt = readNumber(row, 'finished_at') ?? 0;
	const message = readText(row, 'message') ?? '';
	const flags = {isComplete, isActive: readFlag(row, 'is_active'), hashing: readNumber(row, 'hashing') ?? 0};
	const meaning = rtorrentMeaning({...flags, message});
	return {
		downloadId,
		title: readText(row, 'name') ?? downloadId,
		...wordFields(meaning),
		size: Math.max(0, readNumber(row, 'size_bytes') ?? 0),
		sizeLeft,
		secondsLeft: secondsLeft(sizeLeft, rate),
		outputPath: path || null,
		message: meaning.message ?? (message || null),
		seeders: readNumber(row, 'seeders'),
		leechers: readNumber(row, 'leechers'),
		removable: rtorrentRemovable(
			{
				isComplete,
				ratioPerMille: readNumber(row, 'ratio') ?? 0,
				seedingSeconds: finishedAt > 0 ? now.getTime() / 1000 - finishedAt : 0,
			},
			{ratio: readNumber(row, 'goal_ratio'), minutes: readNumber(row, 'goal_minutes')},
		),
	};
}

function secondsLeft(sizeLeft: number, rate: number): number | null {
	if (sizeLeft === 0) {
		return 0;
	}
	return rate > 0 ? Math.round(sizeLeft / rate) : null;
}

interface RtorrentSeeding {
	isComplete: boolean;
	ratioPerMille: number;
	seedingSeconds: number;
}

/** rTorrent has no seeding goals of its own, so we compare the ones that we stored with the torrent. */
function rtorrentRemovable(
	{isComplete, ratioPerMille, seedingSeconds}: RtorrentSeeding,
	goals: {ratio: number | null; minutes: number | null},
): boolean {
	const isRatioMet = goals.ratio !== null && ratioPerMille / 1000 >= goals.ratio;
	const isTimeMet = goals.minutes !== null && seedingSeconds >= goals.minutes * 60;
	return isComplete && (isRatioMet || isTimeMet);
}

/**
 * rTorrent has no word for a state but flags, and a message. `hashing` is not 0 while pieces are verified, also
 * those of a download that was just completed.
 */
interface RtorrentFlags {
	isComplete: boolean;
	isActive: boolean;
	hashing: number;
	message: string;
}

/** How its messages begin: those of a tracker matter only as long as something is missing. */
const messages: readonly (readonly [RegExp, ClientWord])[] = [
	[/no such file or directory|hash check .*(?:unfinished|bad) chunks|file chunk read error/i, standing],
	[/^storage error|^could not (?:create|open|write|resize) |^download could not be opened/i, clientFault],
];

/** Its message may be old, and a complete download was verified, so only what is not complete is judged by it. */
export function rtorrentMeaning({isComplete, isActive, hashing, message}: RtorrentFlags): ClientWord {
	if (hashing !== 0) {
		return working;
	}
	if (isComplete) {
		return completed;
	}
	const found = messages.find(([pattern]) => pattern.test(message))?.[1] ?? (isDiskMessage(message) ? clientFault : null);
	if (found) {
		return {...found, message: `rTorrent reports: ${message}${found.fault === 'client' ? `. ${ofItsMachine}` : ''}`};
	}
	return isActive ? fetching : paused;
}
