import type {Redis} from 'ioredis';
import type {TextCache} from './cache.ts';

/** Keeps texts in Redis, under the service's key prefix. */
export function createRedisCache(redis: Redis, prefix: string): TextCache {
	const keyOf = (key: string) => `${prefix}:cache:${key}`;
	return {
		get: key => redis.get(keyOf(key)).catch(() => null),
		async set(key, value, ttlSeconds) {
			if (ttlSeconds > 0) {
				await redis.set(keyOf(key), value, 'EX', Math.ceil(ttlSeconds)).catch(() => {});
			}
		},
	};
}
