import type {Indexer as IndexerRecord} from '#shared/domain/indexers/indexer-record.ts';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import type {FoundRelease} from '#shared/domain/release/release.ts';
import {TooMany, UpstreamFailed} from '#shared/errors.ts';
import type {Indexer} from '#workers/integrations/indexers/indexer.ts';
import type {IndexerRates} from '#workers/integrations/indexers/indexer-rates.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import type {Clock} from '../clock.ts';
import type {Referee} from '../judge/referee.ts';
import type {World} from '../world/store-world.ts';
import {subjectOf} from '../world/subject.ts';
import {releasesOf} from './answers.ts';
import type {Site} from './site.ts';

interface OpenSiteDeps {
	sites: readonly Site[];
	indexerRates: IndexerRates;
	world: World;
	clock: Clock;
	referee: Referee;
}

/** What an indexer rests after a 429 that does not say for how long. */
const untoldSeconds = 3600;

/** Opens the simulated site of a stored indexer. Before each query it takes a real turn, as a real indexer does. */
export function createOpenSite({sites, indexerRates, world, clock, referee}: OpenSiteDeps): WorkerDeps['openIndexer'] {
	return (settings, _reason, time): Indexer => {
		const record = settings as IndexerRecord; // what is stored is complete
		const index = sites.findIndex(({name}) => name === settings.name);
		const site = sites[index];
		if (!site) {
			throw new Error(`There is no site named ${settings.name}`);
		}
		async function search(criteria: SearchCriteria, signal: AbortSignal): Promise<FoundRelease[]> {
			// The window in Redis gets the time of this very moment, and so does the book of the site.
			const at = clock.at();
			const turn = () => indexerRates.query(settings, signal, time?.reserved);
			await (time ? time.whileWaiting(turn) : turn());
			const answer = site!.ask(at); // it was found above
			const subject = subjectOf(criteria, world);
			referee.queried({at, subject, isAnswered: answer.kind === 'well'});
			if (answer.kind === 'down') {
				throw new UpstreamFailed('connection_refused', `${settings.name} does not answer.`);
			}
			if (answer.kind === 'limited') {
				throw new TooMany('rate_limited', `${settings.name} limits our requests.`, answer.retryAfterSeconds ?? untoldSeconds);
			}
			return subject ? releasesOf(subject, {index, record, at}) : [];
		}
		const unused = () => Promise.reject(new Error('The simulation does not use this'));
		return {kind: settings.kind, search, recent: unused, test: unused, capabilities: unused};
	};
}
