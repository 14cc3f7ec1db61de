import type {ClientDownload} from './client-download.ts';
import {progressOf, type QueueItem} from './queue-item.ts';
import {type StallRules, stallOf} from './stalled-download.ts';
import type {DownloadStatus} from './tracked-state.ts';

/** What a download client tells of one download, as far as the queue shows it. */
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

/** The next step that a row asks for, beside the change of figures. */
export type NextStep = 'none' | 'complete' | 'fail';

/** What a client's row changes on an item that is still downloading; `change` is null when nothing is new. */
export function applyClientRow(item: QueueItem, row: ClientRow, rules: StallRules): {change: Partial<RowChange> | null; next: NextStep} {
	const {isStalled, minutes, isHopeless, progressAt} = stallOf(item, row, rules);
	const status = isStalled ? 'warning' : row.status;
	const wanted: RowChange = {
		status,
		// A magnet link without metadata has no size yet: the indexer's word stands until then.
		size: row.size || item.size,
		sizeLeft: row.size ? row.sizeLeft : item.sizeLeft,
		secondsLeft: row.secondsLeft,
		outputPath: row.outputPath ?? item.outputPath,
		seeders: row.seeders,
		leechers: row.leechers,
		removable: row.removable,
		health: healthOf(status),
		errorMessage: isStalled ? `No progress for ${Math.floor(minutes)} minutes.` : row.message,
		progressAt,
	};
	const entries = Object.entries(wanted).filter(([key, value]) => key !== 'progressAt' && value !== item[key as keyof RowChange]);
	const change = entries.length > 0 ? {...Object.fromEntries(entries), progressAt} : null;
	return {change, next: nextStep(row, isHopeless)};
}

function nextStep(row: ClientRow, isHopeless: boolean): NextStep {
	if (row.status === 'completed' || isWholeInSpite(row)) {
		return 'complete';
	}
	return row.status === 'failed' || isHopeless ? 'fail' : 'none';
}

/** A tracker that complains while the torrent seeds makes it a warning; the files are there all the same. */
function isWholeInSpite({status, size, sizeLeft, outputPath}: ClientRow): boolean {
	return status === 'warning' && size > 0 && sizeLeft === 0 && outputPath !== null;
}

function healthOf(status: DownloadStatus): QueueItem['health'] {
	if (status === 'failed') {
		return 'error';
	}
	return status === 'warning' ? 'warning' : 'ok';
}

/** Is the change one that `queueItemUpdated` tells of: another status, or a tenth of a percent? */
export function isVisibleChange(before: QueueItem, after: QueueItem): boolean {
	return before.status !== after.status || before.state !== after.state || progressOf(before) !== progressOf(after);
}
