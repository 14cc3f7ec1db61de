import {minuteMs} from '../durations.ts';
import type {ClientDownload} from './client-download.ts';
import type {QueueItem, Transfer} from './queue-item.ts';

export interface StallRules {
	/** 0 never. */
	stalledMinutes: number;
	now: Date;
}

/** Whether a download makes no progress, and since when. */
export interface Stall {
	isStalled: boolean;
	/** Minutes without progress; none for what does not download. */
	minutes: number;
	/** Twice the time after which it counts as stalled: nobody expects it any more. */
	isHopeless: boolean;
	/** When it last came on. */
	progressAt: Date;
}

/** How a download stands that the client tells this of. */
export function stallOf(
	{status, transfer}: Pick<QueueItem, 'status'> & {transfer: Pick<Transfer, 'size' | 'sizeLeft' | 'progressAt'>},
	row: Pick<ClientDownload, 'size' | 'sizeLeft' | 'status'>,
	{stalledMinutes, now}: StallRules,
): Stall {
	// What waited may have done so for days, and its time begins now.
	const waits = row.status !== 'downloading' || status === 'queued' || status === 'paused';
	const cameOn = waits || row.sizeLeft < transfer.sizeLeft || row.size !== transfer.size;
	const progressAt = cameOn ? now : transfer.progressAt;
	const minutes = (Number(now) - Number(progressAt)) / minuteMs;
	const lastsFor = (limit: number) => limit > 0 && minutes >= limit;
	return {isStalled: lastsFor(stalledMinutes), minutes, isHopeless: lastsFor(2 * stalledMinutes), progressAt};
}
