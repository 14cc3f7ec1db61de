import type {FrozenJudgement} from '../downloads/queue-item.ts';
import type {FoundRelease} from '../release/release.ts';
import type {Rejection, RejectionReason} from './rejections.ts';

/** A found release with our decision on it: what a search returns and a grab takes. */
export interface JudgedRelease {
	release: FoundRelease;
	judgement: FrozenJudgement;
	approved: boolean;
	/** Only time speaks against it. */
	temporarilyRejected: boolean;
	rejections: RejectionReason[];
	rejectionDetails: Rejection[];
	/** Why it would have waited if no person had asked. */
	wouldHaveWaited: string[];
	mappedMovie: {id: string; title: string; year: number | null} | null;
	mappedSeries: {id: string; title: string} | null;
	/** The first of the episodes, as the API shows it. */
	mappedEpisode: {seasonNumber: number; episodeNumber: number} | null;
	episodeIds: string[];
}

export const indexerResultStatuses = ['ok', 'error', 'timeout', 'disabled', 'rate_limited', 'challenge_failed'] as const;

/** Result of one indexer in a search. */
export interface IndexerResult {
	indexerId: string;
	indexerName: string;
	resultCount: number;
	status: (typeof indexerResultStatuses)[number];
	errorMessage: string | null;
}
