import {setTimeout as pause} from 'node:timers/promises';
import {type SandboxReply, serve} from '#scripts/demo/sandbox/serve.ts';

/** How a site answers a search. */
export type Manner = {kind: 'late'} | {kind: 'broken'} | {kind: 'limited'} | {kind: 'well'; delayMs: number; items: number};

export interface Sites {
	urls: string[];
	close(): Promise<void>;
}

const gigabyte = 1024 ** 3;
/** Longer than any indexer may take. */
const lateMs = 8000;
const groups = ['OAK', 'ELM', 'FIR', 'ASH', 'YEW'];
const qualities = ['720p.WEB-DL.x264', '1080p.WEB-DL.x265', '1080p.BluRay.x264', '2160p.WEB-DL.HEVC', 'DVDRip.XviD'];
const caps = `<?xml version="1.0" encoding="UTF-8"?><caps><server version="1.3" title="Bench"/><limits default="100" max="100"/>
<searching><search available="yes" supportedParams="q"/><movie-search available="yes" supportedParams="q"/></searching>
<categories><category id="2000" name="Movies"/></categories></caps>`;

/** Torznab sites, each with its own manner. */
export async function serveSites(manners: readonly Manner[]): Promise<Sites> {
	const servers = await Promise.all(manners.map((manner, site) => serve(url => answer(url, manner, site))));
	return {urls: servers.map(({url}) => url), close: async () => void (await Promise.all(servers.map(server => server.close())))};
}

async function answer(url: URL, manner: Manner, site: number): Promise<SandboxReply> {
	if (url.searchParams.get('t') === 'caps') {
		return {type: 'application/xml', body: caps};
	}
	if (manner.kind === 'broken') {
		return {status: 500, type: 'text/plain', body: 'Out of order'};
	}
	if (manner.kind === 'limited') {
		return {status: 429, type: 'text/plain', body: 'Too many requests'};
	}
	await pause(manner.kind === 'late' ? lateMs : manner.delayMs);
	const count = manner.kind === 'well' && !Number(url.searchParams.get('offset')) ? manner.items : 0;
	const items = Array.from({length: count}, (_none, n) => toItem(n, site));
	return {
		type: 'application/rss+xml',
		body: `<?xml version="1.0"?><rss xmlns:torznab="http://torznab.com/schemas/2015/feed"><channel>${items.join('')}</channel></rss>`,
	};
}

function toItem(n: number, site: number): string {
	const title = `The.Quiet.Harbour.${2000 + (n % 20)}.${qualities[n % qualities.length]}-${groups[n % groups.length]}`;
	const hash = (site * 1000 + n).toString(16).padStart(40, '0');
	return `<item><title>${title}</title><guid>${site}-${n}</guid><link>magnet:?xt=urn:btih:${hash}</link>
<pubDate>Thu, 19 Nov 2026 12:00:00 +0000</pubDate><torznab:attr name="category" value="2000"/><torznab:attr name="size" value="${4 * gigabyte}"/>
<torznab:attr name="seeders" value="${n}"/><torznab:attr name="infohash" value="${hash}"/></item>`;
}
