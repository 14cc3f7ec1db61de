import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import type {OpenedPage} from '../jobs/captcha/open-page.ts';
import type {Secrets} from '../secrets.ts';

/** Seconds until whoever asked must have fetched the page. */
const shelfSeconds = 120;

export type PageShelf = ReturnType<typeof createPageShelf>;

/** An opened page on its way from worker to API, sealed: it may be somebody's account. */
export function createPageShelf({redis, prefix, secrets}: {redis: Redis; prefix: string; secrets: Secrets}) {
	const keyOf = (pageId: string) => `${prefix}:opened-page:${pageId}`;
	return {
		async keep(page: OpenedPage): Promise<string> {
			const pageId = randomUUID();
			await redis.set(keyOf(pageId), secrets.seal(JSON.stringify(page)), 'EX', shelfSeconds);
			return pageId;
		},
		/** Takes it off the shelf; null when it lay there too long. */
		async take(pageId: string): Promise<OpenedPage | null> {
			const sealed = await redis.getdel(keyOf(pageId));
			return sealed ? (JSON.parse(secrets.open(sealed)) as OpenedPage) : null;
		},
	};
}
