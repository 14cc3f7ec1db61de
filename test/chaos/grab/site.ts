import {inXml} from '#scripts/demo/sandbox/indexer.ts';
import {type SandboxServer, serve} from '#scripts/demo/sandbox/serve.ts';
import type {Offer} from './offers.ts';

const caps = `<?xml version="1.0" encoding="UTF-8"?><caps><server version="1.3" title="Chaos"/><limits default="100" max="100"/>
<searching><search available="yes" supportedParams="q"/><tv-search available="no"/><movie-search available="yes" supportedParams="q"/></searching>
<categories><category id="2000" name="Movies"><subcat id="2040" name="HD"/></category></categories></caps>`;
const gigabytes = 4_000_000_000;

/** A Torznab or Newznab site with these releases and their files. */
export function openSite(offers: readonly Offer[]): Promise<SandboxServer> {
	const byNumber = new Map(offers.map(offer => [offer.number, offer]));
	return serve((url, {headers}) => {
		const file = /^\/files\/(\d{1,9})$/.exec(url.pathname)?.[1];
		if (file !== undefined) {
			const offer = byNumber.get(Number(file));
			return offer ? {type: typeOf(offer), body: offer.file} : {status: 404, type: 'text/plain', body: 'No such file'};
		}
		const asked = url.searchParams;
		if (asked.get('t') === 'caps') {
			return {type: 'application/xml', body: caps};
		}
		const words = (asked.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
		const found = offers.filter(({title}) => words.every(word => title.toLowerCase().split('.').includes(word)));
		const offset = Number(asked.get('offset') ?? 0);
		const page = found.slice(offset, offset + Number(asked.get('limit') ?? 100));
		return {type: 'application/rss+xml', body: feedOf(page, `http://${headers.host}`)};
	});
}

function feedOf(offers: readonly Offer[], site: string): string {
	return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:torznab="http://torznab.com/schemas/2015/feed"><channel>
<title>Chaos</title>${offers.map(offer => toItem(offer, site)).join('')}</channel></rss>`;
}

function toItem(offer: Offer, site: string): string {
	const {title, guid, number, infoHash, magnetUrl} = offer;
	const url = inXml(magnetUrl ?? `${site}/files/${number}`);
	const reported = {category: 2040, size: gigabytes, ...(infoHash ? {infohash: infoHash, seeders: 20, peers: 20} : {})};
	const attributes = Object.entries(reported).map(([name, value]) => `<torznab:attr name="${name}" value="${value}"/>`);
	return `<item><title>${inXml(title)}</title><guid isPermaLink="false">${guid}</guid><pubDate>${new Date().toUTCString()}</pubDate>
<link>${url}</link><enclosure url="${url}" length="${gigabytes}" type="${typeOf(offer)}"/>${attributes.join('')}</item>`;
}

const typeOf = ({protocol}: Offer) => (protocol === 'torrent' ? 'application/x-bittorrent' : 'application/x-nzb');
