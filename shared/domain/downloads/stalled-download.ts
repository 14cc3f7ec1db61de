import {minuteMs} from '../durations.ts';
import type {ClientDownload} from './client-download.ts';
import type {QueueItem, Transfer} from './queue-item.ts';

export interface StallRules {
	/** Minutes without progress until a download counts as stalled; 0 for never. */
	stalledMinutes: number;
	now: Date;
}

/** Whether a download makes no progress, and since when. */
export interface Stall {
	isStalled: boolean;
	/** Minutes without progress; 0 for a download that is not running. */
	minutes: number;
	/** It has made no progress for twice `stalledMinutes`, so it is given up. */
	isHopeless: boolean;
	/** When it last made progress. */
	progressAt: Date;
}

/** Whether a download stalls, from its stored state and what the client reports now. */
export function stallOf(
	{status, transfer}: Pick<QueueItem, 'status'> & {transfer: Pick<Transfer, 'size' | 'sizeLeft' | 'progressAt'>},
	row: Pick<ClientDownload, 'size' | 'sizeLeft' | 'status'>,
	{stalledMinutes, now}: StallRules,
): Stall {
	// A download that was queued or paused may have waited for days, so its time starts now.
	const waits = row.status !== 'downloading' || status === 'queued' || status === 'paused';
	const hasProgress = waits || row.sizeLeft < transfer.sizeLeft || row.size !== transfer.size;
	const progressAt = hasProgress ? now : transfer.progressAt;
	const minutes = (Number(now) - Number(progressAt)) / minuteMs;
	const lastsFor = (limit: number) => limit > 0 && minutes >= limit;
	return {isStalled: lastsFor(stalledMinutes), minutes, isHopeless: lastsFor(2 * stalledMinutes), progressAt};
}
