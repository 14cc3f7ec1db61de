import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import {type Connection, type Model, Schema} from 'mongoose';
import {dayMs} from '../domain/durations.ts';
import {clockSkewMs} from '../domain/network/clock-skew.ts';
import {databaseClock} from './lease.ts';
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
	/** Hits in the window that ends now, including this one. */
	hits: number;
	/** Milliseconds until the oldest hit leaves the window. */
	freeInMs: number;
	/** Call it if the counted request was not made. */
	giveBack(): Promise<void>;
}

/** The hits in a window right now. */
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

export type Rates = ReturnType<typeof createRates>;

/**
 * Exact sliding windows in Redis, which all processes share. A tolerant hit waits for Redis for `tolerantMs`
 * milliseconds at most.
 */
export function createRates(redis: Redis, prefix: string, {tolerantMs = Number.POSITIVE_INFINITY} = {}) {
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

interface StoredWindow {
	_id: string;
	/** Hits of the same short time share an entry, with the beginning of that time. */
	hits: {at: Date; count: number}[];
	/** The last hit was not over the limit. */
	isCounted: boolean;
	/** By the clock of MongoDB: when it was last used, and until when the other side must be left alone. */
	askedAt: Date;
	pausedUntil: Date;
	/** The same as `askedAt`, except in simulations. */
	usedAt: Date;
}

const windowSchema = new Schema<StoredWindow>(
	{_id: String, hits: [{_id: false, at: Date, count: Number}], isCounted: Boolean, askedAt: Date, pausedUntil: Date, usedAt: Date},
	{strict: 'throw', versionKey: false, id: false},
);
windowSchema.index({usedAt: 1}, {expireAfterSeconds: (2 * dayMs) / 1000});

/** Entries that a full window has at most. A hit counts for up to one such part longer than the window. */
const maxEntries = 1000;

export type StoredRates = ReturnType<typeof createStoredRates>;

/**
 * Sliding windows in MongoDB, for what another side allows in an hour or a day: neither a restart nor an empty Redis
 * forgets them, nor a new primary whose clock is behind. `clock` is another one only in simulations.
 */
export function createStoredRates(connection: Connection, {clock = () => databaseClock.now as unknown}: {clock?: () => unknown} = {}) {
	const windows = (connection.models['StoredRate'] ?? connection.model('StoredRate', windowSchema, 'rates')) as Model<StoredWindow>;
	const idOf = (name: string, key: string) => `${name} ${key}`;
	const grainOf = (windowMs: number) => Math.ceil(windowMs / maxEntries);
	const total = (hits: StoredWindow['hits']) => hits.reduce((sum, {count}) => sum + count, 0);
	const options = {upsert: true, updatePipeline: true, returnDocument: 'after'} as const;

	async function update(_id: string, stages: object[]): Promise<StoredWindow> {
		const noted = [...stages, {$set: {usedAt: databaseClock.now}}];
		const write = () => windows.findOneAndUpdate({_id}, noted as never, options).lean<StoredWindow>(); // built here from known fields
		// Two made it at once, and the other one was faster.
		const stored = await write().catch(error => (error.code === 11_000 ? write() : Promise.reject(error)));
		return stored!; // it is made if it is missing
	}

	return {
		/** With `amount`, as many at once, or none of them. */
		async hit({name, max, windowMs}: RateLimit, key: string, amount = 1): Promise<Hit> {
			const _id = idOf(name, key);
			const grainMs = grainOf(windowMs);
			const entry = {$toDate: {$subtract: [{$toLong: '$askedAt'}, {$mod: [{$toLong: '$askedAt'}, grainMs]}]}};
			const among = (cond: object, input: unknown = '$hits') => ({$filter: {input, cond}});
			const isLive = {
				$and: [{$gt: ['$$this.at', {$subtract: [clock(), windowMs + grainMs]}]}, {$lte: ['$$this.at', {$add: [clock(), clockSkewMs]}]}],
			};
			const before = {$sum: {$map: {input: among({$eq: ['$$this.at', entry]}), in: '$$this.count'}}};
			const added = {$concatArrays: [among({$ne: ['$$this.at', entry]}), [{at: entry, count: {$add: [before, amount]}}]]};
			const {hits, isCounted, askedAt} = await update(_id, [
				{$set: {askedAt: clock(), hits: among(isLive, {$ifNull: ['$hits', []]})}},
				{$set: {isCounted: {$lte: [{$add: [{$sum: '$hits.count'}, amount]}, max]}}},
				{$set: {hits: {$cond: ['$isCounted', added, '$hits']}}},
			]);
			const oldest = hits.find(({count}) => count > 0);
			const at = new Date(Number(askedAt) - (Number(askedAt) % grainMs));
			return {
				isOver: !isCounted,
				hits: total(hits) + (isCounted ? 0 : amount),
				freeInMs: oldest ? Math.max(0, Number(oldest.at) + windowMs + grainMs - Number(askedAt)) : windowMs,
				giveBack: async () => void (await windows.updateOne({_id, 'hits.at': at}, {$inc: {'hits.$.count': -amount}})),
			};
		},
		/** The hits in each window right now, without counting one. */
		async read(limits: readonly {limit: RateLimit; key: string}[]): Promise<Map<string, WindowReading>> {
			const stored = await windows.aggregate<StoredWindow & {now: Date}>([
				{$match: {_id: {$in: limits.map(({limit, key}) => idOf(limit.name, key))}}},
				{$set: {now: clock()}},
			]);
			const byId = new Map(stored.map(each => [each._id, each]));
			return new Map(
				limits.map(({limit: {name, windowMs}, key}) => {
					const {hits = [], now = new Date(0)} = byId.get(idOf(name, key)) ?? {};
					const leaving = new Array<number>(parts).fill(0);
					for (const {at, count} of hits) {
						const leavesInMs = Number(at) + windowMs + grainOf(windowMs) - Number(now);
						const part = Math.min(parts - 1, Math.floor((leavesInMs / windowMs) * parts));
						leaving[part] = (leaving[part] ?? 0) + (leavesInMs > 0 && Number(at) <= Number(now) + clockSkewMs ? count : 0);
					}
					return [key, {hits: leaving.reduce((sum, count) => sum + count, 0), leaving}];
				}),
			);
		},
		/** The other side wants to be left alone for so long. */
		async pause(name: string, key: string, milliseconds: number): Promise<void> {
			const until = {$max: ['$pausedUntil', {$add: [clock(), Math.min(milliseconds, dayMs)]}]};
			await update(idOf(name, key), [{$set: {askedAt: clock(), pausedUntil: until}}]);
		},
		/** Milliseconds that are left of a pause. */
		async pausedMs(name: string, key: string): Promise<number> {
			const [stored] = await windows.aggregate<{leftMs: number}>([
				{$match: {_id: idOf(name, key)}},
				{$project: {leftMs: {$subtract: [{$ifNull: ['$pausedUntil', new Date(0)]}, clock()]}}},
			]);
			const leftMs = stored?.leftMs ?? 0;
			// A longer pause comes from a clock that was ahead.
			return leftMs > dayMs ? 0 : Math.max(0, leftMs);
		},
	};
}

/**
 * The form for one process: counts hits of keys in windows that begin one after another, at no cost. `now` is in
 * milliseconds; another one only in tests.
 */
export function createLocalRate(windowMs: number, now = () => performance.now()): {hit(key: string): number} {
	let hits = new Map<string, number>();
	let end = 0;
	return {
		hit(key) {
			if (now() >= end) {
				hits = new Map();
				end = now() + windowMs;
			}
			const count = (hits.get(key) ?? 0) + 1;
			hits.set(key, count);
			return count;
		},
	};
}
