import mongoose, {type Connection} from 'mongoose';

/** What of a collection changes: a field that lists go by, or which documents there are. */
export type Aspect = string;
export const members: Aspect = 'members';

/** How a collection stands at a moment, as far as lists go by it. */
export interface Revision {
	/** Differs whenever one of the aspects may have changed; null while a write to one of them is on its way. */
	of(aspects: readonly Aspect[]): string | null;
}

export interface Revisions {
	/**
	 * Runs a write that may change these aspects. Whoever reads the revision after this has resolved sees another one, in every process.
	 * A writer that dies on the way leaves the aspects unsettled, so that nobody trusts what he remembers of them, until a minute has passed.
	 */
	during<T>(aspects: readonly Aspect[], write: () => Promise<T>): Promise<T>;
	/** Read from the database after the call, together with all others who asked meanwhile. */
	read(): Promise<Revision>;
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
		const {began = {}, ended = {}, repairs = 0, lastBegan}: Partial<StoredRevision> = (await stored().findOne({_id: collection})) ?? {};
		const isSettled = (aspect: Aspect) => (began[aspect] ?? 0) === (ended[aspect] ?? 0);
		if (lastBegan && Date.now() - Number(lastBegan) > deadAfterMs && !Object.keys({...began, ...ended}).every(isSettled)) {
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
		read: shareReads(read),
	};
}

/** Everybody who asks while a read is on its way gets the next one, which begins after he asked. */
function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
	let running: Promise<T> | null = null;
	let next: Promise<T> | null = null;
	const start = () => {
		next = null;
		const started = read();
		running = started;
		const end = () => {
			running = null;
		};
		started.then(end, end);
		return started;
	};
	return () => {
		next ??= running ? running.then(start, start) : null;
		return next ?? start();
	};
}
