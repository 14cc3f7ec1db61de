import {randomUUID} from 'node:crypto';
import {type Connection, Schema} from 'mongoose';
import {clockSkewMs} from '../domain/network/clock-skew.ts';
import {Cancelled} from '../errors.ts';
import {type Clock, joinCalls, keepRenewed, lostAfter, renewedAfter, steadyClock, wait} from './wait.ts';

/**
 * The clock of the database, for filters and updates that are expressions. It decides what is due and whose lease has
 * ended, because the clocks of the hosts differ.
 */
export const databaseClock = {
	now: '$$NOW',
	/** So many milliseconds from now. */
	in: (milliseconds: number | string | object) => ({$add: ['$$NOW', milliseconds]}),
	/** The time in the field has come. A missing time counts as past. */
	isPast: (field: string) => ({$lte: [field, '$$NOW']}),
	isAhead: (field: string) => ({$gt: [field, '$$NOW']}),
	/** The time has come, or lies further ahead than `maxMs`: then it was set while the clock was ahead. */
	hasCome: (field: string, maxMs: number) => ({$or: [databaseClock.isPast(field), databaseClock.isTooFar(field, maxMs)]}),
	isTooFar: (field: string, maxMs: number) => ({$gt: [field, databaseClock.in(maxMs + clockSkewMs)]}),
};

/** A claim is a lease in a record: a field `{token, until}`. This is its value for the next milliseconds. */
export const claimOf = (token: string, milliseconds: number) => ({token: {$literal: token}, until: databaseClock.in(milliseconds)});

/** Nobody holds the claim in this field of the record, which lasts so many milliseconds at most. */
export const isUnclaimed = (field: string, milliseconds: number) => databaseClock.hasCome(`$${field}.until`, milliseconds);

/** The right to do something that only one process may do at a time. */
export interface Lease {
	/** Of this holder alone, to mark what it writes. */
	token: string;
	/**
	 * Aborts before somebody else can have the lease: when it is taken away, or was not renewed in time because MongoDB
	 * did not answer. The work must stop at once then.
	 */
	lost: AbortSignal;
	/**
	 * Call it before a step that cannot be undone: extends the lease, and throws Cancelled if it is lost. Nobody can
	 * have it before its time has passed, so one that was extended in the last `freshMs` is not extended again.
	 */
	fence(options?: {freshMs?: number}): Promise<void>;
	/** Gives the lease back, unless somebody else has it by now. */
	release(): Promise<void>;
}

export interface LeaseOptions {
	/** Milliseconds that the lease lasts without renewal, and so after the death of its holder. */
	ms?: number;
	/** False for a lease that ends after `ms` whatever its holder does. */
	renewed?: boolean;
}

export interface Waiting {
	signal: AbortSignal;
	/** How long to wait for another holder; for ever without it, even while MongoDB is away. */
	maxWaitMs?: number;
}

export type Leases = ReturnType<typeof createLeases>;

interface StoredLease {
	_id: string;
	token: string;
	until: Date;
}

const usualMs = 20_000;
/** Milliseconds after which the lease of a worker that died has ended. The repetition of its job waits for that. */
export const afterDeathMs = 30_000;
/** Milliseconds between two tries to get a lease that another holds, if the wait for it has an end. */
const retryMs = 200;

const leaseSchema = new Schema<StoredLease>({_id: String, token: String, until: Date}, {strict: 'throw', versionKey: false, id: false});
leaseSchema.index({until: 1}, {expireAfterSeconds: 3600});

/** A lease that is asked for. */
interface LeaseRequest {
	key: string;
	token: string;
	milliseconds: number;
}

/** Leases that are asked for in one command. */
const maxJoined = 100;

/** Becomes the holder unless there is one. One stage: both fields are decided by what was stored before. */
function takeOver(token: string, milliseconds: number): object[] {
	const claim = claimOf(token, milliseconds);
	const unlessHeld = (ours: object, theirs: string) => ({$cond: [databaseClock.hasCome('$until', milliseconds), ours, theirs]});
	return [{$set: {token: unlessHeld(claim.token, '$token'), until: unlessHeld(claim.until, '$until')}}];
}

/** Two made a lease at once, and the other one was faster. */
function unlessFaster(error: unknown): ReadonlySet<string> {
	const {code, writeErrors = []} = error as {code?: unknown; writeErrors?: readonly {code: unknown}[]};
	if (code === 11_000 && writeErrors.every(each => each.code === 11_000)) {
		return new Set();
	}
	throw error;
}

export interface LeasesOptions {
	clock?: Clock;
	/** How many times longer than asked each one lasts, for tests on a busy machine. */
	stretch?: number;
}

