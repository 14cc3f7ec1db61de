import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import {Cancelled, TooMany} from '../errors.ts';
import {every, orCancelled, wait} from './wait.ts';

export interface SlotLimits {
	/** Slots in all. */
	max?: number;
	maxOfCaller?: number;
	/** Callers that may wait for a slot. */
	maxWaiting?: number;
	maxWaitingOfCaller?: number;
	maxWaitMs?: number;
	/** The message for callers that cannot wait. */
	refusal?(waiting: number): string;
}

/** Gives the slot back, once; others have it after so many milliseconds, which are left to the rest of the process. */
export type Leave = (pauseMs?: number) => void;

/** Slots of one process, shared fairly: each caller has its own queue, and the queues are served in rotation. */
export interface Slots {
	/** Waits for a slot. Throws TooMany if too many wait, or if it takes too long, and Cancelled when `left` aborts. */
	take(caller: string, maxWaitMs?: number, left?: AbortSignal): Promise<Leave>;
	/** Null if there is no slot right now. */
	tryTake(caller: string): Leave | null;
	/** Takes a slot whatever the limits say: for those who only count. */
	hold(caller: string): Leave;
	/** How many slots a caller has. */
	heldBy(caller: string): number;
	waitingOf(caller: string): number;
	held(): number;
}

/** Seconds after which the next try is worthwhile. */
const retryAfter = 5;
const unlimited = Number.POSITIVE_INFINITY;

export function createSlots({
	max = unlimited,
	maxOfCaller = unlimited,
	maxWaiting = unlimited,
	maxWaitingOfCaller = unlimited,
	maxWaitMs: usualWaitMs = unlimited,
	refusal = waiting => `${waiting} requests of this kind are already waiting. Try again later.`,
}: SlotLimits = {}): Slots {
	const held = new Map<string, number>();
	/** The waiting callers, in the order in which they are served, each with its waiting requests. */
	const lines = new Map<string, Set<() => void>>();
	const total = {held: 0, waiting: 0};
	const heldBy = (caller: string) => held.get(caller) ?? 0;
	const waitingOf = (caller: string) => lines.get(caller)?.size ?? 0;
	const tooMany = (caller: string) => new TooMany('too_many_requests', refusal(waitingOf(caller)), retryAfter);

	function hold(caller: string): Leave {
		held.set(caller, heldBy(caller) + 1);
		total.held += 1;
		let isHeld = true;
		return (pauseMs = 0) => {
			if (!isHeld) {
				return;
			}
			isHeld = false;
			if (pauseMs > 0) {
				setTimeout(() => free(caller), pauseMs).unref();
			} else {
				free(caller);
			}
		};
	}

	function free(caller: string): void {
		const left = heldBy(caller) - 1;
		left > 0 ? held.set(caller, left) : held.delete(caller);
		total.held -= 1;
		// Without a limit for all callers together, no other caller has waited for this slot.
		const next = max === unlimited ? caller : [...lines.keys()].find(each => heldBy(each) < maxOfCaller);
		const [begin] = (next !== undefined && lines.get(next)) || [];
		begin?.();
	}

	function drop(caller: string, begin: () => void): void {
		const line = lines.get(caller);
		line?.delete(begin);
		total.waiting -= 1;
		if (line?.size === 0) {
			lines.delete(caller);
		}
	}

	/** Another caller is served next. */
	function moveBack(caller: string): void {
		const line = lines.get(caller);
		lines.delete(caller);
		line && lines.set(caller, line);
	}

	function waitInLine(caller: string, limitMs: number, left?: AbortSignal): Promise<Leave> {
		return new Promise((resolve, reject) => {
			const end = () => {
				clearTimeout(timer);
				left?.removeEventListener('abort', giveUp);
				drop(caller, begin);
			};
			const begin = () => {
				end();
				moveBack(caller);
				const leave = hold(caller);
				// Not at once: a long queue of quick requests would block everything else until its end.
				setImmediate(() => resolve(leave));
			};
			const giveUp = () => {
				end();
				reject(left?.aborted ? new Cancelled() : tooMany(caller));
			};
			left?.addEventListener('abort', giveUp, {once: true});
			const timer = limitMs === unlimited ? undefined : setTimeout(giveUp, limitMs);
			lines.set(caller, (lines.get(caller) ?? new Set()).add(begin));
			total.waiting += 1;
		});
	}

	const tryTake = (caller: string) => (total.held < max && heldBy(caller) < maxOfCaller ? hold(caller) : null);
	return {
		async take(caller, maxWaitMs = usualWaitMs, left) {
			const leave = tryTake(caller);
			if (leave) {
				return leave;
			}
			if (total.waiting >= maxWaiting || waitingOf(caller) >= maxWaitingOfCaller) {
				throw tooMany(caller);
			}
			return waitInLine(caller, maxWaitMs, left);
		},
		tryTake,
		hold,
		heldBy,
		waitingOf,
		held: () => total.held,
	};
}

/** Slots over all processes, first come, first served. A holder that dies is forgotten within seconds. */
export interface SharedSlots {
	/** Throws Cancelled when `signal` aborts first. The signal passed to `work` aborts when the slot is lost. */
	within<T>(slot: SharedSlot, work: (lost: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
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

	return {
		async within({name, max}, work, signal) {
			const keys = keysOf(name);
			const token = randomUUID();
			const lost = new AbortController();
			let endRenewals = () => {};
			try {
				while (!(await orCancelled(take(keys, token, max()), signal))) {
					await wait(askMs, signal);
				}
				// Redis may be away for a moment: a lease lasts for three renewals.
				endRenewals = every(leaseMs * renewedAfter, async () => {
					const renewed = await redis.eval(renewScript, 1, keys[0]!, token, leaseMs);
					if (renewed !== 1) {
						lost.abort(new Cancelled('The slot of this work was given to another'));
					}
				});
				return await work(lost.signal);
			} finally {
				endRenewals();
				await leave(keys, token);
			}
		},
	};
}

/** BullMQ wakes no worker when a job goes back to its queue; without this, one would look only after five seconds. */
export async function wakeWorker(redis: Redis, markerKey: string): Promise<void> {
	await redis.zadd(markerKey, 0, '0').catch(() => {});
}
