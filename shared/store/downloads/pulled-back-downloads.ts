import type {Model} from 'mongoose';
import {untilPerson} from '../../domain/downloads/import-tries.ts';
import {dayMs} from '../../domain/durations.ts';
import {clockSkewMs} from '../../domain/network/clock-skew.ts';
import type {StoredItem} from './download-schema.ts';

/** Milliseconds that an import, or a release without an answer, waits at most; an indexer may ask for a whole day. */
const longestWaitMs = dayMs;

/** Milliseconds for which an import claims an item at most, before it renews the claim. */
const longestClaimMs = 60_000;

/** Mends what was stored under a clock that was ahead. */
export function pulledBackDownloads(items: Model<StoredItem>) {
	return {
		/**
		 * Failed downloads are given up no later than `retryMs` from now, claims of imports end soon unless they are
		 * renewed, and what waits longer than anything may is due. Returns how many items changed.
		 */
		async pullBack(now: Date, retryMs: number): Promise<number> {
			const after = (ms: number) => new Date(Number(now) + ms);
			const retries = await items.updateMany(
				{state: 'failedPending', retryAt: {$gt: after(retryMs + clockSkewMs)}},
				{$set: {retryAt: after(retryMs)}},
			);
			const claims = await items.updateMany(
				{state: 'importing', 'claim.until': {$gt: after(longestClaimMs + clockSkewMs)}},
				{$set: {'claim.until': after(longestClaimMs)}},
			);
			const waits = await items.updateMany(
				{state: {$in: ['downloading', 'importPending']}, retryAt: {$gt: after(longestWaitMs + clockSkewMs), $lt: untilPerson}},
				{$set: {retryAt: now}},
			);
			return retries.modifiedCount + claims.modifiedCount + waits.modifiedCount;
		},
	};
}
