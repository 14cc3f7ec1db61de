import {parseDate} from '#shared/domain/release/parse-date.ts';
import {parseSize} from '#shared/domain/release/parse-size.ts';
import {toHexInfoHash} from '../../torrents/info-hash.ts';
import {parseMagnet} from '../../torrents/magnet.ts';
import {decodeEntities} from '../../xml/entities.ts';
import {textOf, type XmlElement} from '../../xml/xml.ts';
import {readCategories, readFactors, readFlags, readId, readImdbId} from './extras.ts';
import type {FeedProtocol, FeedRelease} from './feed-release.ts';
import {amountOf, countOf, fieldOf, type Item, readAttributes} from './item.ts';
import {readLanguages} from './languages.ts';
import {type Links, readLinks} from './links.ts';
import {readSwarm} from './swarm.ts';

/** Bytes; lengths below it are those of the torrent file, not of its content. */
const largestTorrentFile = 2 * 1024 * 1024;

/** What an item lacks, as the object of a sentence. */
export type Refusal = 'a title' | 'a pubDate' | 'a valid download url' | 'the right protocol';

/** One item, or why it is none of ours. */
export function readItem(element: XmlElement, {base, protocol}: {base: string; protocol: FeedProtocol | null}): FeedRelease | Refusal {
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
	const description = plainText(textOf(item.element, 'description') ?? '');
	return {
		guid: textOf(item.element, 'guid') ?? links.downloadUrl ?? '',
		protocol: kind,
		magnetUrl: isTorrent ? links.magnetUrl : null,
		infoUrl: links.infoUrl,
		commentUrl: links.commentUrl,
		size: sizeOf(item, {links, description, isTorrent}),
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

function sizeOf(item: Item, {links, description, isTorrent}: {links: Links; description: string; isTorrent: boolean}): number {
	const told = parseSize(fieldOf(item, 'contentlength', 'size') ?? '');
	if (told > 0) {
		return told;
	}
	const isContent = !isTorrent || links.enclosureLength >= largestTorrentFile;
	return isContent && links.enclosureLength > 0 ? links.enclosureLength : parseSize(` ${description}`);
}

function infoHashOf(item: Item, {magnetUrl}: Links): string | null {
	const told = toHexInfoHash(fieldOf(item, 'infohash', 'info_hash') ?? '');
	return told ?? (magnetUrl === null ? null : (parseMagnet(magnetUrl)?.infoHash ?? null));
}

/** A description without its tags; sites begin it with the facts, so the first characters are enough. */
function plainText(html: string): string {
	return decodeEntities(html.slice(0, 4000).replace(/<[^<>]{0,1000}>/g, ' ')).replace(/\s+/g, ' ');
}
