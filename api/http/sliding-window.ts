import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';

/** How often the caller came in the window that ends now; `hits` above the limit means refused, and not counted. */
export interface WindowHits {
	hits: number;
	/** Milliseconds until the oldest hit leaves the window. */
	freeInMs: number;
}

export interface SlidingWindow {
	hit(key: string): Promise<WindowHits>;
}

export interface SlidingWindowOptions {
	redis: Redis;
	/** First part of the keys. */
	prefix: string;
	limit: number;
	windowMs: number;
}

/** The clock of Redis counts, so that processes with different clocks agree. A refused hit is not remembered: who waits gets in. */
const script = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ARGV[2])
local hits = redis.call('ZCARD', KEYS[1])
if hits < tonumber(ARGV[1]) then
	redis.call('ZADD', KEYS[1], now, ARGV[3])
	redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return {hits + 1, oldest[2] + ARGV[2] - now}`;

/** Exact sliding windows in Redis, shared by all API processes. */
export function createSlidingWindow({redis, prefix, limit, windowMs}: SlidingWindowOptions): SlidingWindow {
	return {
		async hit(key) {
			const [hits, freeInMs] = (await redis.eval(script, 1, `${prefix}:${key}`, limit, windowMs, randomUUID())) as [number, number];
			return {hits, freeInMs: Math.max(0, freeInMs)};
		},
	};
}
