import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import {Cancelled} from '../errors.ts';
import {every, orCancelled, wait} from './wait.ts';

/** Slots over all processes, first come, first served. A holder that dies is forgotten within seconds. */
export interface SharedSlots {
	/** Waits for a slot. Throws Cancelled when `signal` aborts first. */
	take(slot: SharedSlot, signal: AbortSignal): Promise<HeldSlot>;
	/** Throws Cancelled when `signal` aborts first. The signal passed to `work` aborts when the slot is lost. */
	within<T>(slot: SharedSlot, work: (lost: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
}

export interface HeldSlot {
	/** Aborts when the slot was given to another. */
	lost: AbortSignal;
	/** Gives it back. While Redis is away, it ends by itself. */
	leave(): Promise<void>;
}

export interface SharedSlot {
	name: string;
	/** Read on each try, so that a changed limit applies to waiting callers too. */
	max(): number;
}

const usualLeaseMs = 10_000;
/** Part of the lease time after which it is renewed. */
const renewedAfter = 0.3;
const askMs = 100;

/**
 * Holders and waiting callers each have an expiry time. A waiting caller extends its own by asking often. The queue
 * keeps them in order of arrival.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now)) do
	redis.call('ZREM', KEYS[2], gone)
	redis.call('ZREM', KEYS[3], gone)
end
if not redis.call('ZSCORE', KEYS[2], ARGV[1]) then
	redis.call('ZADD', KEYS[2], redis.call('INCR', KEYS[4]), ARGV[1])
end
redis.call('ZADD', KEYS[3], now + ARGV[2], ARGV[1])
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, 86400000) end
if redis.call('ZRANK', KEYS[2], ARGV[1]) >= ARGV[3] - redis.call('ZCARD', KEYS[1]) then return 0 end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
return 1`;
const renewScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return redis.call('ZADD', KEYS[1], 'XX', 'CH', now + ARGV[2], ARGV[1])`;

/** `leaseMs` is shorter only in tests. */
export function createSharedSlots(redis: Redis, prefix: string, {leaseMs = usualLeaseMs} = {}): SharedSlots {
	const keysOf = (name: string) => ['holders', 'queue', 'waiting', 'number'].map(part => `${prefix}:slots:${name}:${part}`);

	async function take(keys: string[], token: string, max: number): Promise<boolean> {
		return (await redis.eval(takeScript, keys.length, ...keys, token, leaseMs, max)) === 1;
	}

	async function leave([holders, queue, waiting]: string[], token: string): Promise<void> {
		const batch = redis.pipeline();
		for (const key of [holders, queue, waiting]) {
			batch.zrem(key!, token); // keysOf() returns all of them
		}
		await batch.exec().catch(() => {});
	}

	async function takeSlot({name, max}: SharedSlot, signal: AbortSignal): Promise<HeldSlot> {
		const keys = keysOf(name);
		const token = randomUUID();
		const lost = new AbortController();
		try {
			while (!(await orCancelled(take(keys, token, max()), signal))) {
				await wait(askMs, signal);
			}
		} catch (error) {
			await leave(keys, token);
			throw error;
		}
		// Redis may be away for a moment: a lease lasts for three renewals.
		const endRenewals = every(leaseMs * renewedAfter, async () => {
			const renewed = await redis.eval(renewScript, 1, keys[0]!, token, leaseMs);
			if (renewed !== 1) {
				lost.abort(new Cancelled('The slot of this work was given to another'));
			}
		});
		return {
			lost: lost.signal,
			leave() {
				endRenewals();
				return leave(keys, token);
			},
		};
	}

	return {
		take: takeSlot,
		async within(slot, work, signal) {
			const held = await takeSlot(slot, signal);
			try {
				return await work(held.lost);
			} finally {
				await held.leave();
			}
		},
	};
}
