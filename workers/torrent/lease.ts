import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import {wait} from '#shared/wait.ts';

export interface Lease {
	/** Aborts when the lease was not renewed in time. The work it protects must then stop at once. */
	lost: AbortSignal;
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
const releaseScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/** Waits until nobody else holds the lease. Throws Cancelled when the signal aborts first. */
export async function acquireLease({redis, key, ttlMs}: LeaseOptions, signal: AbortSignal): Promise<Lease> {
	const token = randomUUID();
	while ((await redis.set(key, token, 'PX', ttlMs, 'NX').catch(() => null)) !== 'OK') {
		await wait(ttlMs / 5, signal);
	}

	const lost = new AbortController();
	let renewedAt = performance.now();
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
			await redis.eval(releaseScript, 1, key, token).catch(() => {});
		},
	};
}
