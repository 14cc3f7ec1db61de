import {mongo} from 'mongoose';
import {Unavailable} from './errors.ts';

/** MongoDB error codes for a server that is stopping, has no primary, or hit our time limit. */
const passingCodes: ReadonlySet<unknown> = new Set([6, 7, 50, 89, 91, 189, 262, 9001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** Messages of ioredis and the operating system when Redis is down. The API uses plain sockets for no other peer. */
const redisWords =
	/Connection is closed|Command timed out|max retries per request|Stream isn't writeable|^(?:LOADING|READONLY|MISCONF|OOM|BUSY)\b/i;
const socketCodes: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);

const databaseUnavailable = (cause: Error) =>
	new Unavailable('database_unavailable', 'MongoDB does not answer. Check that it is running and that MONGODB_URI is right.', {cause});
/** Far more work than connections, as under attack: the server may be fine. */
const databaseBusy = (cause: Error) =>
	new Unavailable('database_unavailable', 'No connection to MongoDB was free in time, because the service is busy. Try again later.', {
		cause,
	});
function redisUnavailable(cause: Error): Unavailable {
	const refusal = redisRefusal(cause);
	const message = refusal
		? `Redis takes no commands: ${refusal.fact} ${refusal.remedy}`
		: 'Redis does not answer. Check that it is running and that REDIS_URL is right.';
	return new Unavailable('redis_unavailable', message, {cause});
}

/** Why a Redis that answers does nothing, and what to do about it. */
export interface RedisRefusal {
	fact: string;
	remedy: string;
}

const redisRefusals: readonly (readonly [RegExp, RedisRefusal])[] = [
	[/^LOADING/, {fact: 'it is still loading its data.', remedy: 'Wait for it.'}],
	[/^READONLY/, {fact: 'it is a replica, which takes no writes.', remedy: 'Name its primary in REDIS_URL.'}],
	[/^OOM/, {fact: 'its memory is full.', remedy: 'Raise its maxmemory.'}],
	[/^MISCONF.*No space left/s, {fact: 'the disk of its data is full.', remedy: 'Make room; it then goes on by itself.'}],
	[/^MISCONF/, {fact: 'it takes no writes, because it cannot save its data.', remedy: 'Look at its log and its disk.'}],
];

/** Null for an error of another kind. */
export function redisRefusal(error: unknown): RedisRefusal | null {
	const text = error instanceof Error ? error.message : '';
	return redisRefusals.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** Turns an outage of MongoDB or Redis into an expected failure; null for any other error. */
export function toUnavailable(error: unknown): Unavailable | null {
	if (!(error instanceof Error)) {
		return null;
	}
	if (error.name === 'MongoWaitQueueTimeoutError') {
		return databaseBusy(error);
	}
	if (isDatabaseAway(error)) {
		return databaseUnavailable(error);
	}
	return isRedisAway(error) ? redisUnavailable(error) : null;
}

function isDatabaseAway(error: Error): boolean {
	if (error.name === 'MongooseError' || error.name === 'MongooseServerSelectionError') {
		return /before initial connection|Could not connect|buffering timed out/i.test(error.message) || error.name !== 'MongooseError';
	}
	if (error instanceof mongo.MongoServerError) {
		// Many writes at once that the server did not answer fail without a code, whatever was wrong.
		const isUnanswered = error instanceof mongo.MongoBulkWriteError && error.code === undefined;
		return isUnanswered || passingCodes.has(error.code) || error.hasErrorLabel('RetryableWriteError');
	}
	return (
		isWriteAfterEnd(error) ||
		error instanceof mongo.MongoNetworkError ||
		error instanceof mongo.MongoSystemError ||
		error instanceof mongo.MongoOperationTimeoutError ||
		error instanceof mongo.MongoNotConnectedError ||
		error instanceof mongo.MongoTopologyClosedError ||
		error.name === 'PoolClearedError' ||
		error.name === 'MongoClientClosedError' ||
		error.name === 'MongoExpiredSessionError' ||
		error.name === 'PoolClosedError'
	);
}

/** Error of Node itself, which the driver hands on when the server has just ended the connection. */
function isWriteAfterEnd(error: Error): boolean {
	return 'code' in error && error.code === 'EPIPE' && !('syscall' in error);
}

function isRedisAway(error: Error): boolean {
	return (
		redisWords.test(error.message) || ('code' in error && 'syscall' in error && socketCodes.has(error.code) && error.syscall === 'connect')
	);
}
