import type {ClientSession, Timestamp} from 'mongodb';
import mongoose, {type Connection} from 'mongoose';
import {shareReads} from '../../coordination/cache.ts';

/** What can change in a collection: a field that lists depend on, or which documents exist. */
export type Aspect = string;
export const members: Aspect = 'members';

/** State of a collection at one moment, as far as lists depend on it. */
export interface Revision {
	/** Differs whenever one of the aspects may have changed; null while one of them is being written. */
	of(aspects: readonly Aspect[]): string | null;
}

/** A revision, and the time of a write up to which it covers all changes. */
export interface Seen {
	revision: Revision;
	time: Timestamp | null;
}

export interface Revisions {
	/**
	 * Runs a write that may change these aspects. After this resolves, every process that reads the revision sees a new
	 * one. If a writer dies, its aspects stay unsettled for a minute, so nobody trusts cached data about them.
	 */
	during<T>(aspects: readonly Aspect[], write: () => Promise<T>): Promise<T>;
	/** Reads from the database after the call; callers that ask at the same time share the read. */
	read(): Promise<Revision>;
	/**
	 * The last revision that was read, if these aspects were the same in the one before. Then they have
	 * probably not changed since.
	 */
	guess(aspects: readonly Aspect[]): Seen | null;
	/**
	 * Reads data in a session on the basis of a guess, and also returns revision and time of that moment. Each reply of
	 * a replica set contains the time of the last write to anything. If it still equals the guess's, nothing can have
	 * changed and no check is needed. While others write, the check runs in parallel instead of after the read.
	 */
	readBeside<T>(seen: Seen, read: (session: ClientSession) => Promise<T>): Promise<{result: T; revision: Revision; time: Timestamp | null}>;
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
	let latestTime: Timestamp | null = null;
	let last: Seen | null = null;
	let before: Revision | null = null;
	let isWrittenTo = false;

	/** Runs reads in a separate session and records the time in their replies. */
	async function inSession<T>(read: (session: ClientSession) => Promise<T>): Promise<{result: T; time: Timestamp | null}> {
		// Only sessions of this kind record the time of the replies.
		const session = connection.getClient().startSession({causalConsistency: true});
		try {
			const result = await read(session);
			const time = session.operationTime ?? null;
			latestTime = time && (!latestTime || time.greaterThan(latestTime)) ? time : latestTime;
			return {result, time};
		} finally {
			await session.endSession();
		}
	}

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
		const time = latestTime;
		const {result} = await inSession(session => stored().findOne({_id: collection}, {session}));
		const {began = {}, ended = {}, repairs = 0, lastBegan}: Partial<StoredRevision> = result ?? {};
		const isSettled = (aspect: Aspect) => (began[aspect] ?? 0) === (ended[aspect] ?? 0);
		if (lastBegan && Date.now() - Number(lastBegan) > deadAfterMs && !Object.keys({...began, ...ended}).every(isSettled)) {
			await repair(began, lastBegan);
		}
		const revision: Revision = {
			of: aspects => (aspects.every(isSettled) ? `${repairs}:${aspects.map(aspect => began[aspect] ?? 0).join('.')}` : null),
		};
		before = last?.revision ?? null;
		last = {revision, time};
		return revision;
	}

	const readShared = shareReads(read);

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
		read: readShared,
		guess(aspects) {
			const state = last?.revision.of(aspects) ?? null;
			return state !== null && state === before?.of(aspects) ? last : null;
		},
		async readBeside(seen, readGuessed) {
			const looking = isWrittenTo ? readShared() : null;
			// The result may not be needed in the end.
			looking?.catch(() => {});
			const {result, time} = await inSession(readGuessed);
			isWrittenTo = time === null || seen.time === null || !time.equals(seen.time);
			return {result, time, revision: isWrittenTo ? await (looking ?? readShared()) : seen.revision};
		},
	};
}
