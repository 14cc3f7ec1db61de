import {createHash} from 'node:crypto';
import {languageTable} from '#shared/domain/release/language-table.ts';
import {languageName} from '#shared/domain/release/spoken-languages.ts';
import {parseDate} from '#shared/domain/text/parse-date.ts';
import {parseMagnet, toHexInfoHash} from '../../torrents/magnet.ts';
import {childrenOf, decodeEntities, textOf, type XmlElement} from '../../xml.ts';
import type {FeedProtocol, FeedRelease} from './feed-release.ts';
import {amountOf, countOf, fieldOf, type Item, readAttributes, readCategories, readFactors, readFlags, readId, readImdbId} from './item.ts';
import {type Links, readLinks} from './links.ts';

/**
 * Bytes. A smaller value is the length of the torrent or NZB file, or not a size at all,
 * because no release is so small.
 */
const smallestSize = 2 * 1024 * 1024;

/** Characters. A longer title would be carried by every list, and patterns of people would run over it. */
export const maxTitle = 1000;
const maxGuid = 2000;
/** Characters of an address or a magnet link, which may name many trackers. */
export const maxAddress = 16_000;
const maxPage = 2000;
const maxContainer = 100;

/** What an item lacks, worded as the object of a sentence. */
export type Refusal = 'a title' | 'a pubDate' | 'a valid download url' | 'the right protocol' | 'a title of at most 1000 characters';

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
	const written = textOf(element, 'title') ?? '';
	// Each character may be written as an entity of about ten.
	if (written.length > 10 * maxTitle) {
		return 'a title of at most 1000 characters';
	}
	const title = decodeEntities(written).replace(/\s+/g, ' ').trim();
	const links = readLinks(item, {base, protocol});
	const kind = protocol ?? kindOf(item, links);
	const publishDate = dateOf(item, kind);
	if (title === '') {
		return 'a title';
	}
	if (title.length > maxTitle) {
		return 'a title of at most 1000 characters';
	}
	if (!publishDate) {
		return 'a pubDate';
	}
	if (links.kinds.size > 0 && !links.kinds.has(kind) && !(kind === 'torrent' && links.magnetUrl)) {
		return 'the right protocol';
	}
	if (!links.downloadUrl || links.downloadUrl.length > maxAddress) {
		return 'a valid download url';
	}
	const guid = guidOf(textOf(element, 'guid') ?? links.downloadUrl);
	const site = siteOf(item, base);
	return {...build(item, {kind, links}), ...(site !== null && {site}), guid, title, publishDate, downloadUrl: links.downloadUrl};
}

const maxSite = 100;

/**
 * NZBHydra names the site of each release, and so does Jackett, whose address may also be that of one site. All of
 * Prowlarr's are.
 */
function siteOf({element, attributes}: Item, base: string): string | null {
	const jackett = childrenOf(element, 'jackettindexer')[0]?.attributes.get('id')?.trim() ?? '';
	const isAlone = jackett !== '' && base.toLowerCase().includes(`/${jackett.toLowerCase()}/`);
	const site = attributes.get('hydraindexername')?.[0] ?? (isAlone ? '' : jackett);
	return site.slice(0, maxSite) || null;
}

/**
 * An item without a guid is known by its address. Sites also write magnet links with many trackers as guids, which are
 * longer than ours may be; such an item is known by a hash of it.
 */
export function guidOf(given: string): string {
	return given.length > maxGuid ? `urn:sha256:${createHash('sha256').update(given).digest('hex')}` : given;
}

const atMost = (text: string | null, characters: number) => (text !== null && text.length > characters ? null : text);

