import {Redis} from 'ioredis';
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
export function openProducer(
	url: string,
	{commandLimitMs = 5000, connectLimitMs = 2000}: {commandLimitMs?: number; connectLimitMs?: number} = {},
): Redis {
	return new Redis({
		...redisAddress(url),
		retryStrategy,
		maxRetriesPerRequest: 1,
		connectTimeout: connectLimitMs,
		commandTimeout: commandLimitMs,
		autoResendUnfulfilledCommands: false,
	});
}

/** For workers and subscribers: waits until Redis is back. */
export function openConsumer(url: string, {connectLimitMs = 5000}: {connectLimitMs?: number} = {}): Redis {
	const redis = new Redis({...redisAddress(url), retryStrategy, maxRetriesPerRequest: null, connectTimeout: connectLimitMs});
	const subscribe = redis.subscribe.bind(redis) as (...channels: unknown[]) => Promise<unknown>;
	// ioredis subscribes again after an outage. If a stop ends that, nobody hears of it, and the process would fail.
	const subscribeQuietly = (...channels: unknown[]) => {
		const done = subscribe(...channels);
		done.catch(() => {});
		return done;
	};
	return Object.assign(redis, {subscribe: subscribeQuietly as typeof redis.subscribe});
}

/** Milliseconds since 1970 by the clock of Redis, which all processes share. */
export async function redisNow(redis: Redis): Promise<number> {
	const [seconds, microseconds] = await redis.time();
	return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}
