import {createHash, randomUUID} from 'node:crypto';
import type {Redis} from 'ioredis';
import type {SubtitleKind} from '../../domain/media/subtitle.ts';
import type {RatedSubtitle} from '../../domain/subtitles/found-subtitle.ts';
import {ownerKey, type SubtitleOwner} from '../../domain/subtitles/subtitle-owner.ts';
import {sendAll} from '../../redis.ts';
import type {Secrets} from '../../secrets.ts';

/** Seconds for which a found subtitle can be downloaded. */
const foundSeconds = 3600;
/** Seconds for which the caller of a search can list what it found. */
const listSeconds = 120;
/** Subtitles of one title; beyond that those of earlier searches are forgotten. */
const mostFound = 2000;
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
	const searchKey = (searchId: string) => `${prefix}:found-subtitles:search-${searchId}`;
	const uploadKey = (key: string) => `${prefix}:uploaded-subtitle:${key}`;
	const fieldOf = (providerId: string, id: string) => createHash('sha256').update(`${providerId}\n${id}`).digest('base64url');

	return {
		/** Returns the id of the search, by which its results are listed whatever else is searched meanwhile. */
		async keep(owner: SubtitleOwner, found: readonly RatedSubtitle[]): Promise<string> {
			const [key, searchId] = [foundKey(owner), randomUUID()];
			const isFull = (await redis.hlen(key)) + found.length > mostFound;
			const batch = redis.multi();
			if (isFull) {
				batch.del(key);
			}
			for (const each of found) {
				const field = fieldOf(each.providerId, each.id);
				batch.hset(key, field, secrets.seal(JSON.stringify(each), `${key}/${field}`));
			}
			batch.expire(key, foundSeconds).set(searchKey(searchId), secrets.seal(JSON.stringify(found), searchKey(searchId)), 'EX', listSeconds);
			await sendAll(batch);
			return searchId;
		},
		/** The results of one search in their order; null once they are forgotten. */
		async list(searchId: string): Promise<RatedSubtitle[] | null> {
			const sealed = await redis.get(searchKey(searchId));
			return sealed === null ? null : (JSON.parse(secrets.open(sealed, searchKey(searchId))) as RatedSubtitle[]).map(revived);
		},
		async find(owner: SubtitleOwner, {providerId, id}: Pick<RatedSubtitle, 'providerId' | 'id'>): Promise<RatedSubtitle | null> {
			const [key, field] = [foundKey(owner), fieldOf(providerId, id)];
			const sealed = await redis.hget(key, field);
			return sealed ? revived(JSON.parse(secrets.open(sealed, `${key}/${field}`)) as RatedSubtitle) : null;
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
}

function revived(found: RatedSubtitle): RatedSubtitle {
	return {...found, uploadedAt: found.uploadedAt && new Date(found.uploadedAt)};
}
