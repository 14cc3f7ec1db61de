import {parseMagnet} from '../../torrents/magnet.ts';
import {childrenOf, decodeEntities, textOf} from '../../xml.ts';
import type {FeedProtocol} from './feed-release.ts';
import {fieldOf, type Item} from './item.ts';

export interface Links {
	downloadUrl: string | null;
	magnetUrl: string | null;
	infoUrl: string | null;
	commentUrl: string | null;
	/** Bytes according to the chosen enclosure. */
	enclosureLength: number;
	/** The protocols of the enclosures; empty when none can be recognized. */
	kinds: Set<FeedProtocol>;
}

interface Enclosure {
	url: string;
	type: string;
	length: number;
}

export function readLinks(item: Item, {base, protocol}: {base: string; protocol: FeedProtocol | null}): Links {
	const enclosures = childrenOf(item.element, 'enclosure').map(({attributes}): Enclosure => {
		const length = attributes.get('length')?.trim() ?? '';
		return {
			url: attributes.get('url')?.trim() ?? '',
			type: attributes.get('type')?.trim().toLowerCase() ?? '',
			length: /^\d{1,15}$/.test(length) ? Number(length) : 0,
		};
	});
	const best = [...enclosures].sort((a, b) => rankOf(a, protocol) - rankOf(b, protocol))[0];
	const candidates = [best?.url, textOf(item.element, 'link')];
	const addresses = candidates.map(text => toAddress(text, base)).filter(text => text !== null);
	const magnetUrl = magnetOf(item, addresses);
	const downloadUrl = addresses.find(isFile) ?? magnetOf(item, addresses.length > 0 ? addresses : [magnetUrl ?? '']);
	return {
		// A wrong address next to a valid magnet link means that we misread the feed, so the item
		// is reported as unusable.
		downloadUrl: addresses.length === 0 && candidates.some(Boolean) ? null : downloadUrl,
		magnetUrl,
		enclosureLength: best?.length ?? 0,
		kinds: new Set(enclosures.map(kindOf).filter(kind => kind !== null)),
		...readPages(item, {base, downloadUrl}),
	};
}

/** Newznab sites put the page into `comments`; plain feeds put it into a `guid` that is an address. */
function readPages(item: Item, {base, downloadUrl}: {base: string; downloadUrl: string | null}): Pick<Links, 'infoUrl' | 'commentUrl'> {
	const commentUrl = webAddress(textOf(item.element, 'comments'), base);
	const guid = childrenOf(item.element, 'guid').find(child => child.attributes.get('ispermalink')?.toLowerCase() !== 'false');
	const guidUrl = /^https?:/i.test(guid?.text.trim() ?? '') ? webAddress(guid?.text ?? null, base) : null;
	const ownPage = guidUrl === downloadUrl ? null : guidUrl;
	const commentPage = commentUrl?.replace(/#comments$/, '') ?? null;
	const page = item.attributes.size > 0 ? (commentPage ?? ownPage) : (ownPage ?? commentPage);
	return {infoUrl: page ?? linkedPage(item, downloadUrl), commentUrl};
}

/** Usenet sites without a page in the item link to it in the description, which may also link to other sites. */
function linkedPage({element}: Item, downloadUrl: string | null): string | null {
	const isUsenet = childrenOf(element, 'enclosure').some(child => child.attributes.get('type')?.startsWith('application/x-nzb'));
	const description = isUsenet ? (textOf(element, 'description') ?? '').slice(0, 4000) : '';
	const hrefs = [...description.matchAll(/<a href="(https?:\/\/[^"<>\s]{1,1000})"/gi)].map(([, href = '']) => decodeEntities(href));
	return hrefs.find(href => siteOf(href) === siteOf(downloadUrl ?? '')) ?? null;
}

/** The last two labels of the host. That is exact enough to tell a site's own links from others. */
function siteOf(address: string): string | null {
	return URL.parse(address)?.hostname.split('.').slice(-2).join('.') ?? null;
}

function magnetOf(item: Item, addresses: string[]): string | null {
	const stated = [fieldOf(item, 'magneturl', 'magneturi', 'magnet'), ...addresses];
	return stated.find(text => text !== null && parseMagnet(text) !== null)?.trim() ?? null;
}

function isFile(address: string): boolean {
	return !address.startsWith('magnet:');
}

/** Lower is better: the wanted protocol first, a file before a magnet link, an unknown protocol before a wrong one. */
function rankOf(enclosure: Enclosure, protocol: FeedProtocol | null): number {
	const kind = kindOf(enclosure);
	if (kind === null) {
		return 2;
	}
	if (protocol !== null && kind !== protocol) {
		return 3;
	}
	return enclosure.type.includes('magnet') || enclosure.url.startsWith('magnet:') ? 1 : 0;
}

function kindOf({type, url}: Enclosure): FeedProtocol | null {
	if (type.startsWith('application/x-nzb') || /\.nzb$/i.test(url)) {
		return 'usenet';
	}
	return type.startsWith('application/x-bittorrent') || url.startsWith('magnet:') || /\.torrent$/i.test(url) ? 'torrent' : null;
}

function webAddress(text: string | null, base: string): string | null {
	const address = toAddress(text, base);
	return address?.startsWith('http') ? address : null;
}

/**
 * Makes an address absolute; null when it is not an address. A bare word with a dot lacks its scheme and is not a
 * relative path.
 */
function toAddress(text: string | null | undefined, base: string): string | null {
	const trimmed = text?.trim() ?? '';
	if (trimmed === '' || /^magnet:/i.test(trimmed)) {
		return trimmed || null;
	}
	if (/^https?:\/\//i.test(trimmed)) {
		return URL.canParse(trimmed) ? trimmed : null;
	}
	if (/^[a-z][a-z\d+.-]*:/i.test(trimmed) || !/[/?]/.test(trimmed)) {
		return null;
	}
	return URL.parse(trimmed, base)?.href ?? null;
}
