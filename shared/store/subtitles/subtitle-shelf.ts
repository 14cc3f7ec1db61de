import {createHash, randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import type {SubtitleKind} from '../../domain/media/subtitle.ts';
import type {RatedSubtitle} from '../../domain/subtitles/found-subtitle.ts';
import {ownerKey, type SubtitleOwner} from '../../domain/subtitles/subtitle-owner.ts';
import type {Secrets} from '../../secrets.ts';

/** Seconds for which a found subtitle can be downloaded. */
const foundSeconds = 3600;
/** Seconds within which a worker must take an uploaded one. */
const uploadSeconds = 120;

/** A subtitle that a person sends. */
export interface UploadedSubtitle extends SubtitleKind {
	name: string;
	/** The bytes in base64; 5 MiB of bytes at most. */
	content: string;
}

export type SubtitleShelf = ReturnType<typeof createSubtitleShelf>;

/** Found and uploaded subtitles lie here until they are put beside their file. */
export function createSubtitleShelf({redis, prefix, secrets}: {redis: Redis; prefix: string; secrets: Secrets}) {
	const foundKey = (owner: SubtitleOwner) => `${prefix}:found-subtitles:${ownerKey(owner)}`;
	const uploadKey = (key: string) => `${prefix}:uploaded-subtitle:${key}`;
	const fieldOf = (providerId: string, id: string) => createHash('sha256').update(`${providerId}\n${id}`).digest('base64url');

	return {
		/** Replaces what was found for this owner before. */
		async keep(owner: SubtitleOwner, found: readonly RatedSubtitle[]): Promise<void> {
			const key = foundKey(owner);
			const batch = redis.multi().del(key);
			for (const each of found) {
				batch.hset(key, fieldOf(each.providerId, each.id), secrets.seal(JSON.stringify(each)));
			}
			await batch.expire(key, foundSeconds).exec();
		},
		/** In the order of their scores. */
		async list(owner: SubtitleOwner): Promise<RatedSubtitle[]> {
			const rows = Object.values(await redis.hgetall(foundKey(owner)));
			return rows.map(opened).sort((a, b) => b.score - a.score);
		},
		async find(owner: SubtitleOwner, {providerId, id}: Pick<RatedSubtitle, 'providerId' | 'id'>): Promise<RatedSubtitle | null> {
			const sealed = await redis.hget(foundKey(owner), fieldOf(providerId, id));
			return sealed ? opened(sealed) : null;
		},
		/** Returns the key. */
		async keepUpload(upload: UploadedSubtitle): Promise<string> {
			const key = randomUUID();
			await redis.set(uploadKey(key), JSON.stringify(upload), 'EX', uploadSeconds);
			return key;
		},
		async findUpload(key: string): Promise<UploadedSubtitle | null> {
			const text = await redis.get(uploadKey(key));
			return text === null ? null : (JSON.parse(text) as UploadedSubtitle);
		},
		async dropUpload(key: string): Promise<void> {
			await redis.del(uploadKey(key));
		},
	};

	function opened(sealed: string): RatedSubtitle {
		const found = JSON.parse(secrets.open(sealed)) as RatedSubtitle;
		return {...found, uploadedAt: found.uploadedAt && new Date(found.uploadedAt)};
	}
}
