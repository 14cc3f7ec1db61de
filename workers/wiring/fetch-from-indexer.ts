import type {SharedBackoff} from '#shared/coordination/backoff.ts';
import type {Indexer} from '#shared/domain/indexers/indexer-record.ts';
import {TooMany} from '#shared/errors.ts';
import type {Http} from '../integrations/http/http.ts';
import type {ChallengeSolver} from '../integrations/indexers/challenge-solver.ts';
import {type FetchDeps, fetchRelease} from '../integrations/indexers/fetch-release.ts';
import type {IndexerRates} from '../integrations/indexers/indexer-rates.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

interface Options extends Omit<FetchDeps, 'solver' | 'http' | 'network'> {
	httpOf(indexer: Indexer | null): Http;
	indexerRates: Pick<IndexerRates, 'grab'>;
	/** Times without grabs that sites have asked for, by the id of the indexer. */
	pauses: SharedBackoff;
	/** Null when challenges of this indexer are not to be solved. */
	solverOf: (indexer: Indexer) => ChallengeSolver | null;
}

/** Fetches releases within the grab limits of their indexers, and not before the time that a site asked for. */
export function createFetchFromIndexer({indexerRates, pauses, solverOf, httpOf, ...deps}: Options): WorkerDeps['fetchRelease'] {
	return async ({indexer, ...release}, signal) => {
		const http = httpOf(indexer);
		if (!indexer) {
			// Nobody vouches for its address any more.
			return fetchRelease({release, indexerUrl: '', apiKey: null, signal}, {...deps, http, network: 'public', solver: null});
		}
		await throwIfPaused(indexer, pauses, deps.now());
		await indexerRates.grab(indexer);
		try {
			const network = indexer.isPublic === true ? 'public' : 'any';
			const asked = {release, indexerUrl: indexer.url, apiKey: indexer.apiKey, signal};
			return await fetchRelease(asked, {...deps, http, network, solver: solverOf(indexer)});
		} catch (error) {
			if (error instanceof TooMany) {
				await pauses.recordFailure(indexer.id, error, deps.now());
			}
			throw error;
		}
	};
}

async function throwIfPaused({id, name}: Pick<Indexer, 'id' | 'name'>, pauses: SharedBackoff, now: Date): Promise<void> {
	const pause = await pauses.find(id, now);
	if (pause) {
		const seconds = Math.ceil((Number(pause.until) - Number(now)) / 1000);
		throw new TooMany('rate_limited', `${name} asked us to wait before the next grab.`, seconds);
	}
}
