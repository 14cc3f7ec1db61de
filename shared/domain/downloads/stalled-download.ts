import {minuteMs} from '../durations.ts';
import {activityOf, type ClientDownload} from './client-download.ts';
import type {Transfer} from './queue-item.ts';

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
