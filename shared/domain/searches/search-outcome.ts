import type {IndexerResult, JudgedRelease} from '../decisions/judged-release.ts';
import {wasSearched} from '../indexers/was-searched.ts';

export const itemStatuses = ['completed', 'grabbed', 'nothing', 'refused', 'failed', 'notSearched', 'skipped'] as const;

/** The outcome of a task for one title. */
export interface ItemOutcome {
	status: (typeof itemStatuses)[number];
	message: string;
}

/** What happened to an approved release. */
export interface GrabAttempt {
	title: string;
	movieId: string | null;
	seriesId: string | null;
	/** `refused`: something has happened since its approval that rules it out. */
	result: 'grabbed' | 'taken' | 'refused' | 'failed' | 'unclear';
	/** Null unless it failed or was refused. */
	reason: string | null;
}

export interface SearchFigures {
	/** All releases that the indexers returned. */
	releases: readonly unknown[];
	judged: readonly Pick<JudgedRelease, 'approved' | 'rejectionDetails'>[];
	attempts: readonly GrabAttempt[];
	indexerResults: readonly IndexerResult[];
}

/** The longest list in a message; the rest is counted. */
const maxNamed = 3;

/** The outcome of a search for a title, in a sentence or two. */
export function searchOutcome(figures: SearchFigures): ItemOutcome {
	const silent = figures.indexerResults
		.filter(({status}) => status !== 'ok')
		.map(({indexerName, errorMessage}) => `${indexerName}: ${errorMessage ?? 'no answer'}`);
	if (!wasSearched(figures)) {
		return {status: 'notSearched', message: `No indexer was asked. ${named(silent) || 'None is enabled for this title.'}`};
	}
	const {status, message} = outcomeOfAnswers(figures);
	return {status, message: silent.length > 0 ? `${message.replace(/[^.]$/, '$&.')} Without an answer: ${named(silent)}` : message};
}

function outcomeOfAnswers({releases, judged, attempts}: SearchFigures): ItemOutcome {
	const found = releases.length;
	const count = `${found} ${found === 1 ? 'release' : 'releases'} found`;
	const of = (result: GrabAttempt['result']) => attempts.filter(attempt => attempt.result === result);
	const [grabbed, taken, failed] = [of('grabbed'), of('taken'), [...of('unclear'), ...of('failed')]];
	if (grabbed.length > 0) {
		return {status: 'grabbed', message: `${count}, grabbed: ${named(grabbed.map(({title}) => title))}.`};
	}
	if (found === 0) {
		return {status: 'nothing', message: 'No release was found.'};
	}
	if (taken.length > 0) {
		return {status: 'refused', message: `${count}, already in the queue: ${named(taken.map(({title}) => title))}.`};
	}
	if (failed.length > 0) {
		return {
			status: 'failed',
			message: `${count}, not grabbed: ${named(failed.map(withReason))}`,
		};
	}
	const refused = of('refused');
	if (refused.length > 0) {
		return {status: 'refused', message: `${count}, refused at the grab: ${named(refused.map(withReason))}`};
	}
	const approved = judged.filter(release => release.approved).length;
	return approved > 0
		? {status: 'refused', message: `${count}, ${approved} approved, but none of them was needed.`}
		: {status: 'refused', message: `${count}, all refused: ${named(reasonsOf(judged))}`};
}

const withReason = ({title, reason}: GrabAttempt) => `${title}: ${reason ?? 'unknown'}`;

/** The reasons against the releases. */
const reasonsOf = (judged: SearchFigures['judged']): string[] =>
	counted(judged.flatMap(({rejectionDetails: [first]}) => (first ? [first.detail] : [])));

/** Each reason once, the most frequent first. */
export function counted(reasons: readonly string[]): string[] {
	const counts = [...Map.groupBy(reasons, reason => reason)].map(([reason, all]) => [reason, all.length] as const);
	return counts.toSorted((a, b) => b[1] - a[1]).map(([reason, count]) => (count > 1 ? `${reason} (${count} times)` : reason));
}

/** The first few of these. */
export function named(all: readonly string[]): string {
	const more = all.length - maxNamed;
	const shown = [...all.slice(0, maxNamed), ...(more > 0 ? [`and ${more} more`] : [])];
	// What is followed by something is no sentence.
	return shown.map((text, index) => (index + 1 < shown.length ? text.replace(/\.$/, '') : text)).join('; ');
}

interface TitleOutcome extends ItemOutcome {
	mediaId: string | null;
	mediaTitle: string;
	action: 'grab' | 'readFeed';
}

type Judged = Pick<JudgedRelease, 'approved' | 'rejectionDetails' | 'mappedMovie' | 'mappedSeries'>;

interface FeedFigures extends Pick<SearchFigures, 'attempts' | 'indexerResults'> {
	judged: readonly Judged[];
}

/** Titles that one run lists; what was tried comes first. A feed of a large library may name hundreds. */
const maxTitles = 100;

/** The outcome of reading the feeds: one row per indexer, and one per library title found in them. */
export function feedOutcomes({judged, attempts, indexerResults}: FeedFigures): TitleOutcome[] {
	const feeds = indexerResults.map(({indexerName, status, resultCount, errorMessage}): TitleOutcome => {
		const outcome = status === 'ok' ? ({status: 'completed', message: `${resultCount} releases.`} as const) : null;
		return {
			mediaId: null,
			mediaTitle: indexerName,
			action: 'readFeed',
			...(outcome ?? {status: 'failed', message: errorMessage ?? status}),
		};
	});
	const titles = [...Map.groupBy(judged.filter(titleOf), release => titleOf(release)?.id ?? '')].map(([id, releases]) => {
		const tried = attempts.filter(({movieId, seriesId}) => (movieId ?? seriesId) === id);
		const outcome = searchOutcome({releases, judged: releases, attempts: tried, indexerResults: []});
		return {mediaId: id, mediaTitle: titleOf(releases[0])?.title ?? '', action: 'grab' as const, ...outcome};
	});
	const [triedFirst, refused] = [titles.filter(({status}) => status !== 'refused'), titles.filter(({status}) => status === 'refused')];
	return [...feeds, ...[...triedFirst, ...refused].slice(0, maxTitles)];
}

function titleOf(release: Judged | undefined): {id: string; title: string} | null {
	return release?.mappedMovie ?? release?.mappedSeries ?? null;
}
