import {setTimeout as pause} from 'node:timers/promises';
import type {ClientSession, Connection} from 'mongoose';
import {backoffMs, backoffs} from '../../coordination/backoff.ts';

/**
 * Milliseconds after which a write that keeps conflicting with others gives up, and times that it is tried at least: a
 * machine that gave this process no time has not refused it.
 */
const limitMs = 20_000;
const leastAttempts = 60;
/** Milliseconds between two tries of a commit whose answer was lost. */
const commitPauseMs = 200;

const options = {readConcern: {level: 'snapshot'}, writeConcern: {w: 'majority', journal: true}, maxCommitTimeMS: 10_000} as const;

/** What a caller writes in the same transaction, such as the promise of a job. */
export type AlsoWrite = (session: ClientSession) => Promise<unknown>;
/** The same for records that are removed, of which these are the ids: others were gone already. */
export type AlsoWriteGone = (session: ClientSession, removed: readonly string[]) => Promise<unknown>;
/** The same for a new record with this id. */
export type AlsoWriteNew = (id: string, session: ClientSession) => Promise<unknown>;

/**
 * Runs `work` in one transaction: either all of its writes happen or none, and it is repeated when another writer was
 * faster. Every call in it must use the session, one after another. A commit whose answer was lost is sent again, which
 * MongoDB applies only once.
 */
export async function inTransaction<T>(connection: Connection, work: (session: ClientSession) => Promise<T>): Promise<T> {
	const until = performance.now() + limitMs;
	const session = await connection.startSession();
	try {
		for (let attempt = 1; ; attempt += 1) {
			try {
				session.startTransaction(options);
				const result = await work(session);
				await commit(session, until);
				return result;
			} catch (error) {
				if (session.inTransaction()) {
					await session.abortTransaction().catch(() => {});
				}
				if (!isConflict(error) || (performance.now() > until && attempt >= leastAttempts)) {
					throw error;
				}
				await pause(backoffMs(attempt, backoffs.transaction));
			}
		}
	} finally {
		await session.endSession();
	}
}

async function commit(session: ClientSession, until: number): Promise<void> {
	for (;;) {
		try {
			await session.commitTransaction();
			return;
		} catch (error) {
			if (!hasLabel(error, 'UnknownTransactionCommitResult') || isUnreachable(error) || performance.now() > until) {
				throw error;
			}
			await pause(commitPauseMs);
		}
	}
}

/**
 * True when another writer was faster, maybe one that died in its transaction. An unavailable server is not a conflict:
 * the caller must be told at once.
 */
export function isConflict(error: unknown): boolean {
	return hasLabel(error, 'TransientTransactionError') && !isUnreachable(error);
}

function isUnreachable(error: unknown): boolean {
	return error instanceof Error && /^MongoNetwork|^MongoServerSelection/.test(error.name);
}

/** The driver labels errors to show whether they can be retried. */
function hasLabel(error: unknown, label: string): boolean {
	return error instanceof Error && 'hasErrorLabel' in error && (error.hasErrorLabel as (label: string) => boolean)(label);
}
