import {createHash} from 'node:crypto';
import type {Request} from 'express';
import {ipKeyGenerator} from 'express-rate-limit';
import type {Redis} from 'ioredis';
import {tooMany} from '#api/http/limits/rate-limit.ts';
import {createSlidingWindow} from '#shared/sliding-window.ts';

export interface LoginLimitOptions {
	redis: Redis;
	prefix: string;
	/** Attempts allowed in fifteen minutes, from one address and for one name. */
	tries: number;
}

const windowMs = 15 * 60_000;

export type LoginLimit = (request: Request, username: string) => Promise<void>;

/**
 * Counts a password attempt; throws TooMany. While Redis is down nobody can log in, because uncounted attempts would
 * allow unlimited guessing.
 */
export function createLoginLimit({redis, prefix, tries}: LoginLimitOptions): LoginLimit {
	const window = createSlidingWindow({redis, prefix: `${prefix}:limit:login`, limit: tries, windowMs});
	return async (request, username) => {
		const name = createHash('sha256').update(username.normalize('NFKC').toLowerCase()).digest('base64url');
		const counts = await Promise.all([window.hit(`address:${ipKeyGenerator(request.ip ?? '')}`), window.hit(`name:${name}`)]);
		const full = counts.filter(({hits}) => hits > tries);
		if (full.length > 0) {
			throw tooMany(Math.max(...full.map(({freeInMs}) => freeInMs)));
		}
	};
}
