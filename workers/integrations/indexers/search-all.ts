import type {IndexerResult} from '#shared/domain/decisions/judged-release.ts';
import {mergeReleases} from '#shared/domain/indexers/merge-releases.ts';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {isExpected, TooMany, UpstreamFailed} from '#shared/errors.ts';
import {toUnavailable} from '#shared/server-outage.ts';
import {askAll, type InTime} from '../ask-all.ts';
import {type AnswerTime, createAnswerRoom, indexersOfRoom, searchTooLarge, type TakeAnswer} from './answer-limits.ts';
import type {Indexer} from './indexer.ts';
import {budgetKept} from './indexer-rates.ts';

/** Seconds for the whole search, however many pages the indexers have. */
const usualTotalSeconds = 60;
const defaultSeconds = 20;
/** Indexers that are asked at once: their pages lie in memory until they are read. */
const askedAtOnce = 100;
/** The code of a failure that says nothing about the indexer: our own waiting took all the time. */
const noTurn = 'no_turn';

export interface IndexerToAsk {
	id: string;
	name: string;
	enabled: boolean;
	/** The time until which it is paused after failures or a rate limit. */
	disabledUntil: Date | null;
	/** Why it is not asked: a person has paused it. */
	paused?: string | undefined;
	/** Seconds for its whole answer; 20 when null. */
	timeoutSeconds: number | null;
	/** Waiting for a slot does not count as time of the indexer. Each of its answers is counted by `take`. */
	open(time: AnswerTime, take: TakeAnswer): Indexer;
}

export interface AskedIndexer extends IndexerResult {
	/** The pause the site itself asks for when it limits the rate. */
	retryAfterSeconds: number | null;
	durationMs: number;
	/** `durationMs` without the time that we waited for slots. */
	answerMs: number;
	/** Requests that were sent. */
	requests: number;
	/**
	 * False when it says nothing about the indexer: it is paused, is off, or our own waiting or reserve is the reason.
	 */
	wasAsked: boolean;
}

export interface SearchResult {
	releases: FoundRelease[];
	/** One per indexer, in the same order. */
	results: AskedIndexer[];
}

interface Search {
	criteria: SearchCriteria;
	now(): Date;
	signal: AbortSignal;
	/** Waits for a turn of the event loop, in which one answer is read. */
	takeTurn(): Promise<void>;
	/** For tests; 60 by default. */
	totalSeconds?: number;
	/** Milliseconds that each indexer has at least, whatever its record says; 0 by default. */
	leastMs?: number;
	/** Is called at the start and after the answer of each indexer. Joining the results so far costs something. */
	onAnswer?(soFar: () => SearchResult & {asking: readonly Pick<IndexerToAsk, 'id' | 'name'>[]}): void;
}

/**
 * Searches all indexers in parallel. A failed or late indexer becomes a row with an error and never fails the search.
 * Throws Cancelled when the caller aborts, and Unavailable when Redis or MongoDB is away: that says nothing about an
 * indexer, and a search that reached no indexer must not count as one.
 */
export async function searchAll(indexers: readonly IndexerToAsk[], search: Search): Promise<SearchResult> {
	const rooms = Array.from({length: Math.ceil(indexers.length / indexersOfRoom)}, (_none, n) =>
		createAnswerRoom(Math.min(indexersOfRoom, indexers.length - n * indexersOfRoom)),
	);
	const takers = new Map(
		indexers.map((indexer, n) => {
			const count = rooms[Math.floor(n / indexersOfRoom)]!(); // one for each twenty
			const take: TakeAnswer = async bytes => {
				count(bytes);
				await search.takeTurn();
			};
			return [indexer, take];
		}),
	);
	const answered = new Map<IndexerToAsk, Answer>();
	const soFar = () => {
		const asking = indexers.filter(indexer => !answered.has(indexer));
		return {...toResult(indexers.flatMap(indexer => answered.get(indexer) ?? [])), asking};
	};
	const tell = () => search.onAnswer?.(soFar);
	tell();
	const {signal, totalSeconds = usualTotalSeconds, leastMs = 0} = search;
	const answers = await askAll(indexers, {
		signal,
		totalSeconds,
		leastMs,
		atOnce: askedAtOnce,
		secondsOf: ({timeoutSeconds}) => timeoutSeconds ?? defaultSeconds,
		noTurn: (seconds, isBegun) =>
			new UpstreamFailed(
				noTurn,
				isBegun
					? `Its minimum interval between two requests left no time for an answer within ${seconds} seconds.`
					: `So many indexers were asked that it had no turn within ${seconds} seconds.`,
			),
		async ask(indexer, inTime) {
			const answer = await askOne(indexer, search, {inTime, take: takers.get(indexer)!}); // made for each above
			answered.set(indexer, answer);
			tell();
			return answer;
		},
	});
	return toResult(answers);
}

