import type {IndexerResult} from '../decisions/judged-release.ts';

const unasked: readonly IndexerResult['status'][] = ['disabled', 'rate_limited'];

interface Answers {
	releases: readonly unknown[];
	indexerResults: readonly Pick<IndexerResult, 'status'>[];
}

/**
 * Whether at least one indexer was really asked: one that is paused or has no budget left has not looked for the title.
 */
export function wasSearched({releases, indexerResults}: Answers): boolean {
	return releases.length > 0 || indexerResults.some(({status}) => !unasked.includes(status));
}

/** Whether at least one indexer has answered. A search during an outage says nothing about the title. */
export function wasAnswered({releases, indexerResults}: Answers): boolean {
	return releases.length > 0 || indexerResults.some(({status}) => status === 'ok');
}
