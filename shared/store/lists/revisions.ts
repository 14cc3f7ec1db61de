import type {ClientSession, Timestamp} from 'mongodb';
import mongoose, {type Connection} from 'mongoose';
import {shareReads} from './share-reads.ts';

/** What of a collection changes: a field that lists go by, or which documents there are. */
export type Aspect = string;
export const members: Aspect = 'members';

/** How a collection stands at a moment, as far as lists go by it. */
export interface Revision {
	/** Differs whenever one of the aspects may have changed; null while a write to one of them is on its way. */
	of(aspects: readonly Aspect[]): string | null;
}

/** A revision, and the time of a write before which nothing was written that it does not tell of. */
export interface Seen {
	revision: Revision;
	time: Timestamp | null;
}

export interface Revisions {
	/**
	 * Runs a write that may change these aspects. Whoever reads the revision after this has resolved sees another one,
	 * in every process.
	 * A writer that dies on the way leaves the aspects unsettled, so that nobody trusts what he remembers of them,
	 * until a minute has passed.
	 */
	during<T>(aspects: readonly Aspect[], write: () => Promise<T>): Promise<T>;
	/** Read from the database after the call, together with all others who asked meanwhile. */
	read(): Promise<Revision>;
	/**
	 * The last one that was read, if these aspects were the same in the one before: worth a guess that they still are.
	 */
	guess(aspects: readonly Aspect[]): Seen | null;
	/**
	 * Reads in a session what was guessed to be true, and answers the revision of that moment beside it. Each reply of
	 * a replica set tells the time of the last write to anything: where that is still the guess's, nothing can have
	 * changed, and nobody has to look.
	 * While others write, the look is begun at once instead of behind the reading.
	 */
	readBeside<T>(seen: Seen, read: (session: ClientSession) => Promise<T>): Promise<{result: T; revision: Revision}>;
}

interface StoredRevision {
	_id: string;
	/** Writes that began and that ended, of each aspect. */
	began?: Record<Aspect, number>;
	ended?: Record<Aspect, number>;
	/** How often the marks of dead writers were taken off. */
	repairs?: number;
	lastBegan?: Date;
}

/** Longer than any write takes. */
const deadAfterMs = 60_000;
/** The marks come before the write in the log of the database: what keeps that keeps them too. */
const writeConcern = {w: 1, journal: false} as const;

/** The revision of one collection, kept in `revisions`. */
export function createRevisions(connection: Connection, collection: string): Revisions {
	const stored = () => connection.collection<StoredRevision>('revisions');
	let latestTime: Timestamp | null = null;
	let last: Seen | null = null;
	let before: Revision | null = null;
	let isWrittenTo = false;

	/** Runs reads in a session of their own, and notes what time their replies told. */
	async function inSession<T>(read: (session: ClientSession) => Promise<T>): Promise<{result: T; time: Timestamp | null}> {
		// Only the sessions of this kind keep the time of the replies.
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

	/** Takes the marks of dead writers off. */
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
			// Without this second mark the aspects stay unsettled, which is slow and never wrong.
			const end = () => count('ended', aspects).catch(() => {});
			try {
				const result = await write();
				await end();
				return result;
			} catch (error) {
				// A write whose answer was lost may still happen.
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
			// Nobody may need it in the end.
			looking?.catch(() => {});
			const {result, time} = await inSession(readGuessed);
			isWrittenTo = time === null || seen.time === null || !time.equals(seen.time);
			return {result, revision: isWrittenTo ? await (looking ?? readShared()) : seen.revision};
		},
	};
}
