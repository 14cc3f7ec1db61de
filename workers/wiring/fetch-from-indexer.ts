import type {Indexer} from '#shared/domain/indexers/indexer-record.ts';
import {TooMany} from '#shared/errors.ts';
import type {Http} from '../integrations/http/http.ts';
import type {ChallengeSolver} from '../integrations/indexers/challenge-solver.ts';
import {type FetchDeps, fetchRelease} from '../integrations/indexers/fetch-release.ts';
import type {IndexerRates} from '../integrations/indexers/indexer-rates.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

interface Options extends Omit<FetchDeps, 'solver' | 'http' | 'network'> {
	httpOf(indexer: Indexer | null): Http;
	indexerRates: Pick<IndexerRates, 'grab' | 'pauseGrabs'>;
	/** Null when challenges of this indexer are not to be solved. */
	solverOf: (indexer: Indexer) => ChallengeSolver | null;
}

/** Fetches releases within the grab limits of their indexers, and not before the time that a site asked for. */
export function createFetchFromIndexer({indexerRates, solverOf, httpOf, ...deps}: Options): WorkerDeps['fetchRelease'] {
	return async ({indexer, ...release}, signal) => {
		const http = httpOf(indexer);
		if (!indexer) {
			// Nobody vouches for its address any more.
			return fetchRelease({release, indexerUrl: '', apiKey: null, signal}, {...deps, http, network: 'public', solver: null});
		}
		await indexerRates.grab(indexer);
		try {
			const network = indexer.isPublic === true ? 'public' : 'any';
			const asked = {release, indexerUrl: indexer.url, apiKey: indexer.apiKey, signal};
			return await fetchRelease(asked, {...deps, http, network, solver: solverOf(indexer)});
		} catch (error) {
			if (error instanceof TooMany) {
				await indexerRates.pauseGrabs(indexer, error.retryAfterSeconds);
			}
			throw error;
		}
	};
}