/** Leases in MongoDB, so they outlive the loss of Redis. */
export function createLeases(connection: Connection, {clock = steadyClock, stretch = 1}: LeasesOptions = {}) {
	const leases = connection.model<StoredLease>('Lease', leaseSchema, 'leases');

	async function takeOne({key, token, milliseconds}: LeaseRequest): Promise<ReadonlySet<string>> {
		try {
			const lease = await leases
				.findOneAndUpdate({_id: key}, takeOver(token, milliseconds), {upsert: true, updatePipeline: true, returnDocument: 'after'})
				.lean<StoredLease>();
			return new Set(lease ? [lease.token] : []);
		} catch (error) {
			return unlessFaster(error);
		}
	}

	/** Takes the leases that nobody holds, and returns the tokens of all their holders. */
	const take = joinCalls<LeaseRequest, ReadonlySet<string>>(async requests => {
		const [first] = requests;
		if (first && requests.length === 1) {
			return takeOne(first);
		}
		const writes = requests.map(({key, token, milliseconds}) => ({
			updateOne: {filter: {_id: key}, update: takeOver(token, milliseconds), upsert: true},
		}));
		// The driver's type of ids is ObjectId.
		await leases.collection.bulkWrite(writes as never, {ordered: false}).catch(unlessFaster);
		const held = await leases.find({_id: {$in: requests.map(({key}) => key)}}, {token: 1}, {batchSize: maxJoined}).lean<StoredLease[]>();
		return new Set(held.map(({token}) => token));
	});

	/** False when the lease was released, or another one has taken it since it ended. */
	async function extend(key: string, token: string, milliseconds: number): Promise<boolean> {
		const extended = [{$set: {until: databaseClock.in(milliseconds)}}];
		return (await leases.updateOne({_id: key, token}, extended, {updatePipeline: true})).matchedCount > 0;
	}

	const giveBack = joinCalls<Pick<LeaseRequest, 'key' | 'token'>, unknown>(all =>
		leases.deleteMany(
			{_id: {$in: all.map(({key}) => key)}, token: {$in: all.map(({token}) => token)}},
			{writeConcern: {w: 1, journal: false}},
		),
	);

	const heldOf = joinCalls<readonly string[], Set<string>>(async all => {
		const held = await leases.find({_id: {$in: all.flat()}, $expr: databaseClock.isAhead('$until')}, {_id: 1}).lean<{_id: string}[]>();
		return new Set(held.map(({_id}) => _id));
	});

	/** Null while somebody else holds the lease. */
	async function tryOnce(key: string, {ms: askedMs = usualMs, renewed = true}: LeaseOptions = {}): Promise<Lease | null> {
		const ms = askedMs * stretch;
		const token = randomUUID();
		const askedAt = clock.now();
		if (!(await take({key, token, milliseconds: ms})).has(token)) {
			return null;
		}
		let extendedAt = askedAt;
		const extendOurs = async () => {
			const at = clock.now();
			const isOurs = await extend(key, token, ms);
			extendedAt = isOurs ? at : extendedAt;
			return isOurs;
		};
		const {lost, end} = renewed ? keepRenewed(extendOurs, ms, askedAt, clock) : {lost: new AbortController(), end: () => {}};
		return {
			token,
			lost: lost.signal,
			async fence({freshMs = 0} = {}) {
				const isFresh = clock.now() - extendedAt < freshMs;
				const isOurs = !lost.signal.aborted && (isFresh || (await extendOurs()));
				// The answer of a question before a SIGSTOP says nothing about now.
				if (!isOurs || lost.signal.aborted || clock.now() - extendedAt > ms * lostAfter) {
					lost.abort(new Cancelled());
					throw new Cancelled();
				}
			},
			async release() {
				end();
				// One that is lost with its server ends by itself.
				await giveBack({key, token}).catch(() => {});
			},
		};
	}

	/** Asks again and again until the answer is not null. Null when the wait is over; throws Cancelled at an abort. */
	async function until<T>(ask: () => Promise<T | null>, {signal, maxWaitMs}: Waiting, pauseMs: number): Promise<T | null> {
		const end = performance.now() + (maxWaitMs ?? Number.POSITIVE_INFINITY);
		for (;;) {
			const found = await ask().catch(error => {
				if (maxWaitMs !== undefined) {
					throw error;
				}
				return null;
			});
			if (found !== null || performance.now() >= end) {
				return found;
			}
			await wait(pauseMs, signal);
		}
	}

	/** Waits for the lease; null if another one holds it for longer than `maxWaitMs`. */
	function acquire(key: string, {ms = usualMs, renewed = true, ...waiting}: LeaseOptions & Waiting): Promise<Lease | null> {
		const pauseMs = waiting.maxWaitMs === undefined ? ms * renewedAfter : retryMs;
		return until(() => tryOnce(key, {ms, renewed}), waiting, pauseMs);
	}

	return {
		try: tryOnce,
		acquire,
		/**
		 * Runs `work` while it holds the lease; null if another one holds it for longer than `maxWaitMs`, 0 for not to
		 * wait. The signal passed on aborts when the lease is lost, too.
		 */
		async with<T>(
			key: string,
			{signal, ...options}: LeaseOptions & Waiting,
			work: (signal: AbortSignal, lease: Lease) => Promise<T>,
		): Promise<T | null> {
			const lease = await acquire(key, {signal, ...options});
			if (!lease) {
				return null;
			}
			try {
				return await work(AbortSignal.any([signal, lease.lost]), lease);
			} finally {
				await lease.release();
			}
		},
		/** Which of these leases somebody holds right now. */
		async heldAmong(keys: readonly string[]): Promise<Set<string>> {
			return keys.length === 0 ? new Set() : (await heldOf(keys)).intersection(new Set(keys));
		},
		/** Waits until nobody holds the lease; false if somebody does for longer than `maxWaitMs`. */
		async whenFree(key: string, waiting: Waiting): Promise<boolean> {
			const isFree = async () => ((await leases.exists({_id: key, $expr: databaseClock.isAhead('$until')})) === null ? true : null);
			return (await until(isFree, waiting, retryMs)) ?? false;
		},
	};
}
