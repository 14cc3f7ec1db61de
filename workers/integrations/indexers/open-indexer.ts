import type {IndexerKind} from '#shared/domain/indexers/indexer-record.ts';
import {indexerFamily} from '#shared/providers/indexers.ts';
import {guardedClient, sentTo} from '../http/without-secrets.ts';
import {createDefinitionIndexer} from './definition/definition-indexer.ts';
import type {Indexer, IndexerDeps, IndexerSettings} from './indexer.ts';
import {createM3u} from './m3u-indexer.ts';
import {createNewznab} from './newznab/newznab-indexer.ts';
import {createRss} from './rss-indexer.ts';

const openers: Record<IndexerKind, (settings: IndexerSettings, deps: IndexerDeps) => Indexer> = {
	newznab: (settings, deps) => createNewznab({...settings, kind: 'newznab'}, deps),
	torznab: (settings, deps) => createNewznab({...settings, kind: 'torznab'}, deps),
	rss: (settings, deps) => createRss({...settings, kind: 'rss'}, deps),
	definition: (settings, deps) => createDefinitionIndexer({...settings, kind: 'definition'}, deps),
	m3u: (settings, deps) => createM3u({...settings, kind: 'm3u'}, deps),
};

export function openIndexer(settings: IndexerSettings, deps: IndexerDeps): Indexer {
	return guardedClient(openers[settings.kind](settings, deps), sentTo(indexerFamily, settings));
}
