import {randomUUID} from 'node:crypto';
import mongoose, {type ClientSession, type Connection} from 'mongoose';
import {createCache, shareReads} from '../coordination/cache.ts';
import {joinCalls} from '../coordination/wait.ts';
import {hasPassed} from '../domain/network/clock-skew.ts';

/** What can change in a collection: a field that lists depend on, or which documents exist. */
export type Aspect = string;
export const members: Aspect = 'members';

/** Documents that were added, whose ids the writer has told; each of them is a change of `members`, too. */
export const added: Aspect = 'added';

/** State of a collection at one moment, as far as lists depend on it. */
export interface Revision {
	/** Differs whenever one of the aspects may have changed; null while one of them is being written. */
	of(aspects: readonly Aspect[]): string | null;
	/** The same, whatever was `added`. */
	apart(aspects: readonly Aspect[]): string | null;
	/** Ids of documents that are being added. */
	pending: readonly string[];
	/** The same for all of them. */
	ofAll(): string | null;
}

export interface Revisions {
	/**
	 * Runs a write that may change these aspects. After this resolves, every process that reads the revision sees a new
	 * one. If a writer dies, its aspects stay unsettled for a minute, so nobody trusts cached data about them.
	 */
	during<T>(aspects: readonly Aspect[], write: () => Promise<T>): Promise<T>;
	/** The same for a write that adds these few documents and does nothing else that lists depend on. */
	adding<T>(ids: readonly string[], write: () => Promise<T>): Promise<T>;
	/** The last documents that were added. */
	lastAdded(revision: Revision): Promise<LastAdded>;
	/** What `work` reads in this session, all as it was at the moment of the revision. Null where MongoDB cannot. */
	atOneMoment<T>(work: (session: ClientSession, revision: Revision, last: LastAdded) => Promise<T>): Promise<T | null>;
	/** Reads from the database after the call; callers that ask at the same time share the read. */
	read(): Promise<Revision>;
}

interface StoredRevision {
	_id: string;
	/** Number of writes started and finished, for each aspect. */
	began?: Record<Aspect, number>;
	ended?: Record<Aspect, number>;
	/** The writes on their way. Each has a time of its own, so that on a busy service a dead one is still found. */
	open?: Record<string, {aspects: Aspect[]; at: Date; added?: string[]}>;
	/** How often marks of dead writers were removed. */
	repairs?: number;
	/** For processes of the version before, which know no other time. */
	lastBegan?: Date;
}

/** Ids of added documents, the last one at the end, and how many there ever were. */
export interface LastAdded {
	count: number;
	ids: readonly string[];
}

/** Ids that are remembered; more make lists count anew. */
const maxAdded = 400;

interface Mark {
	token: string;
	aspects: readonly Aspect[];
	/** Ids. */
	added?: readonly string[];
}

interface StoredAdded {
	_id: string;
	count: number;
	ids: string[];
}

/** Milliseconds; longer than any write takes. */
const deadAfterMs = 60_000;
/** The mark comes before the write in the database log, so whatever persists the write persists the mark, too. */
const writeConcern = {w: 1, journal: false} as const;

