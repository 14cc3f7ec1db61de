import {randomUUID} from 'node:crypto';
import type {Model} from 'mongoose';
import {dayMs} from '../../domain/durations.ts';
import {clockSkewMs} from '../../domain/network/clock-skew.ts';
import type {SubtitleProvider} from '../../domain/subtitles/provider-record.ts';
import {maxDailyLimit} from '../../providers/subtitle-providers.ts';
import type {Stored} from '../mongo/records.ts';

/** Fields of a stored provider that only its quota needs. */
export interface QuotaFields {
	/** While the quota is unknown, one download at a time finds it out. */
	askingUntil: Date | null;
	/** Until then our own limit is used up; the record shows it instead of the provider's word. */
	limitedUntil: Date | null;
	/** The downloads of the last day; at most `maxDailyLimit`. */
	taken: {id: string; at: Date}[];
}

type Row = Stored<SubtitleProvider> & QuotaFields;

export const unknownQuota = {remaining: null, resetAt: null, limitedUntil: null} satisfies Partial<Row>;

/** Milliseconds after which the outcome of a download that asks for the quota no longer comes. */
const askingMs = 60_000;
/** Milliseconds by which two answers of one period may differ in the time that they name. */
const latenessMs = 3_600_000;

/** `granted` has the id of the counted download. Another one is asking for the quota with `asking`. */
export type Taking =
	| {outcome: 'granted'; id: string}
	| {outcome: 'asking'}
	| {outcome: 'usedUp'; until: Date; isOurLimit: boolean}
	| {outcome: 'gone'};

export interface QuotaWord {
	remaining: number;
	resetAt: Date;
	/** False when `resetAt` is a guess of ours. */
	isReported: boolean;
	now: Date;
}

export interface Asked {
	now: Date;
	/** Its answers say how many downloads are left. */
	tellsQuota: boolean;
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms);
const ofLastDay = (now: Date) => ({$filter: {input: {$ifNull: ['$taken', []]}, cond: {$gt: ['$$this.at', after(now, -dayMs)]}}});
/** The provider's last word holds until its count restarts. */
const isKnown = (now: Date) => ({$and: [{$ne: ['$remaining', null]}, {$gt: ['$resetAt', now]}]});

/**
 * Counts downloads before they are sent. MongoDB decides each in one step, so no two workers take the same one, and
 * neither a restart nor an empty Redis forgets any.
 */
export function createDownloadQuotas(providers: Model<Row>) {
	// Mongoose would cast the expressions.
	const rows = providers.db.collection<Row>(providers.collection.name);

	async function usedUp(id: string, now: Date): Promise<Taking> {
		const row = await providers.findById(id).lean<Row>();
		if (!row) {
			return {outcome: 'gone'};
		}
		const {remaining, resetAt, dailyLimit} = row;
		if (remaining !== null && remaining <= 0 && resetAt && resetAt > now) {
			return {outcome: 'usedUp', until: resetAt, isOurLimit: false};
		}
		const taken = row.taken.map(({at}) => at.getTime()).filter(at => at > now.getTime() - dayMs);
		if (dailyLimit !== null && taken.length >= dailyLimit) {
			const first = taken.toSorted((a, b) => a - b)[taken.length - dailyLimit] ?? now.getTime();
			return {outcome: 'usedUp', until: new Date(first + dayMs), isOurLimit: true};
		}
		return {outcome: 'asking'};
	}

	return {
		async takeDownload(id: string, {now, tellsQuota}: Asked): Promise<Taking> {
			const token = randomUUID();
			const mayTake = {
				$and: [
					// A time further away was set under a clock that was ahead.
					{$or: [{$lte: [{$ifNull: ['$askingUntil', now]}, now]}, {$gt: ['$askingUntil', after(now, askingMs + clockSkewMs)]}]},
					{$or: [{$eq: ['$dailyLimit', null]}, {$lt: [{$size: ofLastDay(now)}, '$dailyLimit']}]},
					{$or: [{$not: isKnown(now)}, {$gt: ['$remaining', 0]}]},
				],
			};
			const counted = {
				taken: {$slice: [{$concatArrays: [ofLastDay(now), [{id: token, at: now}]]}, -maxDailyLimit]},
				remaining: {$cond: [isKnown(now), {$subtract: ['$remaining', 1]}, null]},
				resetAt: {$cond: [isKnown(now), '$resetAt', null]},
				limitedUntil: null,
				askingUntil: {$cond: [isKnown(now), null, tellsQuota ? after(now, askingMs) : null]},
			};
			const {modifiedCount} = await rows.updateOne({_id: id, $expr: mayTake}, [{$set: counted}]);
			return modifiedCount > 0 ? {outcome: 'granted', id: token} : usedUp(id, now);
		},
		/** For a download that was certainly not counted by the provider. */
		async giveBackDownload(id: string, token: string): Promise<void> {
			const isThere = {$in: [token, {$ifNull: ['$taken.id', []]}]};
			await rows.updateOne({_id: id, $expr: isThere}, [
				{
					$set: {
						taken: {$filter: {input: '$taken', cond: {$ne: ['$$this.id', token]}}},
						remaining: {$cond: [{$eq: ['$remaining', null]}, null, {$add: ['$remaining', 1]}]},
						askingUntil: null,
					},
				},
			]);
		},
		/**
		 * Stores the provider's word. Answers may come in any order, so within one period the smallest number counts,
		 * which includes downloads that others have counted and not sent yet.
		 */
		async learnQuota(id: string, {remaining, resetAt, isReported, now}: QuotaWord): Promise<void> {
			// An answer that was on its way when the count restarted is about the time before.
			const isLate = isReported ? {$and: [isKnown(now), {$lt: [after(resetAt, latenessMs), '$resetAt']}]} : false;
			await rows.updateOne({_id: id, $expr: {$not: isLate}}, [
				{
					$set: {
						remaining: {$cond: [isKnown(now), {$min: ['$remaining', remaining]}, remaining]},
						resetAt: {$cond: [isKnown(now), {$max: ['$resetAt', resetAt]}, resetAt]},
						askingUntil: null,
					},
				},
			]);
		},
		/** Lets another download find out the quota. */
		async settle(id: string): Promise<void> {
			await rows.updateOne({_id: id}, {$set: {askingUntil: null}});
		},
		async noteLimitReached(id: string, {until, dailyLimit}: {until: Date; dailyLimit: number | null}): Promise<void> {
			await providers.updateOne({_id: id, dailyLimit}, {$set: {limitedUntil: until}});
		},
	};
}
