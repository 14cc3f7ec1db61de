import type {FoundSubtitle, SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';

/** What a provider sent: one subtitle file or an archive of them. */
export interface SentSubtitle {
	bytes: Buffer;
	/** The provider's name of the file, without folders; empty when it gave none. */
	name: string;
}

/**
 * A place to get subtitles from. Every call throws UpstreamFailed for a failing provider, and TooMany with the seconds
 * to wait when its quota or rate limit is used up.
 */
export interface SubtitleProviderClient {
	search(criteria: SubtitleCriteria, signal: AbortSignal): Promise<FoundSubtitle[]>;
	/** Counts against the quota, whose state it stores for all workers. */
	download(found: Pick<FoundSubtitle, 'id' | 'link'>, signal: AbortSignal): Promise<SentSubtitle>;
	/** For a person who tests the settings. */
	test(signal: AbortSignal): Promise<{version: string | null; details: string[]}>;
}
