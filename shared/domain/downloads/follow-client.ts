import type {ClientDownload} from './client-download.ts';
import {progressOf, type QueueItem} from './queue-item.ts';
import {type StallRules, stallOf} from './stalled-download.ts';
import type {DownloadStatus} from './tracked-state.ts';

/** What a download client reports about one download, as far as the queue shows it. */
export type ClientRow = Omit<ClientDownload, 'downloadId' | 'title'>;

type RowChange = Pick<
	QueueItem,
	| 'status'
	| 'size'
	| 'sizeLeft'
	| 'secondsLeft'
	| 'outputPath'
	| 'seeders'
	| 'leechers'
	| 'removable'
	| 'health'
	| 'errorMessage'
	| 'progressAt'
>;

/** What of an item is needed to follow its client. */
export type FollowedItem = Pick<QueueItem, keyof RowChange | 'id' | 'downloadId' | 'started' | 'state' | 'missingSince' | 'missedLists'>;

/** Letters of a client's message that are kept. */
const mostLetters = 2000;

/** The next step that a row calls for, apart from updating the figures. */
export type NextStep = 'none' | 'complete' | 'fail';

/** The changes that a client's row makes to an item that is still downloading; `change` is null when nothing is new. */
export function applyClientRow(item: FollowedItem, row: ClientRow, rules: StallRules): {change: Partial<RowChange> | null; next: NextStep} {
	const {isStalled, minutes, isHopeless, progressAt} = stallOf(item, row, rules);
	const status = isStalled ? 'warning' : row.status;
	const wanted: RowChange = {
		status,
		// A magnet link without metadata has no size yet, so the indexer's size is used until then.
		size: row.size || item.size,
		sizeLeft: row.size ? row.sizeLeft : item.sizeLeft,
		secondsLeft: row.secondsLeft,
		outputPath: row.outputPath ?? item.outputPath,
		seeders: row.seeders,
		leechers: row.leechers,
		removable: row.removable,
		health: healthOf(status),
		errorMessage: toMessage(row, isStalled ? minutes : null),
		progressAt,
	};
	const entries = Object.entries(wanted).filter(([key, value]) => key !== 'progressAt' && value !== item[key as keyof RowChange]);
	const change = entries.length > 0 ? {...Object.fromEntries(entries), progressAt} : null;
	return {change, next: nextStep(row, isHopeless)};
}

function toMessage({message}: ClientRow, stalledMinutes: number | null): string | null {
	const told = message?.slice(0, mostLetters) ?? null;
	return stalledMinutes === null ? told : `No progress for ${Math.floor(stalledMinutes)} minutes.${told ? ` ${told}` : ''}`;
}

function nextStep(row: ClientRow, isHopeless: boolean): NextStep {
	if (row.status === 'completed' || isWholeInSpite(row)) {
		return 'complete';
	}
	return row.status === 'failed' || isHopeless ? 'fail' : 'none';
}

/** A tracker error while seeding makes the status a warning, although the files are complete. */
function isWholeInSpite({status, size, sizeLeft, outputPath}: ClientRow): boolean {
	return status === 'warning' && size > 0 && sizeLeft === 0 && outputPath !== null;
}

function healthOf(status: DownloadStatus): QueueItem['health'] {
	if (status === 'failed') {
		return 'error';
	}
	return status === 'warning' ? 'warning' : 'ok';
}

type VisiblePart = Pick<QueueItem, 'status' | 'state' | 'size' | 'sizeLeft'> & Partial<QueueItem>;

/**
 * Should `queueItemUpdated` report the change: another status, progress of at least a tenth of a percent, or a message
 * where there was none?
 */
export function isVisibleChange(before: VisiblePart, after: VisiblePart): boolean {
	const isSaid = ({errorMessage = null}: VisiblePart) => errorMessage !== null;
	return (
		before.status !== after.status ||
		before.state !== after.state ||
		isSaid(before) !== isSaid(after) ||
		progressOf(before) !== progressOf(after)
	);
}
