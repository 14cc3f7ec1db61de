import type {IndexerKind} from '#shared/domain/indexers/indexer-record.ts';
import {hiddenOutcome, withoutSecrets} from '../http/without-secrets.ts';
import type {Indexer, IndexerDeps, IndexerSettings} from './indexer.ts';
import {createM3u} from './m3u/m3u-indexer.ts';
import {createNewznab} from './newznab/newznab-indexer.ts';
import {createRss} from './rss/rss-indexer.ts';

const openers: Record<IndexerKind, (settings: IndexerSettings, deps: IndexerDeps) => Indexer> = {
	newznab: (settings, deps) => createNewznab({...settings, kind: 'newznab'}, deps),
	torznab: (settings, deps) => createNewznab({...settings, kind: 'torznab'}, deps),
	rss: (settings, deps) => createRss({...settings, kind: 'rss'}, deps),
	m3u: (settings, deps) => createM3u({...settings, kind: 'm3u'}, deps),
};

/** Nothing that an indexer says about us shows what we sent to it. */
export function openIndexer(settings: IndexerSettings, deps: IndexerDeps): Indexer {
	const indexer = openers[settings.kind](settings, deps);
	const sent = {addresses: [settings.url, settings.apiPath], secrets: [settings.apiKey]};
	return {
		kind: indexer.kind,
		search: (criteria, signal) => withoutSecrets(sent, () => indexer.search(criteria, signal)),
		recent: (signal, since) => withoutSecrets(sent, () => indexer.recent(signal, since)),
		test: signal => withoutSecrets(sent, async () => hiddenOutcome(await indexer.test(signal), sent)),
		capabilities: signal => withoutSecrets(sent, () => indexer.capabilities(signal)),
	};
}
