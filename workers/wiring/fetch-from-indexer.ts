import type {Indexer} from '#shared/domain/indexers/indexer-record.ts';
import {TooMany} from '#shared/errors.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import {sentTo} from '../integrations/guarded-client.ts';
import type {Http} from '../integrations/http/http.ts';
import {withoutSecrets} from '../integrations/http/without-secrets.ts';
import type {ChallengeSolver} from '../integrations/indexers/challenge-solver.ts';
import {downloadFromSite} from '../integrations/indexers/definition/download-from-site.ts';
import type {SiteDeps} from '../integrations/indexers/definition/site-deps.ts';
import {type FetchDeps, fetchRelease} from '../integrations/indexers/fetch-release.ts';
import type {IndexerRates} from '../integrations/indexers/indexer-rates.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

interface Options extends Omit<FetchDeps, 'solver' | 'http' | 'network'> {
	httpOf(indexer: Indexer | null): Http;
	indexerRates: Pick<IndexerRates, 'grab' | 'pace' | 'pauseGrabs'>;
	sites: SiteDeps;
	/** Null when challenges of this indexer are not to be solved. */
	solverOf: (indexer: Indexer) => ChallengeSolver | null;
}

/** Fetches releases within the grab limits of their indexers, and not before the time that a site asked for. */
export function createFetchFromIndexer({indexerRates, solverOf, httpOf, sites, ...deps}: Options): WorkerDeps['fetchRelease'] {
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
			const solver = solverOf(indexer);
			const visit = {...deps, http, network, solver, sites, takeAnswer: null, takeTurn: pacer(indexer, indexerRates)} as const;
			const fromSite = (url: string, limit: AbortSignal) => downloadFromSite(url, indexer, visit, limit);
			const fetchDeps = {...deps, http, network, solver, ...(indexer.kind === 'definition' && {fromSite})} as const;
			return await withoutSecrets(sentTo(indexerFamily, indexer), () => fetchRelease(asked, fetchDeps));
		} catch (error) {
			if (error instanceof TooMany) {
				await indexerRates.pauseGrabs(indexer, error.retryAfterSeconds);
			}
			throw error;
		}
	};
}

/** The files of one grab are requests like any others. */
function pacer(indexer: Indexer, {pace}: Pick<IndexerRates, 'pace'>) {
	return (_id: string, signal: AbortSignal, leastSeconds = 0) =>
		pace({...indexer, minimumIntervalSeconds: Math.max(indexer.minimumIntervalSeconds, leastSeconds)}, signal);
}
