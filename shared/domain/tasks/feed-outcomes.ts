import type {JudgedRelease} from '../decisions/judged-release.ts';
import {type ItemOutcome, type SearchFigures, searchOutcome} from './search-outcome.ts';

export interface TitleOutcome extends ItemOutcome {
	mediaId: string | null;
	mediaTitle: string;
	action: 'grab' | 'readFeed';
}

type Judged = Pick<JudgedRelease, 'approved' | 'rejectionDetails' | 'mappedMovie' | 'mappedSeries'>;

export interface FeedFigures extends Pick<SearchFigures, 'attempts' | 'indexerResults'> {
	judged: readonly Judged[];
}

/** Titles that one run lists; what was tried comes first. A feed of a large library may name hundreds. */
const mostTitles = 100;

/** What reading the feeds brought: one row per indexer, and one per title of the library that they name. */
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
	return [...feeds, ...[...triedFirst, ...refused].slice(0, mostTitles)];
}

function titleOf(release: Judged | undefined): {id: string; title: string} | null {
	return release?.mappedMovie ?? release?.mappedSeries ?? null;
}
