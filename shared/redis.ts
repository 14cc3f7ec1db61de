import {type ChainableCommander, Redis} from 'ioredis';
import {backoffMs, backoffs} from './coordination/backoff.ts';

/** Connection options for `url`: `redis://`, `rediss://`, or `unix:///path/to.sock`. */
export function redisAddress(url: string) {
	if (url.startsWith('unix://')) {
		return {path: decodeURIComponent(url.slice('unix://'.length))};
	}
	const {hostname, port, username, password, pathname, protocol} = new URL(url);
	return {
		host: hostname.replace(/^\[|\]$/g, ''),
		port: Number(port || 6379),
		...(username && {username: decodeURIComponent(username)}),
		...(password && {password: decodeURIComponent(password)}),
		db: Number(pathname.slice(1) || 0),
		...(protocol === 'rediss:' && {tls: {}}),
	};
}

/** Reconnects forever, at most two seconds apart, so it soon finds Redis after a restart. */
const retryStrategy = (times: number) => backoffMs(times, backoffs.redisConnection);

/**
 * For callers that must not wait: a command fails at once while Redis is away, or after `commandLimitMs` when it hangs.
 */
export function openProducer(url: string, {commandLimitMs = 5000}: {commandLimitMs?: number} = {}): Redis {
	return new Redis({
		...redisAddress(url),
		retryStrategy,
		maxRetriesPerRequest: 1,
		connectTimeout: 2000,
		commandTimeout: commandLimitMs,
		autoResendUnfulfilledCommands: false,
	});
}

/** For workers and subscribers: waits until Redis is back. */
export function openConsumer(url: string): Redis {
	return new Redis({...redisAddress(url), retryStrategy, maxRetriesPerRequest: null, connectTimeout: 5000});
}

/** Sends all commands and returns their replies. Throws the first failure, which `exec` only lists among them. */
export async function sendAll(commands: ChainableCommander): Promise<unknown[]> {
	const replies = (await commands.exec()) ?? [];
	return replies.map(([error, reply]) => {
		if (error) {
			throw error;
		}
		return reply;
	});
}

const deleteScript = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

/** Deletes a key, unless somebody has given it another value since it was read. */
export async function deleteIfSame(redis: Redis, key: string, value: string): Promise<void> {
	await redis.eval(deleteScript, 1, key, value);
}
