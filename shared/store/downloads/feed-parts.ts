import type {Redis} from 'ioredis';
import {createHandOver} from '../../coordination/cache.ts';
import type {IndexerResult, JudgedRelease} from '../../domain/decisions/judged-release.ts';
import {hourMs} from '../../domain/durations.ts';
import type {FoundRelease} from '../../domain/release/release.ts';
import type {Secrets} from '../../secrets.ts';

/** A release that may be grabbed now or later, and its title; copies of a title count as the first of them. */
export interface WantedRelease {
	release: FoundRelease;
	titleId: string;
}

/** What the report of a run says of a release. */
export type ReportedRelease = Pick<JudgedRelease, 'approved' | 'rejectionDetails' | 'mappedMovie' | 'mappedSeries'>;

/** What some of the feeds have, without what nobody wants. */
export interface FeedPart {
	/** How many releases were judged. */
	found: number;
	wanted: WantedRelease[];
	/** Some of those that are refused although their title is in the library. */
	refused: ReportedRelease[];
	indexerResults: IndexerResult[];
}

export type FeedParts = ReturnType<typeof createFeedParts>;

/** What was read of the feeds for a run of the task. Encrypted because addresses contain keys. */
export function createFeedParts(sealedIn: {redis: Redis; prefix: string; secrets: Secrets}) {
	// Longer than a run of the task, whose worker may die and begin again.
	const parts = createHandOver<FeedPart>({...sealedIn, name: 'feed-part', ttlMs: hourMs});
	const keyOf = (readingId: string, indexerIds: readonly string[]) => JSON.stringify([readingId, indexerIds]);
	return {
		put: (readingId: string, indexerIds: readonly string[], part: FeedPart): Promise<void> => parts.put(keyOf(readingId, indexerIds), part),
		/** Null when nobody has read it, or when it has expired. */
		async find(readingId: string, indexerIds: readonly string[]): Promise<FeedPart | null> {
			const part = await parts.get(keyOf(readingId, indexerIds));
			return part && {...part, wanted: part.wanted.map(({release, titleId}) => ({release: revived(release), titleId}))};
		},
	};
}

const revived = ({publishDate, ...release}: FoundRelease): FoundRelease => ({
	...release,
	publishDate: publishDate && new Date(publishDate),
});
