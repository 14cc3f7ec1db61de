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
	/** Counts `served` hits that were already accepted, then tries one more. */
	hit(key: string, served?: number): Promise<WindowHits>;
	/** Counts hits that were already accepted. */
	record(key: string, served: number): Promise<void>;
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
for n = 1, tonumber(ARGV[4]) do
	redis.call('ZADD', KEYS[1], now, ARGV[3] .. ':' .. n)
	redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
local hits = redis.call('ZCARD', KEYS[1])
if hits < tonumber(ARGV[1]) then
	redis.call('ZADD', KEYS[1], now, ARGV[3])
	redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return {hits + 1, (oldest[2] or now) + ARGV[2] - now}`;

/** Exact sliding windows in Redis, shared by all API processes. */
export function createSlidingWindow({redis, prefix, limit, windowMs}: SlidingWindowOptions): SlidingWindow {
	const count = async (key: string, served: number, most: number) =>
		(await redis.eval(script, 1, `${prefix}:${key}`, most, windowMs, randomUUID(), served)) as [number, number];
	return {
		async hit(key, served = 0) {
			const [hits, freeInMs] = await count(key, served, limit);
			return {hits, freeInMs: Math.max(0, freeInMs)};
		},
		async record(key, served) {
			await count(key, served, 0);
		},
	};
}
