import {randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';

/** Seconds within which the API must take the picture. */
const shelfSeconds = 60;

export type ImageShelf = ReturnType<typeof createImageShelf>;

/** Hands a fetched picture from worker to API, which may run on different machines. */
export function createImageShelf({redis, prefix}: {redis: Redis; prefix: string}) {
	const keyOf = (imageId: string) => `${prefix}:image:${imageId}`;
	return {
		async keep(bytes: Buffer): Promise<string> {
			const imageId = randomUUID();
			await redis.set(keyOf(imageId), bytes, 'EX', shelfSeconds);
			return imageId;
		},
		/** Takes the picture off the shelf; null when it has expired. */
		take: (imageId: string): Promise<Buffer | null> => redis.getdelBuffer(keyOf(imageId)),
	};
}
