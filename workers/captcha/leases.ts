import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import {orCancelled, wait} from '#shared/coordination/wait.ts';
import {Cancelled, Unavailable} from '#shared/errors.ts';

/**
 * Limits how many holders work at a time, across all processes, first come, first served. A holder that dies is
 * forgotten within seconds.
 */
export interface LeasedPlaces {
	/**
	 * Waits for a place. Throws Cancelled when `signal` aborts. The signal passed to `work`
	 * aborts when the place is lost.
	 */
	within<T>(place: Place, work: (lost: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
}

export interface Place {
	name: string;
	/** Read on each try, so that a changed limit applies to waiting callers too. */
	limit(): number;
}

const usualLeaseMs = 10_000;
/** Part of the lease time after which it is renewed. */
const renewalShare = 0.3;
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

/** A place lost because, for example, Redis was emptied is neither the site's fault nor a timeout. */
export async function unlessLost<T>(work: Promise<T>, lost: AbortSignal): Promise<T> {
	try {
		return await work;
	} catch (error) {
		throw lost.aborted
			? new Unavailable('solve_interrupted', 'The solve was interrupted: Redis forgot that it was running. Try again.')
			: error;
	}
}

/** `leaseMs` is shorter only in tests. */
export function createLeasedPlaces(redis: Redis, prefix: string, {leaseMs = usualLeaseMs} = {}): LeasedPlaces {
	const keysOf = (name: string) => ['holders', 'queue', 'waiting', 'number'].map(part => `${prefix}:places:${name}:${part}`);

	async function take(keys: string[], token: string, limit: number): Promise<boolean> {
		return (await redis.eval(takeScript, keys.length, ...keys, token, leaseMs, limit)) === 1;
	}

	async function leave([holders, queue, waiting]: string[], token: string): Promise<void> {
		const batch = redis.pipeline();
		for (const key of [holders, queue, waiting]) {
			batch.zrem(key!, token); // keysOf() returns all of them
		}
		await batch.exec().catch(() => {});
	}

	return {
		async within({name, limit}, work, signal) {
			const keys = keysOf(name);
			const token = randomUUID();
			const lost = new AbortController();
			let renewal: NodeJS.Timeout | undefined;
			try {
				while (!(await orCancelled(take(keys, token, limit()), signal))) {
					await wait(askMs, signal);
				}
				renewal = setInterval(() => {
					redis.eval(renewScript, 1, keys[0]!, token, leaseMs).then(
						renewed => renewed === 1 || lost.abort(new Cancelled('The place of this solve was given to another')),
						// Redis may be away for a moment: a lease lasts for three renewals.
						() => {},
					);
				}, leaseMs * renewalShare).unref();
				return await work(lost.signal);
			} finally {
				clearInterval(renewal);
				await leave(keys, token);
			}
		},
	};
}
