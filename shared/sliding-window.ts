import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';

/**
 * The caller's hits in the window that ends now. More `hits` than the limit means that the hit was
 * refused and not counted.
 */
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
	/** Prefix of the keys. */
	prefix: string;
	limit: number;
	windowMs: number;
}

/**
 * Uses the clock of Redis, so that processes with different clocks agree. A refused hit is not counted, so a caller who
 * waits gets in.
 */
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
return {hits + 1, (oldest[2] or now) + ARGV[2] - now}`;

/** Exact sliding windows in Redis, shared by all processes. */
export function createSlidingWindow({redis, prefix, limit, windowMs}: SlidingWindowOptions): SlidingWindow {
	return {
		async hit(key) {
			const answer = await redis.eval(script, 1, `${prefix}:${key}`, limit, windowMs, randomUUID());
			const [hits, freeInMs] = answer as [number, number]; // the script returns two numbers
			return {hits, freeInMs: Math.max(0, freeInMs)};
		},
	};
}
