import type {FrozenJudgement} from '../downloads/queue-item.ts';
import type {MatchedFormat} from '../quality/custom-formats.ts';
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
	/** It is rejected only for now. */
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
	/** The custom formats that make up its score. */
	formats?: MatchedFormat[];
	/** Library of the title. */
	libraryId?: string | null;
	/** The decisions for each copy of the title, if there are several; the fields above are those of the best. */
	versions?: Version[];
}

/** The decision for one copy of a title. */
export type Version = Omit<JudgedRelease, 'release' | 'versions'>;

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
	const libraryId = (movie ?? (media.kind === 'series' ? media.series : null))?.libraryId;
	return {
		release,
		judgement: toJudgement(candidate),
		approved,
		temporarilyRejected,
		rejections,
		rejectionDetails,
		wouldHaveWaited,
		mappedMovie: movie && {id: movie.id, title: movie.title, year: movie.year},
		mappedSeries: media.kind === 'series' && media.series ? {id: media.series.id, title: media.series.title} : null,
		mappedEpisode: episodes[0] ? {seasonNumber: episodes[0].seasonNumber, episodeNumber: episodes[0].episodeNumber} : null,
		episodeIds: episodes.map(({id}) => id),
		...(candidate.formatParts && {formats: candidate.formatParts}),
		...(libraryId !== undefined && {libraryId}),
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

/** How a waiting release was found. When its wait is over, it is judged as it would have been then. */
export interface FoundBy extends Pick<Asking, 'searched' | 'byPerson' | 'onlyMonitored'> {
	/** What was searched for; null if that is decided by the release itself. */
	media: 'movie' | 'series' | null;
	/** Ids of the episodes that were searched for; null for any. */
	episodeIds: readonly string[] | null;
	/** The title that was searched for, if it has copies: these were not searched for. */
	titleId?: string;
}

/** Releases of known titles that are only rejected for now, for one copy at least. */
export function waitingOf(judged: readonly JudgedRelease[]): FoundRelease[] {
	const waiting = judged.filter(
		({temporarilyRejected, mappedMovie, mappedSeries}) => temporarilyRejected && (mappedMovie ?? mappedSeries) !== null,
	);
	return [...new Set(waiting.map(({release}) => release))];
}

export const titleIdOf = ({mappedMovie, mappedSeries}: Version): string | null => mappedMovie?.id ?? mappedSeries?.id ?? null;

/**
 * Each release once, with the decisions for all copies of its title: those that approve it first, then by `order`, the
 * ids of the titles.
 */
export function joinVersions(judged: readonly JudgedRelease[], order: readonly string[] = []): JudgedRelease[] {
	const place = new Map(order.map((id, index) => [id, index]));
	const placeOf = (each: JudgedRelease) => place.get(titleIdOf(each) ?? '') ?? order.length;
	const byRelease = Map.groupBy(judged, ({release: {indexerId, guid}}) => `${indexerId}\n${guid}`);
	return [...byRelease.values()].map(rows => {
		const [best, another] = rows.toSorted((a, b) => Number(b.approved) - Number(a.approved) || placeOf(a) - placeOf(b));
		const inOrder = rows.toSorted((a, b) => placeOf(a) - placeOf(b));
		return another ? {...best!, versions: inOrder.map(({release: _, ...version}) => version)} : best!; // a group has a row
	});
}
