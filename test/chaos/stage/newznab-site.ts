import {inXml} from '#scripts/demo/sandbox/indexer.ts';
import {type SandboxReply, type SandboxServer, serve} from '#scripts/demo/sandbox/serve.ts';
import {type Offer, videosOf} from './catalogue.ts';

export type SiteRequest = 'query' | 'grab';

export interface NewznabSite extends SandboxServer {
	/** Called for each request; an answer replaces the usual one. */
	before: (kind: SiteRequest, url: URL) => SandboxReply | null | Promise<SandboxReply | null>;
}

const caps = `<caps><server version="1.3" title="Stage"/><limits default="100" max="100"/>
<searching><search available="yes" supportedParams="q"/><tv-search available="yes" supportedParams="q,season,ep,tmdbid"/><movie-search available="yes" supportedParams="q,imdbid,tmdbid"/></searching>
<categories><category id="2000" name="Movies"><subcat id="2040" name="HD"/></category><category id="5000" name="TV"><subcat id="5040" name="HD"/></category></categories></caps>`;

/**
 * A usenet site on the loopback address: `/api` answers caps and searches, `/nzb/<guid>` the files. The same is below
 * any folder, so that one site can stand for several.
 */
export async function openNewznabSite(offers: readonly Offer[]): Promise<NewznabSite> {
	const byGuid = new Map(offers.map(offer => [offer.guid, offer]));
	const answer = (url: URL): SandboxReply => {
		const [, folder = '', root, guid = ''] = /^(.*?)\/(api|nzb)(?:\/([^/]+))?$/.exec(url.pathname) ?? [];
		const offer = byGuid.get(guid);
		if (root === 'nzb' && offer) {
			return {type: 'application/x-nzb', body: toNzb(offer)};
		}
		if (root !== 'api') {
			return {status: 404, type: 'text/plain', body: 'Not here'};
		}
		return toXml(url.searchParams.get('t') === 'caps' ? caps : toFeed(find(offers, url.searchParams), site.url + folder));
	};
	const server = await serve(async url => (await site.before(url.pathname.includes('/nzb/') ? 'grab' : 'query', url)) ?? answer(url));
	const site: NewznabSite = {...server, before: () => null};
	return site;
}

/** A search without words or ids finds the newest. */
function find(offers: readonly Offer[], params: URLSearchParams): Offer[] {
	const words = (params.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean);
	const [meta, imdb] = [params.get('tmdbid'), params.get('imdbid')];
	const kinds: Record<string, boolean> = {movie: false, tvsearch: true};
	const isShow = kinds[params.get('t') ?? ''];
	const isAsked = ({film, release, episodes}: Offer) =>
		(isShow === undefined || isShow === episodes > 0) &&
		(episodes === 0 || ((params.get('season') ?? '1') === '1' && !params.has('ep'))) &&
		(meta === null || String(film.id) === meta) &&
		(imdb === null || film.imdbId === `tt${imdb.replace(/^tt/, '')}`) &&
		words.every(word => release.toLowerCase().includes(word));
	const offset = Number(params.get('offset') ?? 0);
	return offers.filter(isAsked).slice(offset, offset + Number(params.get('limit') ?? 100));
}

function toXml(body: string): SandboxReply {
	return {type: 'application/xml; charset=utf-8', body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`};
}

function toFeed(offers: readonly Offer[], origin: string): string {
	return `<rss version="2.0" xmlns:newznab="http://www.newznab.com/DTD/2010/feeds/attributes/"><channel><title>Stage</title>
<newznab:response offset="0" total="${offers.length}"/>${offers.map(offer => toItem(offer, origin)).join('\n')}</channel></rss>`;
}

function toItem(offer: Offer, origin: string): string {
	const {film, release, guid, episodes} = offer;
	const size = offer.size * videosOf(offer).length;
	const reported: [string, string | number][] = [
		['category', episodes > 0 ? 5040 : 2040],
		['size', size],
		['tmdbid', film.id],
		['imdb', film.imdbId.slice(2)],
	];
	const address = `${origin}/nzb/${guid}`;
	return `<item><title>${inXml(release)}</title><guid isPermaLink="false">${guid}</guid>
<pubDate>${new Date(Date.now() - 86_400_000).toUTCString()}</pubDate><link>${address}</link>
<enclosure url="${address}" length="${size}" type="application/x-nzb"/>
${reported.map(([name, value]) => `<newznab:attr name="${name}" value="${value}"/>`).join('')}</item>`;
}

/** The subject tells the client which release it is, whatever name the job gets. */
function toNzb({release}: Offer): string {
	return `<?xml version="1.0" encoding="UTF-8"?><nzb xmlns="http://www.newzbin.com/DTD/2003/nzb">
<file poster="stage" date="1600000000" subject="release=${release};"><groups><group>alt.binaries.stage</group></groups>
<segments><segment bytes="1000" number="1">${release}@stage</segment></segments></file></nzb>`;
}
