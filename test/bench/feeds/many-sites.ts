import {serve} from '#scripts/demo/sandbox/serve.ts';

const caps = `<?xml version="1.0" encoding="UTF-8"?><caps><server version="1.3" title="Bench"/><limits default="100" max="100"/>
<searching><search available="yes" supportedParams="q"/><movie-search available="yes" supportedParams="q"/></searching>
<categories><category id="2000" name="Movies"/></categories></caps>`;
const qualities = ['720p.WEB-DL.x264', '1080p.WEB-DL.x265', '1080p.BluRay.x264', '2160p.WEB-DL.HEVC', '1080p.HDTV.x264'];
const gigabyte = 1024 ** 3;
/** A page of a site has some 2 KB for each release, most of it about things that we do not read. */
const description = 'General words about the release that nobody reads. '.repeat(26);

interface Name {
	title: string;
	year: number;
}

/** Sites that offer the same movies, each its own releases of them, below the paths `/0`, `/1` and so on. */
export async function serveManySites(names: readonly Name[], count: number) {
	const asked = {feeds: new Map<string, number>(), searches: new Map<string, number>()};
	const server = await serve(url => {
		const site = Number(url.pathname.split('/')[1]);
		if (url.searchParams.get('t') === 'caps') {
			return {type: 'application/xml', body: caps};
		}
		const query = url.searchParams.get('q');
		if (!Number(url.searchParams.get('offset'))) {
			const counts = query ? asked.searches : asked.feeds;
			counts.set(String(site), (counts.get(String(site)) ?? 0) + 1);
		}
		const first = Number(url.searchParams.get('offset') ?? 0);
		const items = Array.from({length: first > 0 ? 0 : count}, (_none, n) =>
			toItem(query ? names[0]! : names[(site * count + n) % names.length]!, {site, n}),
		);
		return {
			type: 'application/rss+xml',
			body: `<?xml version="1.0"?><rss xmlns:torznab="http://torznab.com/schemas/2015/feed"><channel>${items.join('')}</channel></rss>`,
		};
	});
	return {url: server.url, close: server.close, feeds: () => [...asked.feeds.values()], searches: () => [...asked.searches.values()]};
}

function toItem({title, year}: Name, {site, n}: {site: number; n: number}): string {
	const name = `${title.replaceAll(/[^\w]+/g, '.')}.${year}.${qualities[n % qualities.length]}-GROUP${site}`;
	const hash = (site * 1000 + n).toString(16).padStart(40, '0');
	return `<item><title>${name}</title><guid>${site}-${n}</guid><link>magnet:?xt=urn:btih:${hash}</link><description>${description}</description>
<pubDate>Thu, 19 Nov 2026 12:00:00 +0000</pubDate><torznab:attr name="category" value="2000"/><torznab:attr name="size" value="${4 * gigabyte}"/>
<torznab:attr name="seeders" value="${n}"/><torznab:attr name="infohash" value="${hash}"/></item>`;
}
