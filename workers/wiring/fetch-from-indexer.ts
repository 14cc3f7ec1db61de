import type {Indexer} from '#shared/domain/indexers/indexer-record.ts';
import {isExpected, TooMany} from '#shared/errors.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import type {IndexerEvent} from '#shared/store/providers/indexer-activity.ts';
import type {Http} from '../integrations/http/http.ts';
import {sentTo, withoutSecrets} from '../integrations/http/without-secrets.ts';
import type {ChallengeSolver} from '../integrations/indexers/challenge-solver.ts';
import {downloadFromSite} from '../integrations/indexers/definition/download-from-site.ts';
import type {SiteDeps} from '../integrations/indexers/definition/site-deps.ts';
import {type FetchDeps, fetchRelease} from '../integrations/indexers/fetch-release.ts';
import type {IndexerRates} from '../integrations/indexers/indexer-rates.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

interface FetchOptions extends Omit<FetchDeps, 'solver' | 'http' | 'network'> {
	httpOf(indexer: Indexer | null): Http;
	indexerRates: Pick<IndexerRates, 'grab' | 'oneAtATime' | 'pace' | 'pauseGrabs'>;
	sites: SiteDeps;
	note(event: IndexerEvent): Promise<void>;
	/** Null when challenges of this indexer are not to be solved. */
	solverOf: (indexer: Indexer) => ChallengeSolver | null;
}

/** Fetches releases within the grab limits of their indexers, and not before the time that a site asked for. */
export function createFetchFromIndexer({indexerRates, solverOf, httpOf, sites, note, ...deps}: FetchOptions): WorkerDeps['fetchRelease'] {
	return async ({indexer, title = null, ...release}, signal) => {
		const http = httpOf(indexer);
		if (!indexer) {
			// Nobody vouches for its address any more.
			return fetchRelease({release, indexerUrl: '', apiKey: null, signal}, {...deps, http, network: 'public', solver: null});
		}
		await indexerRates.grab(indexer);
		const done = {indexerId: indexer.id, indexerName: indexer.name, action: 'grab', subject: title, answerMs: null, releases: 0} as const;
		try {
			const network = indexer.isPublic === true ? 'public' : 'any';
			const asked = {release, indexerUrl: indexer.url, apiKey: indexer.apiKey, signal};
			const solver = solverOf(indexer);
			const visit = {...deps, http, network, solver, sites, takeAnswer: null, takeTurn: pacer(indexer, indexerRates)} as const;
			const fromSite = (url: string, limit: AbortSignal) => downloadFromSite(url, indexer, visit, limit);
			const fetchDeps = {...deps, http, network, solver, ...(indexer.kind === 'definition' && {fromSite})} as const;
			const fetched = await withoutSecrets(sentTo(indexerFamily, indexer), () => fetchRelease(asked, fetchDeps));
			await note({...done, error: null, requests: 0});
			return fetched;
		} catch (error) {
			await (signal.aborted || note({...done, error: isExpected(error) ? error.message : 'The log says why.', requests: 0}));
			if (error instanceof TooMany) {
				await indexerRates.pauseGrabs(indexer, error.retryAfterSeconds);
			}
			throw error;
		}
	};
}

/** The files of one grab are requests like any others. */
function pacer(indexer: Indexer, {pace, oneAtATime}: Pick<IndexerRates, 'pace' | 'oneAtATime'>) {
	return async (_id: string, signal: AbortSignal, leastSeconds?: number) => {
		await pace(indexer, signal, leastSeconds);
		return oneAtATime(indexer, signal);
	};
}
