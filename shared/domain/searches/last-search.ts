import type {IndexerResult, JudgedRelease} from '../decisions/judged-release.ts';
import {type GrabAttempt, type ItemOutcome, searchOutcome} from './search-outcome.ts';

/** How often a reason spoke against the releases of a search. */
export interface CountedReason {
	/** Name of the rule that refused, such as `qualityAllowed`. */
	code: string;
	/** In words, with the figures of one of the releases. */
	reason: string;
	count: number;
}

/** An indexer that gave no answer. */
export interface SilentIndexer {
	indexer: string;
	status: Exclude<IndexerResult['status'], 'ok'>;
	message: string | null;
}

/** A release that is rejected only for now. */
export interface WaitingRelease {
	release: string;
	reason: string;
	/** Null if unknown. */
	until: Date | null;
}

/** The outcome of the last search for a title. */
export interface LastSearch {
	at: Date;
	/** Id of the job that searched, as its request was answered with. */
	searchId: string;
	byPerson: boolean;
	outcome: ItemOutcome['status'];
	/** The outcome in a sentence or two. */
	message: string;
	found: number;
	refused: number;
	/** The most frequent first, at most `maxReasons`. Each release counts once, for the first reason against it. */
	reasons: CountedReason[];
	/** Indexers that were asked or should have been. */
	indexers: number;
	/** At most `maxSilent` of them. */
	silent: SilentIndexer[];
}

export const maxReasons = 5;
export const maxSilent = 5;
/** Characters. */
const maxText = 300;
const maxMessage = 1000;

export interface FoundFor {
	/** All releases that were judged for the title. */
	judged: readonly Pick<JudgedRelease, 'approved' | 'rejectionDetails'>[];
	attempts: readonly GrabAttempt[];
	indexerResults: readonly IndexerResult[];
}

/** The part of a search that is stored with its title. `skipped` says why there was no search at all. */
export function toLastSearch(
	{judged, attempts, indexerResults}: FoundFor,
	search: Pick<LastSearch, 'at' | 'searchId' | 'byPerson'>,
	skipped: ItemOutcome | null = null,
): LastSearch {
	const {status: outcome, message} = skipped ?? searchOutcome({releases: judged, judged, attempts, indexerResults});
	const silent = indexerResults.flatMap(({indexerName: indexer, status, errorMessage}) =>
		status === 'ok' ? [] : {indexer, status, message: errorMessage && short(errorMessage)},
	);
	return {
		...search,
		outcome,
		message: short(message, maxMessage),
		found: judged.length,
		refused: judged.filter(({approved}) => !approved).length,
		reasons: countReasons(judged),
		indexers: indexerResults.length,
		silent: silent.slice(0, maxSilent),
	};
}

function countReasons(judged: FoundFor['judged']): CountedReason[] {
	const first = judged.flatMap(({approved, rejectionDetails: [rejection]}) => (rejection && !approved ? rejection : []));
	return [...Map.groupBy(first, ({code, reason}) => code ?? reason)]
		.map(([code, rejections]) => ({code, reason: short(mostFrequent(rejections.map(({detail}) => detail))), count: rejections.length}))
		.toSorted((a, b) => b.count - a.count)
		.slice(0, maxReasons);
}

function mostFrequent(texts: readonly string[]): string {
	const counted = [...Map.groupBy(texts, text => text)];
	return counted.reduce((best, each) => (each[1].length > best[1].length ? each : best), counted[0] ?? ['', []])[0];
}

/** The release that is grabbed first when its wait is over; those without a date come last. */
export function firstWaiting(
	judged: readonly Pick<JudgedRelease, 'release' | 'temporarilyRejected' | 'rejectionDetails'>[],
): WaitingRelease | null {
	const waiting = judged.filter(({temporarilyRejected}) => temporarilyRejected).map(toWaiting);
	const ends = ({until}: WaitingRelease) => (until ? Number(until) : Number.POSITIVE_INFINITY);
	return waiting.toSorted((a, b) => (ends(a) === ends(b) ? 0 : ends(a) - ends(b)))[0] ?? null;
}

function toWaiting({release: {title}, rejectionDetails}: Pick<JudgedRelease, 'release' | 'rejectionDetails'>): WaitingRelease {
	const ends = rejectionDetails.map(({until}) => until ?? null);
	const last = rejectionDetails.toSorted((a, b) => Number(b.until ?? 0) - Number(a.until ?? 0))[0];
	const isKnown = ends.length > 0 && !ends.includes(null);
	return {
		release: short(title),
		reason: short(last?.detail ?? ''),
		until: isKnown ? new Date(Math.max(...ends.map(Number))) : null,
	};
}

const short = (text: string, max = maxText) => (text.length > max ? `${text.slice(0, max - 1)}…` : text);
