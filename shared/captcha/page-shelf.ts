import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import type {OpenedPage} from '../jobs/captcha.ts';
import type {Secrets} from '../secrets.ts';

/** Seconds within which the caller must fetch the page. */
const shelfSeconds = 120;

export type PageShelf = ReturnType<typeof createPageShelf>;

/** Hands an opened page from worker to API. It is encrypted because it may show somebody's account. */
export function createPageShelf({redis, prefix, secrets}: {redis: Redis; prefix: string; secrets: Secrets}) {
	const keyOf = (pageId: string) => `${prefix}:opened-page:${pageId}`;
	return {
		async keep(page: OpenedPage): Promise<string> {
			const pageId = randomUUID();
			await redis.set(keyOf(pageId), secrets.seal(JSON.stringify(page), keyOf(pageId)), 'EX', shelfSeconds);
			return pageId;
		},
		/** Takes the page off the shelf; null when it has expired. */
		async take(pageId: string): Promise<OpenedPage | null> {
			const sealed = await redis.getdel(keyOf(pageId));
			return sealed ? (JSON.parse(secrets.open(sealed, keyOf(pageId))) as OpenedPage) : null;
		},
	};
}
