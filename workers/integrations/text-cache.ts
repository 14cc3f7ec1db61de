import type {Redis} from 'ioredis';

/**
 * Texts that are kept for a while; in production, in Redis. A failing cache must look empty, so
 * neither call ever throws.
 */
export interface TextCache {
	get(key: string): Promise<string | null>;
	set(key: string, value: string, ttlSeconds: number): Promise<void>;
}

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
