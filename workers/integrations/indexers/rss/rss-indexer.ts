import {type Capabilities, historicCapabilities} from '#shared/domain/indexers/capabilities.ts';
import {createAsk} from '../ask.ts';
import {type Feed, parseFeed} from '../feed/parse-feed.ts';
import type {Indexer, IndexerDeps, IndexerSettings} from '../indexer.ts';
import {joinSecret} from '../join-secret.ts';
import {toFoundRelease} from '../to-found-release.ts';
import {matchesCriteria} from './matches-criteria.ts';

/** A feed cannot search. */
export const feedCapabilities: Capabilities = {...historicCapabilities, search: null, tvSearch: null, movieSearch: null};

/** A plain feed. A search filters what the feed contains right now. */
export function createRss(settings: IndexerSettings & {kind: 'rss'}, deps: IndexerDeps): Indexer {
	const ask = createAsk(settings, deps);

	async function read(signal: AbortSignal): Promise<Feed> {
		const reply = await ask(joinSecret(settings), signal);
		return parseFeed(reply.body, {url: reply.url});
	}

	return {
		kind: 'rss',
		async search(criteria, signal) {
			const {releases} = await read(signal);
			const found = releases.filter(({title}) => matchesCriteria(title, criteria)).slice(0, criteria.limit);
			return found.map(release => toFoundRelease(release, settings));
		},
		recent: async signal => (await read(signal)).releases.map(release => toFoundRelease(release, settings)),
		async test(signal) {
			const {releases, warnings} = await read(signal);
			return {version: null, details: [`${releases.length} releases in the feed`, ...warnings]};
		},
		capabilities: async () => feedCapabilities,
	};
}