/** The revision of one collection, stored in `revisions`. */
export function createRevisions(connection: Connection, collection: string): Revisions {
	const stored = () => connection.collection<StoredRevision>('revisions');
	const countOf = (side: 'began' | 'ended', aspects: readonly Aspect[]) => {
		const marks = Object.groupBy(aspects, aspect => `${side}.${aspect}`);
		return Object.fromEntries(Object.entries(marks).map(([mark, each]) => [mark, each?.length ?? 0]));
	};
	// Writers at the same time share an update: at its one document they would wait for each other.
	const begin = joinCalls<Mark, unknown>(marks => {
		const aspects = marks.map(({token, aspects}) => [`open.${token}.aspects`, aspects]);
		const ids = marks.flatMap(({token, added: each}) => (each ? [[`open.${token}.added`, each]] : []));
		const times = marks.map(({token}) => [`open.${token}.at`, true]);
		const $inc = countOf(
			'began',
			marks.flatMap(mark => mark.aspects),
		);
		const update = {$inc, $set: Object.fromEntries([...aspects, ...ids]), $currentDate: {lastBegan: true, ...Object.fromEntries(times)}};
		return stored().updateOne({_id: collection}, update as never, {upsert: true, writeConcern}); // built here from known fields
	});
	const end = joinCalls<Mark, unknown>(marks => {
		const $unset = Object.fromEntries(marks.map(({token}) => [`open.${token}`, '']));
		const $inc = countOf(
			'ended',
			marks.flatMap(mark => mark.aspects),
		);
		return stored().updateOne({_id: collection}, {$inc, $unset} as never, {writeConcern}); // built here from known fields
	});

	/** Removes the mark of a dead writer, unless somebody else was faster. */
	async function repair({token, aspects}: Mark): Promise<void> {
		const update = {$inc: {...countOf('ended', aspects), repairs: 1}, $unset: {[`open.${token}`]: ''}};
		await stored().updateOne({_id: collection, [`open.${token}`]: {$exists: true}}, update as never, {writeConcern}); // known fields
	}

	async function read(): Promise<Revision> {
		const found: Partial<StoredRevision> | null = await stored().findOne({_id: collection});
		const {open = {}} = found ?? {};
		const now = new Date();
		const dead = Object.entries(open).filter(([, {at}]) => hasPassed(at, deadAfterMs, now));
		await Promise.all(dead.map(([token, {aspects}]) => repair({token, aspects})));
		return toRevision(found);
	}

	const additions = connection.collection.bind(connection)<StoredAdded>;
	const addedTo = `${collection} added`;
	const addedCache = createCache<Promise<LastAdded>>({max: 1});
	const readAdded = async (options: {session?: ClientSession} = {}) => {
		const found = await additions('revisions').findOne({_id: addedTo}, options);
		return {count: found?.count ?? 0, ids: found?.ids ?? []};
	};

	async function writing<T>(mark: Mark, write: () => Promise<T>): Promise<T> {
		await begin(mark);
		// After the mark, so that whoever does not find the ids yet finds the mark.
		const note = {$inc: {count: mark.added?.length ?? 0}, $push: {ids: {$each: mark.added ?? [], $slice: -maxAdded}}};
		await (mark.added && additions('revisions').updateOne({_id: addedTo}, note as never, {upsert: true, writeConcern})); // known fields
		// If this fails, the aspects stay unsettled for a while. That is slow but never wrong.
		const settle = () => end(mark).catch(() => {});
		try {
			const result = await write();
			await settle();
			return result;
		} catch (error) {
			// A write whose answer was lost may still be applied.
			if (!(error instanceof mongoose.mongo.MongoNetworkError)) {
				await settle();
			}
			throw error;
		}
	}

	return {
		during: (aspects, write) => (aspects.length === 0 ? write() : writing({token: randomUUID(), aspects}, write)),
		adding: (ids, write) => writing({token: randomUUID(), aspects: [members, added], added: ids}, write),
		lastAdded: revision => addedCache.get(revision.of([added]), readAdded),
		async atOneMoment(work) {
			const session = await connection.startSession();
			try {
				// A snapshot without a transaction needs a history, which small servers do not keep.
				session.startTransaction({readConcern: {level: 'snapshot'}, readPreference: 'primary'});
				const revision = toRevision(await stored().findOne({_id: collection}, {session}));
				return await work(session, revision, await readAdded({session}));
			} catch (error) {
				if (error instanceof mongoose.mongo.MongoServerError && withoutSnapshot.has(Number(error.code))) {
					return null;
				}
				throw error;
			} finally {
				await session.abortTransaction().catch(() => {});
				await session.endSession();
			}
		},
		read: shareReads(read),
	};
}

/** Codes of MongoDB: it has no replica set, the moment is too old, or an index is newer. */
const withoutSnapshot: ReadonlySet<number> = new Set([20, 112, 239, 246, 251]);

function toRevision(found: Partial<StoredRevision> | null): Revision {
	const {began = {}, ended = {}, repairs = 0, open = {}} = found ?? {};
	const marks = Object.values(open);
	const stateOf = (aspects: readonly Aspect[], ofMembers: (counts: Record<Aspect, number>) => number, unsettled: ReadonlySet<Aspect>) => {
		const countOf = (counts: Record<Aspect, number>, aspect: Aspect) => (aspect === members ? ofMembers(counts) : (counts[aspect] ?? 0));
		return aspects.some(aspect => unsettled.has(aspect))
			? null
			: `${repairs}:${aspects.map(aspect => `${countOf(began, aspect)}/${countOf(ended, aspect)}`).join('.')}`;
	};
	const of = (aspects: readonly Aspect[]) =>
		stateOf(aspects, counts => counts[members] ?? 0, new Set(marks.flatMap(({aspects: each}) => each)));
	const others = new Set(marks.flatMap(mark => (mark.added ? [] : mark.aspects)));
	return {
		of,
		apart: aspects => stateOf(aspects, counts => (counts[members] ?? 0) - (counts[added] ?? 0), others),
		ofAll: () => of(Object.keys(began).sort()),
		pending: marks.flatMap(mark => mark.added ?? []),
	};
}
