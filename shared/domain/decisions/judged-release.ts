import type {FrozenJudgement} from '../downloads/queue-item.ts';
import {unknownParsedQuality} from '../release/parsed-title.ts';
import type {FoundRelease} from '../release/release.ts';
import {type Candidate, releaseTypeOf} from './candidate.ts';
import type {Decision} from './decide.ts';
import type {Asking} from './facts.ts';
import type {Rejection, RejectionReason} from './rule.ts';

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

export function toJudged(decision: Decision): JudgedRelease {
	const {candidate, approved, temporarilyRejected, rejections, rejectionDetails, wouldHaveWaited} = decision;
	const {release, media} = candidate;
	const movie = media.kind === 'movie' ? media.movie : null;
	const episodes = media.kind === 'series' ? media.episodes : [];
	return {
		release,
		judgement: toJudgement(candidate),
		approved,
		temporarilyRejected,
		rejections,
		rejectionDetails,
		wouldHaveWaited,
		mappedMovie: movie && {id: movie.id, title: movie.title, year: movie.year},
		mappedSeries: media.kind === 'series' ? media.series : null,
		mappedEpisode: episodes[0] ? {seasonNumber: episodes[0].seasonNumber, episodeNumber: episodes[0].episodeNumber} : null,
		episodeIds: episodes.map(({id}) => id),
	};
}

/**
 * What is known about a release when it is grabbed. It is kept with the download and then with the file, so
 * renaming changes nothing.
 */
export function toJudgement(candidate: Candidate): FrozenJudgement {
	const {release, parsed, media, quality, formatScore, formatIds, languages} = candidate;
	return {
		quality: quality.name,
		qualityScore: quality.score,
		formatScore,
		formatIds,
		parsedQuality: parsed?.quality ?? unknownParsedQuality,
		releaseGroup: parsed?.group ?? null,
		releaseHash: parsed?.hash ?? null,
		edition: parsed?.edition ?? null,
		languages,
		releaseTraits: {flags: release.flags, releaseType: releaseTypeOf(candidate), size: release.size},
		...(media.kind === 'series' && media.numbering && {numbering: media.numbering}),
	};
}

/** How a release was found that waits. When its wait is over, it is judged as it would have been then. */
export interface FoundBy extends Pick<Asking, 'searched' | 'byPerson' | 'onlyMonitored'> {
	/** What was searched for; null where the release itself has to tell. */
	media: 'movie' | 'series' | null;
	/** Ids of the episodes that were searched for; null for any. */
	episodeIds: readonly string[] | null;
}

/** Releases of known titles that are only rejected for now. */
export function waitingOf(judged: readonly JudgedRelease[]): FoundRelease[] {
	return judged
		.filter(({temporarilyRejected, mappedMovie, mappedSeries}) => temporarilyRejected && (mappedMovie ?? mappedSeries) !== null)
		.map(({release}) => release);
}
