import {parseSize} from '#shared/domain/release/parse-size.ts';
import {parseDate} from '#shared/domain/text/parse-date.ts';
import {parseMagnet, toHexInfoHash} from '../../torrents/magnet.ts';
import {decodeEntities, textOf, type XmlElement} from '../../xml.ts';
import {readCategories, readFactors, readFlags, readId, readImdbId} from './extras.ts';
import type {FeedProtocol, FeedRelease} from './feed-release.ts';
import {amountOf, countOf, fieldOf, type Item, readAttributes} from './item.ts';
import {readLanguages} from './languages.ts';
import {type Links, readLinks} from './links.ts';
import {readSwarm} from './swarm.ts';

/**
 * Bytes. A smaller value is the length of the torrent or NZB file, or not a size at all,
 * because no release is so small.
 */
const smallestSize = 2 * 1024 * 1024;

/** What an item lacks, worded as the object of a sentence. */
export type Refusal = 'a title' | 'a pubDate' | 'a valid download url' | 'the right protocol';

/**
 * Parses one item, or returns why it is unusable. An item with both a torrent and an NZB file becomes two releases, if
 * both protocols are wanted.
 */
export function readItem(element: XmlElement, wanted: {base: string; protocol: FeedProtocol | null}): (FeedRelease | Refusal)[] {
	const kinds = wanted.protocol === null ? readLinks(readAttributes(element), wanted).kinds : new Set();
	if (kinds.size < 2) {
		return [readAs(element, wanted)];
	}
	const usenet = readAs(element, {...wanted, protocol: 'usenet'});
	// The two releases are fetched and stored separately, so each needs its own guid.
	return [
		readAs(element, {...wanted, protocol: 'torrent'}),
		typeof usenet === 'string' ? usenet : {...usenet, guid: `${usenet.guid}#usenet`},
	];
}

function readAs(element: XmlElement, {base, protocol}: {base: string; protocol: FeedProtocol | null}): FeedRelease | Refusal {
	const item = readAttributes(element);
	const title = decodeEntities(textOf(element, 'title') ?? '')
		.replace(/\s+/g, ' ')
		.trim();
	const links = readLinks(item, {base, protocol});
	const kind = protocol ?? kindOf(item, links);
	const publishDate = dateOf(item, kind);
	if (title === '') {
		return 'a title';
	}
	if (!publishDate) {
		return 'a pubDate';
	}
	if (links.kinds.size > 0 && !links.kinds.has(kind) && !(kind === 'torrent' && links.magnetUrl)) {
		return 'the right protocol';
	}
	if (!links.downloadUrl) {
		return 'a valid download url';
	}
	return {...build(item, {kind, links}), title, publishDate, downloadUrl: links.downloadUrl};
}

function build(item: Item, {kind, links}: {kind: FeedProtocol; links: Links}): Omit<FeedRelease, 'title' | 'publishDate' | 'downloadUrl'> {
	const isTorrent = kind === 'torrent';
	const html = textOf(item.element, 'description') ?? '';
	const description = plainText(html.slice(0, beginning));
	return {
		guid: textOf(item.element, 'guid') ?? links.downloadUrl ?? '',
		protocol: kind,
		magnetUrl: isTorrent ? links.magnetUrl : null,
		infoUrl: links.infoUrl,
		commentUrl: links.commentUrl,
		size:
			sizeOf(item, links) ||
			knownSize(parseSize(` ${description}`)) ||
			knownSize(parseSize(` ${plainText(html.slice(0, longestDescription))}`)),
		category: readCategories(item),
		infoHash: isTorrent ? infoHashOf(item, links) : null,
		...(isTorrent ? readSwarm(item, description) : {seeders: null, leechers: null, peers: null}),
		grabs: countOf(item, 'grabs'),
		fileCount: countOf(item, 'files'),
		flags: readFlags(item),
		languages: readLanguages(item),
		imdbId: readImdbId(item),
		metaId: readId(item, 'tmdbid', 'tmdb'),
		tvMetaId: readId(item, 'tvdbid', 'tvdb'),
		tvRageId: readId(item, 'rageid', 'tvrageid'),
		...readFactors(item),
		minimumRatio: amountOf(item, 'minimumratio'),
		minimumSeedTimeSeconds: countOf(item, 'minimumseedtime'),
	};
}

function kindOf(item: Item, {kinds, downloadUrl}: Links): FeedProtocol {
	const isUsenet =
		(kinds.has('usenet') && !kinds.has('torrent')) || /\.nzb(?:$|[?&])/i.test(downloadUrl ?? '') || item.attributes.has('usenetdate');
	return isUsenet ? 'usenet' : 'torrent';
}

function dateOf(item: Item, kind: FeedProtocol): Date | null {
	const posted = kind === 'usenet' ? parseDate(item.attributes.get('usenetdate')?.[0] ?? '') : null;
	return posted ?? parseDate(textOf(item.element, 'pubdate', 'date') ?? '');
}

function sizeOf(item: Item, {enclosureLength}: Links): number {
	return knownSize(parseSize(fieldOf(item, 'contentlength', 'size') ?? '')) || knownSize(enclosureLength);
}

/** Returns 0 when the value is too small to be a size. */
function knownSize(bytes: number): number {
	return bytes >= smallestSize ? bytes : 0;
}

function infoHashOf(item: Item, {magnetUrl}: Links): string | null {
	const told = toHexInfoHash(fieldOf(item, 'infohash', 'info_hash') ?? '');
	return told ?? (magnetUrl === null ? null : (parseMagnet(magnetUrl)?.infoHash ?? null));
}

/** Characters. Sites put the facts at the beginning of a description. Only the size is searched for further down. */
const beginning = 4000;
const longestDescription = 200_000;

function plainText(html: string): string {
	return decodeEntities(html.replace(/<[^<>]{0,1000}>/g, ' ')).replace(/\s+/g, ' ');
}
