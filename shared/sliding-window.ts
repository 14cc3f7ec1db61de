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

/** What is in a window right now. */
export interface WindowLook {
	hits: number;
	/** How many of the hits leave in each part of the coming window; all parts are equally long. */
	leaving: number[];
}

export interface SlidingWindow {
	hit(key: string): Promise<WindowHits>;
	/** Only reads, so nobody's turn is taken. */
	look(key: string): Promise<WindowLook>;
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

/** Parts of a window in a look at it. */
const lookParts = 24;
const lookScript = `
local time = redis.call('TIME')
local start = time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[1]
local part = ARGV[1] / ARGV[2]
local counts = {}
for i = 1, ARGV[2] do
	local upTo = i < tonumber(ARGV[2]) and string.format('%.0f', start + i * part) or '+inf'
	counts[i] = redis.call('ZCOUNT', KEYS[1], string.format('(%.0f', start + (i - 1) * part), upTo)
end
return counts`;

/** Exact sliding windows in Redis, shared by all processes. */
export function createSlidingWindow({redis, prefix, limit, windowMs}: SlidingWindowOptions): SlidingWindow {
	return {
		async hit(key) {
			const answer = await redis.eval(script, 1, `${prefix}:${key}`, limit, windowMs, randomUUID());
			const [hits, freeInMs] = answer as [number, number]; // the script returns two numbers
			return {hits, freeInMs: Math.max(0, freeInMs)};
		},
		async look(key) {
			const leaving = (await redis.eval(lookScript, 1, `${prefix}:${key}`, windowMs, lookParts)) as number[]; // the script returns counts
			return {hits: leaving.reduce((sum, count) => sum + count, 0), leaving};
		},
	};
}
