import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import {deleteIfSame} from './redis.ts';
import {wait} from './coordination/wait.ts';

/** The right to do something that only one process may do at a time. */
export interface Lease {
	/** Aborts when the lease was not renewed in time. The work it protects must then stop at once. */
	lost: AbortSignal;
	/** Gives the lease back, unless somebody else has it by now. */
	release(): Promise<void>;
}

export interface LeaseOptions {
	redis: Redis;
	key: string;
	/**
	 * Milliseconds the lease lasts without renewal. It is renewed after a fifth of this time, and
	 * given up after four fifths.
	 */
	ttlMs: number;
}

const renewScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0`;

/** Waits until nobody else holds the lease. Throws Cancelled when the signal aborts first. */
export async function acquireLease(options: LeaseOptions, signal: AbortSignal): Promise<Lease> {
	for (;;) {
		const lease = await tryLease(options);
		if (lease) {
			return lease;
		}
		await wait(options.ttlMs / 5, signal);
	}
}

/** Null when somebody else holds the lease, or Redis does not answer. */
export async function tryLease({redis, key, ttlMs}: LeaseOptions): Promise<Lease | null> {
	const token = randomUUID();
	let renewedAt = performance.now();
	if ((await redis.set(key, token, 'PX', ttlMs, 'NX').catch(() => null)) !== 'OK') {
		return null;
	}

	const lost = new AbortController();
	const renew = async () => {
		const askedAt = performance.now();
		const renewed = await redis.eval(renewScript, 1, key, token, ttlMs).catch(() => null);
		if (renewed === 1) {
			renewedAt = askedAt;
		}

		if (renewed === 0 || performance.now() - renewedAt > ttlMs * 0.8) {
			end();
			lost.abort();
		}
	};
	const timer = setInterval(() => void renew(), ttlMs / 5);
	const end = () => clearInterval(timer);

	return {
		lost: lost.signal,
		async release() {
			end();
			await deleteIfSame(redis, key, token).catch(() => {});
		},
	};
}
