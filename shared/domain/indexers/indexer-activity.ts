/** What is done with an indexer: it is searched, its feed is read, a release is fetched, or its site wants a login. */
export const indexerActions = ['query', 'rss', 'grab', 'login'] as const;
export type IndexerAction = (typeof indexerActions)[number];

/** One use of an indexer. */
export interface IndexerEvent {
	indexerId: string;
	/** The name that it had. */
	indexerName: string;
	action: IndexerAction;
	/** The search or the release; null if there is none. */
	subject: string | null;
	/** Why it failed; null for a success. */
	error: string | null;
	/** Milliseconds until the whole answer was there, without our own waiting; null where nothing was measured. */
	answerMs: number | null;
	/** Requests that were sent, pages and capabilities included. */
	requests: number;
	/** Releases in the answer. */
	releases: number;
}

/** How often each thing was done, and how often it failed. */
export const countNames = [
	'queries',
	'failedQueries',
	'rss',
	'failedRss',
	'grabs',
	'failedGrabs',
	'logins',
	'failedLogins',
	'requests',
	'releases',
	'answers',
	'answerMs',
] as const;
export type IndexerCounts = Record<(typeof countNames)[number], number>;

const countOf = {
	query: ['queries', 'failedQueries'],
	rss: ['rss', 'failedRss'],
	grab: ['grabs', 'failedGrabs'],
	login: ['logins', 'failedLogins'],
} as const satisfies Record<IndexerAction, readonly [keyof IndexerCounts, keyof IndexerCounts]>;

/** Upper ends in milliseconds of the ranges in which answers are counted; the last range has none. */
const rangeEnds = [100, 250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000] as const;
export const ranges = rangeEnds.length + 1;

/** What an event adds to the counts of its day, and the range of its answer. A failure counts as one, too. */
export function countsOf({action, error, answerMs, requests, releases}: IndexerEvent): {
	counts: Partial<IndexerCounts>;
	range: number | null;
} {
	const [all, failed] = countOf[action];
	const isTimed = error === null && answerMs !== null;
	return {
		counts: {
			[all]: 1,
			...(error !== null && {[failed]: 1}),
			...(requests > 0 && {requests}),
			...(releases > 0 && {releases}),
			...(isTimed && {answers: 1, answerMs: Math.round(answerMs)}),
		},
		range: isTimed ? rangeOf(answerMs) : null,
	};
}

function rangeOf(ms: number): number {
	const index = rangeEnds.findIndex(end => ms <= end);
	return index === -1 ? rangeEnds.length : index;
}

/**
 * Milliseconds within which this share of the answers came, as far as their ranges tell; null without answers. Those
 * of the last range count as its beginning.
 */
export function answeredWithin(share: number, answersByRange: readonly number[]): number | null {
	const total = answersByRange.reduce((sum, each) => sum + each, 0);
	if (total === 0) {
		return null;
	}
	const wanted = share * total;
	let before = 0;
	for (const [index, count] of answersByRange.entries()) {
		if (count > 0 && before + count >= wanted) {
			const from = rangeEnds[index - 1] ?? 0;
			const to = rangeEnds[index] ?? from;
			return Math.round(from + ((wanted - before) / count) * (to - from));
		}
		before += count;
	}
	return rangeEnds.at(-1) ?? null;
}
