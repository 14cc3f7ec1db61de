import type {FrozenJudgement} from '../downloads/queue-item.ts';
import type {FoundRelease} from '../release/release.ts';
import type {Rejection, RejectionReason} from './rejections.ts';

/** A found release with our judgement: what a search answers and what a grab takes. */
export interface JudgedRelease {
	release: FoundRelease;
	judgement: FrozenJudgement;
	approved: boolean;
	/** Nothing but time stands in its way. */
	temporarilyRejected: boolean;
	rejections: RejectionReason[];
	rejectionDetails: Rejection[];
	/** Why it would have waited, had no person asked. */
	wouldHaveWaited: string[];
	mappedMovie: {id: string; title: string; year: number | null} | null;
	mappedSeries: {id: string; title: string} | null;
	/** The first of the episodes, as the interface shows it. */
	mappedEpisode: {seasonNumber: number; episodeNumber: number} | null;
	episodeIds: string[];
}

export const indexerResultStatuses = ['ok', 'error', 'timeout', 'disabled', 'rate_limited', 'challenge_failed'] as const;

/** How one indexer fared in a search. */
export interface IndexerResult {
	indexerId: string;
	indexerName: string;
	resultCount: number;
	status: (typeof indexerResultStatuses)[number];
	errorMessage: string | null;
}
