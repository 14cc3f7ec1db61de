import {type Connection, Schema} from 'mongoose';
import {databaseClock} from '../../coordination/lease.ts';
import {dayMs} from '../../domain/durations.ts';
import {clockSkewMs} from '../../domain/network/clock-skew.ts';
import type {HistoryPlace} from '../downloads/history-schema.ts';
import {schemaOptions} from '../mongo/records.ts';

interface StoredClock {
	_id: string;
	/** MongoDB's time when it was read last. */
	seenAt: Date;
	/** When it had jumped forward; null once it is trusted again. */
	jumpedAt: Date | null;
	/** Up to this entry the history has been checked; missing where it begins again. */
	checkedTo?: HistoryPlace | null;
}

/** Milliseconds between two readings of the clock after which it may have jumped. The clean-up runs once a day. */
const longestGapMs = 3 * dayMs;
/** Milliseconds that must pass normally after a jump before the time is trusted, so that a person can correct it. */
const doubtMs = 2 * dayMs;

const clockSchema = new Schema<StoredClock>(
	{_id: String, seenAt: Date, jumpedAt: Date, checkedTo: {type: {_id: false, timestamp: Date, id: String}, default: undefined}},
	schemaOptions,
);

/**
 * The time by which old records are removed for good. It is MongoDB's, and a clock that has jumped forward is not
 * believed at once: otherwise one wrong date would empty the history.
 */
export function createCleanUpClock(connection: Connection) {
	const clocks = connection.model<StoredClock>('CleanUpClock', clockSchema, 'cleanUpClock');

	return {
		/** Where the last clean-up stopped to check the history; null to begin with the oldest entry. */
		async checkedTo(): Promise<HistoryPlace | null> {
			return (await clocks.findById('only', {checkedTo: 1}).lean<Pick<StoredClock, 'checkedTo'>>())?.checkedTo ?? null;
		},
		async setCheckedTo(checkedTo: HistoryPlace | null): Promise<void> {
			await clocks.updateOne({_id: 'only'}, checkedTo ? {$set: {checkedTo}} : {$unset: {checkedTo: 1}});
		},
		/**
		 * MongoDB's time, or null while it is in doubt. `newest` is the time of the newest record; where the clock was
		 * never seen, one older than `retentionMs` shows a jump.
		 */
		async read({newest, retentionMs}: {newest: Date | null; retentionMs: number}): Promise<Date | null> {
			const {now} = databaseClock;
			const first = newest === null ? now : {$cond: [{$lt: [newest, databaseClock.in(-retentionMs)]}, newest, now]};
			const gap = {$subtract: [now, {$ifNull: ['$seenAt', first]}]};
			const hasJumped = {$gt: [gap, longestGapMs]};
			const isSetBack = {$lt: [gap, -clockSkewMs]};
			const isBelieved = {$lte: [{$ifNull: ['$jumpedAt', new Date(0)]}, databaseClock.in(-doubtMs)]};
			const jumpedAt = {$cond: [hasJumped, now, {$cond: [{$or: [isSetBack, isBelieved]}, null, '$jumpedAt']}]};
			const seen = await clocks
				.findOneAndUpdate({_id: 'only'}, [{$set: {seenAt: now, jumpedAt}}], {upsert: true, updatePipeline: true, returnDocument: 'after'})
				.lean<StoredClock>();
			return seen === null || seen.jumpedAt !== null ? null : seen.seenAt;
		},
	};
}