const toResult = (answers: readonly Answer[]): SearchResult => ({
	releases: mergeReleases(answers.flatMap(({found}) => found)),
	results: answers.map(({row}) => row),
});

interface Answer {
	found: FoundRelease[];
	row: AskedIndexer;
}

async function askOne(asked: IndexerToAsk, {criteria, now}: Search, {inTime, take}: {inTime: InTime; take: TakeAnswer}): Promise<Answer> {
	const begun = now().getTime();
	let time: AnswerTime | null = null;
	let requests = 0;
	const answer = (row: Pick<AskedIndexer, 'status'> & Partial<AskedIndexer>, found: FoundRelease[] = []): Answer => ({
		found,
		row: {
			indexerId: asked.id,
			indexerName: asked.name,
			resultCount: found.length,
			errorMessage: null,
			retryAfterSeconds: null,
			durationMs: now().getTime() - begun,
			answerMs: Math.max(0, now().getTime() - begun - (time?.waitedMs() ?? 0)),
			requests,
			wasAsked: true,
			...row,
		},
	});
	const pause = pauseOf(asked, now());
	if (pause) {
		return answer({status: 'disabled', errorMessage: pause, wasAsked: false});
	}
	try {
		const found = await inTime((given, signal) => {
			time = given;
			const counted = countRequests(given, () => {
				requests += 1;
			});
			return asked.open(counted, bytes => given.whileWaiting(() => take(bytes))).search(criteria, signal);
		});
		return answer({status: 'ok'}, found);
	} catch (error) {
		const outage = isExpected(error) ? null : toUnavailable(error);
		if (outage) {
			throw outage;
		}
		return answer(rowOf(error));
	}
}

/** Each slot is used for one request. */
function countRequests(time: AnswerTime, count: () => void): AnswerTime {
	return {
		...time,
		async whileWaiting(work) {
			const slot = await time.whileWaiting(work);
			count();
			return slot;
		},
	};
}

function pauseOf({enabled, disabledUntil, paused}: IndexerToAsk, now: Date): string | null {
	if (paused !== undefined) {
		return paused;
	}
	if (!enabled) {
		return 'The indexer is switched off.';
	}
	return disabledUntil && disabledUntil > now ? `The indexer failed recently and is paused until ${disabledUntil.toISOString()}.` : null;
}

function rowOf(error: unknown): Pick<AskedIndexer, 'status' | 'errorMessage' | 'retryAfterSeconds'> & Partial<AskedIndexer> {
	if (!isExpected(error)) {
		// An unexpected error may contain anything, even keys, so its text is not shown.
		return {status: 'error', errorMessage: 'The answer of the indexer could not be read.', retryAfterSeconds: null};
	}
	const retryAfterSeconds = error instanceof TooMany ? error.retryAfterSeconds : null;
	const isKept = [budgetKept, searchTooLarge, noTurn].includes(error.code);
	return {status: statusOf(error.code), errorMessage: error.message, retryAfterSeconds, ...(isKept && {wasAsked: false})};
}

function statusOf(code: string): IndexerResult['status'] {
	const byCode: Record<string, IndexerResult['status']> = {
		timed_out: 'timeout',
		rate_limited: 'rate_limited',
		[budgetKept]: 'rate_limited',
		[noTurn]: 'rate_limited',
		challenge: 'challenge_failed',
		challenge_failed: 'challenge_failed',
	};
	return byCode[code] ?? 'error';
}
