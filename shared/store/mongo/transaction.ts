import {setTimeout as pause} from 'node:timers/promises';
import type {ClientSession, Connection} from 'mongoose';

/** Milliseconds until a write that others keep getting in the way of gives up. */
const limitMs = 20_000;
const longestPauseMs = 200;

const options = {readConcern: {level: 'snapshot'}, writeConcern: {w: 'majority', journal: true}, maxCommitTimeMS: 10_000} as const;

/**
 * Runs `work` in one transaction: all of its writes or none, and again when another writer was faster.
 * Everything in it must be given the session, one call after the other. A commit whose answer was lost is sent
 * again, which MongoDB takes once.
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
				if (!isConflict(error) || performance.now() > until) {
					throw error;
				}
				await pause(Math.min(longestPauseMs, Math.random() * 5 * 2 ** Math.min(attempt, 10)));
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
			await pause(longestPauseMs);
		}
	}
}

/** Another writer was faster. A server that is away is no conflict: whoever waits must hear of it at once. */
function isConflict(error: unknown): boolean {
	return hasLabel(error, 'TransientTransactionError') && !isUnreachable(error);
}

function isUnreachable(error: unknown): boolean {
	return error instanceof Error && /^MongoNetwork|^MongoServerSelection/.test(error.name);
}

/** The driver marks errors with what may be done about them. */
function hasLabel(error: unknown, label: string): boolean {
	return error instanceof Error && 'hasErrorLabel' in error && (error.hasErrorLabel as (label: string) => boolean)(label);
}
