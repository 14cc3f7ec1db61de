import type {IncomingMessage, ServerResponse} from 'node:http';
import type {ExecutionContext} from 'ava';
import {serveHttp} from './serve-http.ts';

export interface FakeItem {
	title: string;
	guid?: string;
	/** Bytes. */
	size?: number;
	publishDate?: Date;
	categories?: number[];
	seeders?: number;
	leechers?: number;
	infoHash?: string;
	magnetUrl?: string;
	imdbId?: string;
	metaId?: number;
	tvMetaId?: number;
	season?: number;
	episode?: number;
	/** Returned at the item's download address. */
	torrent?: Uint8Array;
	nzb?: string;
	/** Replaces the item's own download address. */
	downloadUrl?: string;
	/** The page about it. */
	commentsUrl?: string;
	/** Additional attributes, such as `downloadvolumefactor`. */
	attributes?: Record<string, string>;
}

export interface FakeAnswer {
	status?: number;
	headers?: Record<string, string>;
	body?: string | Uint8Array;
}

export interface FakeIndexerOptions {
	items?: FakeItem[];
	kind?: 'torznab' | 'newznab';
	/** The whole caps document; one with every capability if not given. */
	caps?: string;
	apiKey?: string;
	/** Replaces the indexer's answer if it returns something. */
	answer?: (url: URL, request: IncomingMessage) => FakeAnswer | null;
}

export interface FakeIndexer {
	url: string;
	/** All requests so far, oldest first. */
	requests: URL[];
	/** What the next requests find; tests may change it at any time. */
	items: FakeItem[];
	answer: (url: URL, request: IncomingMessage) => FakeAnswer | null;
}

export const generousCaps = `<?xml version="1.0" encoding="UTF-8"?><caps><server version="1.3" title="Fake"/><limits default="100" max="100"/>
<searching><search available="yes" supportedParams="q"/><tv-search available="yes" supportedParams="q,season,ep,tvdbid,imdbid"/>
<movie-search available="yes" supportedParams="q,imdbid,tmdbid"/></searching>
<categories><category id="2000" name="Movies"><subcat id="2040" name="HD"/></category><category id="5000" name="TV"><subcat id="5040" name="HD"/></category></categories></caps>`;

/**
 * A Torznab or Newznab site on the loopback address: `/api` answers caps and searches,
 * `/download/<n>` the files of its items.
 */
export async function fakeIndexer(t: ExecutionContext, options: FakeIndexerOptions = {}): Promise<FakeIndexer> {
	const fake: FakeIndexer = {url: '', requests: [], items: options.items ?? [], answer: options.answer ?? (() => null)};
	fake.url = await serveHttp(t, (request, response) => {
		const url = new URL(request.url ?? '/', fake.url || `http://${request.headers.host}`);
		fake.requests.push(url);
		send(response, fake.answer(url, request) ?? answerOf(url, fake, options));
	});
	return fake;
}

function send(response: ServerResponse, {status = 200, headers = {}, body = ''}: FakeAnswer): void {
	response.writeHead(status, headers);
	response.end(body);
}

function answerOf(url: URL, {items}: FakeIndexer, {kind = 'torznab', caps = generousCaps, apiKey}: FakeIndexerOptions): FakeAnswer {
	const download = /^\/download\/(\d+)$/.exec(url.pathname);
	if (download) {
		const item = items[Number(download[1])];
		return {status: item?.torrent || item?.nzb ? 200 : 404, body: item?.torrent ?? item?.nzb ?? ''};
	}
	if (url.searchParams.get('t') === 'caps') {
		return {body: caps};
	}
	if (apiKey !== undefined && url.searchParams.get('apikey') !== apiKey) {
		return {body: '<error code="100" description="Incorrect user credentials"/>'};
	}
	const offset = Number(url.searchParams.get('offset') ?? 0);
	const limit = Number(url.searchParams.get('limit') ?? 100);
	const hits = items.map((item, index) => ({item, index})).filter(({item}) => isHit(item, url.searchParams));
	const page = hits.slice(offset, offset + limit).map(({item, index}) => toItem(item, `${url.origin}/download/${index}`, kind));
	return {body: feedOf(page, {offset, total: hits.length})};
}

export function feedOf(items: string[], {offset = 0, total = items.length}: {offset?: number; total?: number} = {}): string {
	return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:torznab="http://torznab.com/schemas/2015/feed">
<channel><title>Fake</title><newznab:response offset="${offset}" total="${total}"/>${items.join('')}</channel></rss>`;
}

function isHit(item: FakeItem, params: URLSearchParams): boolean {
	const words = (params.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
	const name = item.title.toLowerCase();
	const imdb = params.get('imdbid')?.replace(/^tt/, '');
	const categories = params.get('cat')?.split(',') ?? [];
	const own = (item.categories ?? []).map(String);
	return (
		words.every(word => name.includes(word)) &&
		(imdb === undefined || item.imdbId?.replace(/^tt/, '') === imdb) &&
		agrees(item.metaId, params.get('tmdbid')) &&
		agrees(item.tvMetaId, params.get('tvdbid')) &&
		agrees(item.season, params.get('season')) &&
		agrees(item.episode, params.get('ep')) &&
		(own.length === 0 || own.some(id => categories.includes(id) || categories.includes(`${id[0]}000`)))
	);
}

function agrees(own: number | undefined, asked: string | null): boolean {
	return asked === null || own === Number(asked);
}

export function toItem(item: FakeItem, ownUrl: string, kind: 'torznab' | 'newznab'): string {
	const {guid = ownUrl, size = 1_000_000_000, publishDate = new Date('2026-01-01T00:00:00Z')} = item;
	const url = item.downloadUrl ?? (item.torrent || item.nzb || !item.magnetUrl ? ownUrl : item.magnetUrl);
	const peers = item.seeders === undefined ? undefined : item.seeders + (item.leechers ?? 0);
	const answered: Record<string, unknown> = {
		size,
		infohash: item.infoHash,
		magneturl: item.magnetUrl,
		imdb: item.imdbId?.replace(/^tt/, ''),
		tmdbid: item.metaId,
		tvdbid: item.tvMetaId,
		...(kind === 'torznab' ? {seeders: item.seeders, peers} : {}),
		...item.attributes,
	};
	const pairs = [...Object.entries(answered), ...(item.categories ?? []).map(id => ['category', id] as const)].filter(
		([, value]) => value !== undefined,
	);
	const type = kind === 'torznab' ? 'application/x-bittorrent' : 'application/x-nzb';
	return `<item><title>${inXml(item.title)}</title><guid isPermaLink="false">${inXml(guid)}</guid><pubDate>${publishDate.toUTCString()}</pubDate>
${item.commentsUrl ? `<comments>${inXml(item.commentsUrl)}</comments>` : ''}<link>${inXml(url)}</link><enclosure url="${inXml(url)}" length="${size}" type="${type}"/>
${pairs.map(([name, value]) => `<torznab:attr name="${name}" value="${inXml(String(value))}"/>`).join('')}</item>`;
}

function inXml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
