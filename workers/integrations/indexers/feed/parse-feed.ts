import {createHash} from 'node:crypto';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {childOf, childrenOf, parseXml, type XmlElement} from '../../xml.ts';
import {uniqueByGuid} from '../to-found-release.ts';
import {throwIfError} from './error-document.ts';
import type {FeedProtocol, FeedRelease} from './feed-release.ts';
import {type Refusal, readItem} from './read-item.ts';

/** A page of a feed has about a hundred items. A document with more than this is not a feed of releases. */
const maxItems = 10_000;

export interface Feed {
	releases: FeedRelease[];
	/** One sentence for each item left out, with the reason. */
	warnings: string[];
	/** Number of items on the page, including refused and repeated ones. A page shorter than requested is the last. */
	itemCount: number;
	/** Number of items on all pages; null if the site does not say. */
	total: number | null;
}

/**
 * Parses a page of Newznab, Torznab, EZRSS or plain RSS. Relative addresses are resolved against `url`,
 * where the page came from.
 * Without `protocol`, each item determines its own. Throws UpstreamFailed `not_xml` or `feed_unusable`, Invalid
 * `wrong_protocol` (all enclosures are of the other protocol), and the error of an `error` document (see
 * `throwIfError`).
 */
export function parseFeed(document: Uint8Array | string, {url, protocol = null}: {url: string; protocol?: FeedProtocol | null}): Feed {
	const root = parseXml(document);
	throwIfError(root);
	const channel = channelOf(root);
	const items = itemsOf(root, channel).slice(0, maxItems);
	const results = items.flatMap(item => readItem(item, {base: url, protocol}));
	const releases = uniqueByGuid(withOwnGuids(results.filter(result => typeof result !== 'string')));
	const refusals = results.filter(result => typeof result === 'string');
	if (items.length > 0 && releases.length === 0) {
		throw unusable(refusals[0] ?? 'a title', protocol);
	}
	const total = Number(childOf(channel, 'response')?.attributes.get('total') ?? Number.NaN);
	return {
		releases,
		warnings: warningsOf(refusals, releases),
		itemCount: items.length,
		total: Number.isSafeInteger(total) && total >= 0 ? total : null,
	};
}

/** Some sites use the page of a film as the guid of all its releases. Those with other names are other releases. */
function withOwnGuids(releases: readonly FeedRelease[]): FeedRelease[] {
	const titles = Map.groupBy(releases, ({guid}) => guid);
	const isShared = (guid: string) => new Set(titles.get(guid)?.map(({title}) => title)).size > 1;
	return releases.map(release => (isShared(release.guid) ? {...release, guid: `${release.guid}#${printOf(release.title)}`} : release));
}

const printOf = (title: string) => createHash('sha256').update(title).digest('hex').slice(0, 16);

function channelOf(root: XmlElement): XmlElement {
	const channel = root.name === 'rss' || root.name === 'rdf' ? childOf(root, 'channel') : null;
	if (!channel) {
		throw new UpstreamFailed(
			'feed_unusable',
			`The answer is a document of <${root.name.slice(0, 40)}>, not a feed. Check the address of the indexer.`,
		);
	}
	return channel;
}

/** In RSS 1.0, the items are siblings of the channel. */
function itemsOf(root: XmlElement, channel: XmlElement): XmlElement[] {
	return [...childrenOf(channel, 'item'), ...childrenOf(root, 'item')];
}

function warningsOf(refusals: Refusal[], releases: FeedRelease[]): string[] {
	const counts = new Map<Refusal, number>();
	for (const refusal of refusals) {
		counts.set(refusal, (counts.get(refusal) ?? 0) + 1);
	}
	const left = [...counts].map(([refusal, count]) => `${count} of the items left out: they must have ${refusal}`);
	const sizeless = releases.length > 0 && releases.every(({size}) => size === 0);
	return sizeless ? [...left, 'The feed tells no sizes'] : left;
}

function unusable(refusal: Refusal, protocol: FeedProtocol | null): Error {
	if (refusal === 'the right protocol') {
		const message = `The feed has no ${protocol} releases, only those of the other kind. Add the indexer as the other kind instead.`;
		return new Invalid('wrong_protocol', message);
	}
	return new UpstreamFailed('feed_unusable', `The RSS feed must have ${refusal} in its items. Check the address of the feed.`);
}
