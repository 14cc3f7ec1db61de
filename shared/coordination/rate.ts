import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import {wait, withinLimit} from './wait.ts';

/** So many hits of one key within a window that slides. */
export interface RateLimit {
	/** Limits of the same name count the same hits. */
	name: string;
	max: number;
	windowMs: number;
}

export interface Hit {
	/** It was refused, and is not counted. */
	isOver: boolean;
	/** In the window that ends now, this one included. */
	hits: number;
	/** Milliseconds until the oldest hit leaves the window. */
	freeInMs: number;
	/** What it was counted for did not happen. */
	giveBack(): Promise<void>;
}

/** What is in a window right now. */
export interface WindowReading {
	hits: number;
	/** How many of the hits leave in each part of the coming window; all parts are equally long. */
	leaving: number[];
}

export interface Patience {
	signal: AbortSignal;
	maxWaitMs: number;
}

/**
 * Uses the clock of Redis, so that processes with different clocks agree. A refused hit is not counted, so a caller who
 * waits gets in. Hits of the future are those of a clock that was ahead.
 */
const hitScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], now + ARGV[2], '+inf')
local hits = redis.call('ZCARD', KEYS[1])
if hits < tonumber(ARGV[1]) then
	redis.call('ZADD', KEYS[1], now, ARGV[3])
	redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return {hits + 1, (oldest[2] or now) + ARGV[2] - now}`;

const parts = 24;
const readScript = `
local time = redis.call('TIME')
local start = time[1] * 1000 + math.floor(time[2] / 1000) - ARGV[1]
local part = ARGV[1] / ARGV[2]
local counts = {}
for i = 1, ARGV[2] do
	local upTo = i < tonumber(ARGV[2]) and string.format('%.0f', start + i * part) or '+inf'
	counts[i] = redis.call('ZCOUNT', KEYS[1], string.format('(%.0f', start + (i - 1) * part), upTo)
end
return counts`;

/** Milliseconds for counting a request that could do without Redis: a hanging one must not delay a list. */
const tolerantMs = 250;

export type Rates = ReturnType<typeof createRates>;

/** Exact sliding windows in Redis, which all processes share. */
export function createRates(redis: Redis, prefix: string) {
	const keyOf = ({name}: RateLimit, key: string) => `${prefix}:rate:${name}:${key}`;

	async function hit(limit: RateLimit, key: string): Promise<Hit> {
		const {max, windowMs} = limit;
		const id = randomUUID();
		// The script returns two numbers.
		const [hits, freeInMs] = (await redis.eval(hitScript, 1, keyOf(limit, key), max, windowMs, id)) as [number, number];
		const giveBack = async () => void (await redis.zrem(keyOf(limit, key), id));
		return {isOver: hits > max, hits, freeInMs: Math.max(0, freeInMs), giveBack};
	}

	return {
		hit,
		/** While Redis is away or hangs, the hit is as good as the first one. */
		tolerantHit({windowMs, ...limit}: RateLimit, key: string): Promise<Hit> {
			const uncounted = {isOver: false, hits: 1, freeInMs: windowMs, giveBack: () => Promise.resolve()};
			const counted = hit({windowMs, ...limit}, key).catch(() => uncounted);
			return withinLimit(counted, tolerantMs, uncounted);
		},
		/** Waits until the hit is counted. One that would take too long is still over when the wait ends. */
		async waitForHit(limit: RateLimit, key: string, {signal, maxWaitMs}: Patience): Promise<Hit> {
			const end = performance.now() + maxWaitMs;
			for (;;) {
				const answer = await hit(limit, key);
				const leftMs = end - performance.now();
				if (!answer.isOver) {
					return answer;
				}
				if (answer.freeInMs > leftMs) {
					await wait(Math.max(0, leftMs), signal);
					return {...answer, freeInMs: answer.freeInMs - Math.max(0, leftMs)};
				}
				await wait(answer.freeInMs + 1, signal);
			}
		},
		/** Takes nothing from the limit. */
		async read(limit: RateLimit, key: string): Promise<WindowReading> {
			const leaving = (await redis.eval(readScript, 1, keyOf(limit, key), limit.windowMs, parts)) as number[]; // the script returns counts
			return {hits: leaving.reduce((sum, count) => sum + count, 0), leaving};
		},
	};
}

/** The form for one process: counts hits of keys in windows that begin one after another, at no cost. */
export function createLocalRate(windowMs: number): {hit(key: string): number} {
	let hits = new Map<string, number>();
	let end = 0;
	return {
		hit(key) {
			if (performance.now() >= end) {
				hits = new Map();
				end = performance.now() + windowMs;
			}
			const count = (hits.get(key) ?? 0) + 1;
			hits.set(key, count);
			return count;
		},
	};
}
