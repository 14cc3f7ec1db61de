import type {SearchResult} from '#shared/store/downloads/release-cache.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

/** Keeps releases until they are grabbed. Nobody asks for the list of a search without any. */
export async function keepFound(
	searchId: string,
	found: Omit<SearchResult, 'searchTime'>,
	{releaseCache, now}: Pick<WorkerDeps, 'releaseCache' | 'now'>,
): Promise<void> {
	if (found.releases.length > 0) {
		await releaseCache.put(searchId, {...found, searchTime: now()});
	}
}
