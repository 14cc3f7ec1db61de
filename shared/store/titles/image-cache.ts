import type {Redis} from 'ioredis';
import {createHandOver, type HandOver} from '../../coordination/cache.ts';
import {minuteMs} from '../../domain/durations.ts';

/** Fetched pictures in base64, from worker to API. */
export type ImageCache = HandOver<string>;

/** Never encrypted: a picture is public, and the API, which has secrets, must read what a worker left without them. */
export function createImageCache({redis, prefix}: {redis: Redis; prefix: string}): ImageCache {
	return createHandOver<string>({redis, prefix, name: 'image', ttlMs: minuteMs});
}
