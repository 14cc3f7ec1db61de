import type {Redis} from 'ioredis';
import {createHandOver} from '../../coordination/cache.ts';
import {hourMs, minuteMs} from '../../domain/durations.ts';
import {ownerKey, type SubtitleKind, type SubtitleOwner} from '../../domain/media/subtitle.ts';
import type {RatedSubtitle} from '../../domain/subtitles/found-subtitle.ts';
import type {Secrets} from '../../secrets.ts';

/** A subtitle that a person sends. */
export interface UploadedSubtitle extends SubtitleKind {
	name: string;
	/** The bytes in base64; 5 MiB of bytes at most. */
	content: string;
}

export type SubtitleCache = ReturnType<typeof createSubtitleCache>;

/** Subtitles that were found, each of which can be downloaded for an hour, and uploads on their way to a worker. */
export function createSubtitleCache(sealedIn: {redis: Redis; prefix: string; secrets: Secrets}) {
	const subtitles = createHandOver<RatedSubtitle>({...sealedIn, name: 'found-subtitle', ttlMs: hourMs});
	const searches = createHandOver<RatedSubtitle[]>({...sealedIn, name: 'found-subtitles', ttlMs: 2 * minuteMs});
	const keyOf = (owner: SubtitleOwner, {providerId, id}: Pick<RatedSubtitle, 'providerId' | 'id'>) =>
		[ownerKey(owner), providerId, id].join('\n');

	return {
		uploads: createHandOver<UploadedSubtitle>({...sealedIn, name: 'uploaded-subtitle', ttlMs: 2 * minuteMs}),
		/** Returns the id of the search, by which its results are listed whatever else is searched meanwhile. */
		async put(owner: SubtitleOwner, found: readonly RatedSubtitle[]): Promise<string> {
			await subtitles.putAll(found.map(each => [keyOf(owner, each), each]));
			return searches.leave([...found]);
		},
		/** The results of one search in their order; null once they have expired. */
		async readSearch(searchId: string): Promise<RatedSubtitle[] | null> {
			return (await searches.get(searchId))?.map(revived) ?? null;
		},
		async find(owner: SubtitleOwner, named: Pick<RatedSubtitle, 'providerId' | 'id'>): Promise<RatedSubtitle | null> {
			const found = await subtitles.get(keyOf(owner, named));
			return found && revived(found);
		},
	};
}

function revived(found: RatedSubtitle): RatedSubtitle {
	return {...found, uploadedAt: found.uploadedAt && new Date(found.uploadedAt)};
}
