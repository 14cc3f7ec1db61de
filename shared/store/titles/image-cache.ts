import type {Redis} from 'ioredis';
import {createHandOver, type HandOver} from '../../coordination/cache.ts';
import {minuteMs} from '../../domain/durations.ts';

/** Fetched pictures in base64, from worker to API. */
export type ImageCache = HandOver<string>;

export function createImageCache(redisOf: {redis: Redis; prefix: string}): ImageCache {
	return createHandOver<string>({...redisOf, name: 'image', ttlMs: minuteMs});
}
