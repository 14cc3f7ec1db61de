import {yearOf} from './films.ts';
import {releases, type SandboxRelease} from './releases.ts';
import {type SandboxReply, type SandboxServer, serve} from './serve.ts';

interface IndexerOptions {
	apiKey: string;
	/** Returns the `.torrent` file of a release. */
	torrentOf: (release: SandboxRelease) => Promise<Uint8Array>;
}

const caps = `<?xml version="1.0" encoding="UTF-8"?>
<caps><server version="1.3" title="Kinoteka sandbox"/><limits default="100" max="100"/>
<searching><search available="yes" supportedParams="q"/><tv-search available="no"/><movie-search available="yes" supportedParams="q,imdbid,tmdbid"/></searching>
<categories><category id="2000" name="Movies"><subcat id="2030" name="SD"/><subcat id="2040" name="HD"/><subcat id="2045" name="UHD"/></category></categories></caps>`;

/**
 * A Torznab site. With the right key, `/api` answers caps and searches, and
 * `/torrents/<number>.torrent` returns the files.
 */
export function openSandboxIndexer({apiKey, torrentOf}: IndexerOptions): Promise<SandboxServer> {
	return serve(async (url, {headers}) => {
		const file = /^\/torrents\/(\d{1,6})\.torrent$/.exec(url.pathname);
		if (file) {
			const release = releases.find(({number}) => number === Number(file[1]));
			return release
				? {type: 'application/x-bittorrent', body: await torrentOf(release)}
				: {status: 404, type: 'text/plain', body: 'No such torrent'};
		}
		return url.pathname === '/api' ? answerTo(url.searchParams, {apiKey, site: `http://${headers.host}`}) : notFound;
	});
}

const notFound: SandboxReply = {status: 404, type: 'text/plain', body: 'Not here'};

function answerTo(params: URLSearchParams, {apiKey, site}: {apiKey: string; site: string}): SandboxReply {
	if (params.get('apikey') !== apiKey) {
		return toXml('<error code="100" description="Incorrect user credentials"/>');
	}
	if (params.get('t') === 'caps') {
		return toXml(caps);
	}
	if (!['search', 'movie'].includes(params.get('t') ?? '')) {
		return toXml('<error code="203" description="Function not available"/>');
	}
	const offset = Number(params.get('offset') ?? 0);
	const found = releases.filter(release => isAskedFor(release, params));
	const items = found.slice(offset, offset + Number(params.get('limit') ?? 100)).map(release => toItem(release, site));
	return toXml(`<rss version="2.0" xmlns:newznab="http://www.newznab.com/DTD/2010/feeds/attributes/" xmlns:torznab="http://torznab.com/schemas/2015/feed">
<channel><title>Kinoteka sandbox</title><newznab:response offset="${offset}" total="${found.length}"/>${items.join('\n')}</channel></rss>`);
}

function toXml(body: string): SandboxReply {
	return {
		type: 'application/rss+xml; charset=utf-8',
		body: body.startsWith('<?') ? body : `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
	};
}

/** An id finds the film's releases and, as on many sites, others with similar names. */
function isAskedFor({film, category, searchText}: SandboxRelease, params: URLSearchParams): boolean {
	const categories = params.get('cat')?.split(',') ?? [];
	const ids = {tmdb: params.get('tmdbid'), imdb: params.get('imdbid')?.replace(/^tt/, '')};
	const hasId = ids.tmdb === String(film?.id) || `tt${ids.imdb}` === film?.imdbId;
	const isAlike = film === null && ids.tmdb === '10378';
	const words = (params.get('q') ?? '').toLowerCase().split(/\s+/);
	const isInCategory = categories.length === 0 || categories.includes('2000') || categories.includes(String(category));
	return isInCategory && (ids.tmdb || ids.imdb ? hasId || isAlike : words.every(word => searchText.includes(word)));
}

function toItem({number, title, size, seeders, category, ageDays, film}: SandboxRelease, site: string): string {
	const address = `${site}/torrents/${number}.torrent`;
	const attributes: [string, string | number][] = [
		['category', category],
		['size', size],
		['seeders', seeders],
		['peers', seeders],
		['files', 1],
		...(film
			? ([
					['tmdbid', film.id],
					['imdb', film.imdbId.slice(2)],
					['year', yearOf(film)],
				] as [string, string | number][])
			: []),
	];
	return `<item><title>${inXml(title)}</title><guid isPermaLink="false">sandbox-${number}</guid>
<pubDate>${new Date(Date.now() - ageDays * 86_400_000).toUTCString()}</pubDate><link>${address}</link>
<enclosure url="${address}" length="${size}" type="application/x-bittorrent"/>
${attributes.map(([name, value]) => `<torznab:attr name="${name}" value="${value}"/>`).join('')}</item>`;
}

export function inXml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
