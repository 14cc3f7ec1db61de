import {type Capabilities, historicCapabilities} from '#shared/domain/indexers/capabilities.ts';
import {type SearchCriteria, titlesOf} from '#shared/domain/indexers/search-criteria.ts';
import {createAsk} from './ask.ts';
import {type Feed, parseFeed} from './feed/parse-feed.ts';
import type {Indexer, IndexerDeps, IndexerSettings} from './indexer.ts';
import {joinSecret} from './join-secret.ts';
import {toSearchText} from './search-text.ts';
import {toFoundRelease} from './to-found-release.ts';

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

/**
 * For sources that cannot search: does the name contain all words of one of the titles? Later steps decide which title
 * it really is.
 */
export function matchesCriteria(name: string, criteria: SearchCriteria): boolean {
	const words = new Set(wordsOf(name));
	return titlesOf(criteria).some(title => {
		const wanted = wordsOf(title);
		return wanted.length > 0 && wanted.every(word => words.has(word));
	});
}

/** Release names use dots and underscores for spaces. */
function wordsOf(text: string): string[] {
	return toSearchText(text.slice(0, 500).replace(/[._]/g, ' '), 'sphinx')
		.toLowerCase()
		.split(' ')
		.filter(word => word !== '');
}
