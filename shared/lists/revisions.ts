import mongoose, {type Connection} from 'mongoose';
import {createCache, shareReads} from '../coordination/cache.ts';
import {hasPassed} from '../domain/network/clock-skew.ts';

/** What can change in a collection: a field that lists depend on, or which documents exist. */
export type Aspect = string;
export const members: Aspect = 'members';

/** State of a collection at one moment, as far as lists depend on it. */
export interface Revision {
	/** Differs whenever one of the aspects may have changed; null while one of them is being written. */
	of(aspects: readonly Aspect[]): string | null;
}

export interface Revisions {
	/**
	 * Runs a write that may change these aspects. After this resolves, every process that reads the revision sees a new
	 * one. If a writer dies, its aspects stay unsettled for a minute, so nobody trusts cached data about them.
	 */
	during<T>(aspects: readonly Aspect[], write: () => Promise<T>): Promise<T>;
	/** Reads from the database after the call; callers that ask at the same time share the read. */
	read(): Promise<Revision>;
}

interface StoredRevision {
	_id: string;
	/** Number of writes started and finished, for each aspect. */
	began?: Record<Aspect, number>;
	ended?: Record<Aspect, number>;
	/** How often marks of dead writers were removed. */
	repairs?: number;
	lastBegan?: Date;
}

/** Milliseconds; longer than any write takes. */
const deadAfterMs = 60_000;
/** The mark comes before the write in the database log, so whatever persists the write persists the mark, too. */
const writeConcern = {w: 1, journal: false} as const;

/** The revision of one collection, stored in `revisions`. */
export function createRevisions(connection: Connection, collection: string): Revisions {
	const stored = () => connection.collection<StoredRevision>('revisions');
	async function count(side: 'began' | 'ended', aspects: readonly Aspect[]): Promise<void> {
		const $inc = Object.fromEntries(aspects.map(aspect => [`${side}.${aspect}`, 1]));
		const stamp = side === 'began' ? {$currentDate: {lastBegan: true} as const} : {};
		await stored().updateOne({_id: collection}, {$inc, ...stamp}, {upsert: true, writeConcern});
	}

	/** Removes the marks of dead writers. */
	async function repair(began: Record<Aspect, number>, lastBegan: Date): Promise<void> {
		await stored().updateOne({_id: collection, lastBegan}, {$set: {ended: began}, $inc: {repairs: 1}}, {writeConcern});
	}

	async function read(): Promise<Revision> {
		const found: Partial<StoredRevision> | null = await stored().findOne({_id: collection});
		const {began = {}, ended = {}, repairs = 0, lastBegan} = found ?? {};
		const isSettled = (aspect: Aspect) => (began[aspect] ?? 0) === (ended[aspect] ?? 0);
		if (lastBegan && hasPassed(lastBegan, deadAfterMs, new Date()) && !Object.keys({...began, ...ended}).every(isSettled)) {
			await repair(began, lastBegan);
		}
		return {
			of: aspects => (aspects.every(isSettled) ? `${repairs}:${aspects.map(aspect => began[aspect] ?? 0).join('.')}` : null),
		};
	}

	return {
		async during(aspects, write) {
			if (aspects.length === 0) {
				return await write();
			}
			await count('began', aspects);
			// If this second mark fails, the aspects stay unsettled. That is slow but never wrong.
			const end = () => count('ended', aspects).catch(() => {});
			try {
				const result = await write();
				await end();
				return result;
			} catch (error) {
				// A write whose answer was lost may still be applied.
				if (!(error instanceof mongoose.mongo.MongoNetworkError)) {
					await end();
				}
				throw error;
			}
		},
		read: shareReads(read),
	};
}

/** The exact lengths of the lists of one collection, each counted once until documents come or go. */
export interface Totals {
	/** Two lists with the same key have the same documents. */
	of(key: string, count: () => Promise<number>): Promise<number>;
}

const maxTotals = 1000;

/**
 * Counting the keys of an index takes half a second for 200,000 of them. The collection's documents must not move from
 * one list to another, and all that adds or removes some must be `during` the revisions.
 */
export function createTotals(revisions: Revisions): Totals {
	const counts = createCache<Promise<number>>({max: maxTotals});
	return {
		async of(key, count) {
			const revision = (await revisions.read()).of([members]);
			return counts.get(revision && `${revision} ${key}`, count);
		},
	};
}