function build(
	item: Item,
	{kind, links}: {kind: FeedProtocol; links: Links},
): Omit<FeedRelease, 'guid' | 'title' | 'publishDate' | 'downloadUrl'> {
	const isTorrent = kind === 'torrent';
	const html = textOf(item.element, 'description') ?? '';
	const description = plainText(html.slice(0, beginning));
	return {
		protocol: kind,
		magnetUrl: isTorrent ? atMost(links.magnetUrl, maxAddress) : null,
		infoUrl: atMost(links.infoUrl, maxPage),
		commentUrl: atMost(links.commentUrl, maxPage),
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
		container: atMost(fieldOf(item, 'container'), maxContainer),
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
	const stated = toHexInfoHash(fieldOf(item, 'infohash', 'info_hash') ?? '');
	return stated ?? (magnetUrl === null ? null : (parseMagnet(magnetUrl)?.infoHash ?? null));
}

/** Characters. Sites put the facts at the beginning of a description. Only the size is searched for further down. */
const beginning = 4000;
const longestDescription = 200_000;

function plainText(html: string): string {
	return decodeEntities(html.replace(/<[^<>]{0,1000}>/g, ' ')).replace(/\s+/g, ' ');
}

/** Sites use powers of 1024 even when they write KB, MB or GB. */
const powers: Record<string, number> = {k: 1, m: 2, g: 3, t: 4, к: 1, м: 2, г: 3, т: 4};
/** Nothing but a size, in which blanks may separate thousands, and the unit may be French or Russian. */
const alone = /^\s{0,9}(\d{1,3}(?:\s\d{3}){1,3}(?:[.,]\d{1,3})?|\d[\d.,]{0,20})\s?([kmgtкмгт])(?:i?b|[бo])\s{0,9}$/iu;
/** Bytes as programs write numbers that they took for fractions: `1567890123.0`, `1.56789E+9`. */
const written = /^\d(?:\d{6,15}\.\d{1,9}|(?:\.\d{1,20})?e\+?(?:[6-9]|1[0-4]))$/i;
const withUnit = /(?<value>\d[\d.,]{0,20})\s?(?<unit>[KMGT])i?B(?:ytes?)?(?![\w/])/i;
const named = /\bsize\b\W{0,10}(?<value>\d[\d.,]{0,20})\s?(?<unit>[KMGT])i?(?:B(?:ytes?)?)?(?![\w/])/i;

/**
 * Bytes for a text such as `5.64 GB` or `1234`; 0 when it has no size. In a longer text the number
 * after the word "size" wins.
 */
export function parseSize(text: string): number {
	if (/^\d{1,16}$/.test(text) || written.test(text)) {
		return Math.round(Number(text));
	}
	const plain = /^(?<value>\d[\d,.]{0,20})(?:\s?b(?:ytes)?)?$/i.exec(text)?.groups?.['value'] ?? '';
	if (/^\d{1,3}(?:[,.]\d{3}){2,4}$/.test(plain) || (plain !== text && /^\d{1,16}$/.test(plain))) {
		return Number(plain.replace(/[,.]/g, ''));
	}
	const [, spaced, letter = ''] = alone.exec(text) ?? [];
	if (spaced !== undefined) {
		return Math.round(toNumber(spaced.replace(/\s/g, '')) * 1024 ** (powers[letter.toLowerCase()] ?? 0));
	}
	const groups = (named.exec(text) ?? withUnit.exec(text))?.groups;
	const power = powers[groups?.['unit']?.toLowerCase() ?? ''];
	return groups?.['value'] === undefined || power === undefined ? 0 : Math.round(toNumber(groups['value']) * 1024 ** power);
}

/** A comma before three digits separates thousands; otherwise it is the decimal separator, as behind dots. */
function toNumber(text: string): number {
	if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(text)) {
		return Number(text.replaceAll('.', '').replace(',', '.'));
	}
	const plain = /,\d{1,2}$/.test(text) && !text.includes('.') ? text.replace(/,(?=\d{1,2}$)/, '.') : text;
	const value = Number(plain.replaceAll(',', '').replace(/\.$/, ''));
	return Number.isFinite(value) ? value : 0;
}

/** Words that sites send when the language is unknown, or when they use the field for something else. */
const noLanguages = ['unknown', 'multi', 'dual', 'other', 'none', 'n/a'];

/** Language names by every lower-case word for them, including three-letter codes and words in other languages. */
const namesByWord = new Map(
	languageTable.flatMap(({name, words, codes, guarded}) =>
		[...words, ...codes, ...guarded, name].map((word): [string, string] => [word.toLowerCase(), name]),
	),
);

/** `English`, `en`, `eng, German` and `English - German` all occur. The names are those of `ParsedTitle`. */
function readLanguages(item: Item): string[] {
	const stated = item.attributes.get('language') ?? [fieldOf(item, 'language') ?? ''];
	const words = stated.flatMap(text =>
		text
			.slice(0, 500)
			.toLowerCase()
			.split(/[,|;/]|\s-\s/),
	);
	return [...new Set(words.map(word => toLanguage(word.trim())).filter(name => name !== null))];
}

function toLanguage(word: string): string | null {
	if (!/^\p{L}[\p{L} ()-]{1,39}$/u.test(word) || noLanguages.includes(word)) {
		return null;
	}
	const plain = word.replace(/[ ()-]+/g, ' ').trim();
	return namesByWord.get(plain) ?? languageName(word);
}

export interface Swarm {
	seeders: number | null;
	leechers: number | null;
	peers: number | null;
}

const patterns = {
	seeders: [/\bseed(?:er)?(?:s|\(s\))?\s{0,3}[:=]\s{0,3}(\d{1,7})\b/i, /\b(\d{1,7})\s{1,3}seed(?:er)?(?:s|\(s\))?(?![a-z])/i],
	leechers: [/\bleech(?:er)?(?:s|\(s\))?\s{0,3}[:=]\s{0,3}(\d{1,7})\b/i, /\b(\d{1,7})\s{1,3}leech(?:er)?(?:s|\(s\))?(?![a-z])/i],
	peers: [/\bpeers?\s{0,3}[:=]\s{0,3}(\d{1,7})\b/i, /\b(\d{1,7})\s{1,3}peers?(?![a-z])/i],
};

/** Reads the peer counts from attributes or elements, otherwise from the text of the description. */
function readSwarm(item: Item, description: string): Swarm {
	const seeders = countOf(item, 'seeders', 'seeds') ?? countIn(description, patterns.seeders);
	const leechers = countOf(item, 'leechers') ?? countIn(description, patterns.leechers);
	const peers = countOf(item, 'peers') ?? countIn(description, patterns.peers);
	return {
		seeders,
		leechers: leechers ?? (seeders !== null && peers !== null ? Math.max(peers - seeders, 0) : null),
		peers: peers ?? (seeders !== null && leechers !== null ? seeders + leechers : null),
	};
}

function countIn(text: string, choices: RegExp[]): number | null {
	const found = choices.map(pattern => pattern.exec(text)?.[1]).find(digits => digits !== undefined);
	return found === undefined ? null : Number(found);
}
