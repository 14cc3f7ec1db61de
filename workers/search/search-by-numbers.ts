import type {IndexerResult} from '#shared/domain/decisions/judged-release.ts';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {FoundSoFar, WantedReleases, WorkerDeps} from '../runtime/deps.ts';

interface Found {
	releases: FoundRelease[];
	indexerResults: IndexerResult[];
}

/** Searches once for each of the criteria, which are the same episodes in different numbers. */
export async function searchByNumbers(
	{criteria, onAnswer, ...wanted}: Omit<WantedReleases, 'criteria'> & {criteria: readonly SearchCriteria[]},
	signal: AbortSignal,
	{searchIndexers}: Pick<WorkerDeps, 'searchIndexers'>,
): Promise<Found> {
	const soFar: FoundSoFar[] = [];
	const tellOf = (index: number) => (found: FoundSoFar) => {
		soFar[index] = found;
		const begun = soFar.filter(each => each !== undefined);
		const asking = new Map(begun.flatMap(each => each.asking).map(each => [each.id, each]));
		const {releases, indexerResults} = merge(begun);
		onAnswer?.({releases, indexerResults: indexerResults.filter(({indexerId}) => !asking.has(indexerId)), asking: [...asking.values()]});
	};
	const found = await Promise.all(
		criteria.map((each, index) => searchIndexers({...wanted, criteria: each, ...(onAnswer && {onAnswer: tellOf(index)})}, signal)),
	);
	const [only, ...others] = found;
	return only && others.length === 0 ? only : merge(found);
}

/** Each release once, and one result for each indexer, which has answered if it did so once. */
function merge(found: readonly Found[]): Found {
	const releases = new Map<string, FoundRelease>();
	const results = new Map<string, IndexerResult>();
	for (const release of found.flatMap(each => each.releases)) {
		const key = `${release.indexerId}\n${release.guid}`;
		releases.set(key, releases.get(key) ?? release);
	}
	for (const result of found.flatMap(each => each.indexerResults)) {
		const before = results.get(result.indexerId);
		const better = before && before.status === 'ok' ? before : result;
		results.set(result.indexerId, {...better, resultCount: (before?.resultCount ?? 0) + result.resultCount});
	}
	return {releases: [...releases.values()], indexerResults: [...results.values()]};
}
