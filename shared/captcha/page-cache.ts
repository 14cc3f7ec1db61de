import type {Redis} from 'ioredis';
import {createHandOver, type HandOver} from '../coordination/cache.ts';
import {minuteMs} from '../domain/durations.ts';
import type {OpenedPage} from '../jobs/captcha.ts';
import type {Secrets} from '../secrets.ts';

/** Opened pages, from worker to API. They are encrypted because they may show somebody's account. */
export type PageCache = HandOver<OpenedPage>;

export function createPageCache(sealedIn: {redis: Redis; prefix: string; secrets: Secrets}): PageCache {
	return createHandOver<OpenedPage>({...sealedIn, name: 'opened-page', ttlMs: 2 * minuteMs});
}
