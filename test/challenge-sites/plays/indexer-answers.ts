import {createHash} from 'node:crypto';

export interface IndexedRelease {
	title: string;
	size: number;
	/** 2000 if not given. */
	category?: number;
	/** A made-up one if not given. */
	torrent?: Uint8Array;
	/** More `torznab:attr`, such as `imdb` or `season`. */
	attributes?: Record<string, string | number>;
}

export const caps = `<?xml version="1.0" encoding="UTF-8"?>
<caps><server title="Behind a door"/><limits default="100" max="100"/>
<searching><search available="yes" supportedParams="q"/><tv-search available="yes" supportedParams="q,season,ep,tvdbid"/>
<movie-search available="yes" supportedParams="q,imdbid,tmdbid"/></searching>
<categories><category id="2000" name="Movies"><subcat id="2040" name="HD"/></category><category id="5000" name="TV"/></categories></caps>`;

export function refusal(code: number, description: string): string {
	return `<?xml version="1.0" encoding="UTF-8"?>\n<error code="${code}" description="${description}"/>`;
}

export function feedOf(releases: readonly IndexedRelease[], origin: string): string {
	const items = releases.map((release, index) => itemOf(release, `${origin}/download/${index}.torrent`));
	return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:torznab="http://torznab.com/schemas/2015/feed"><channel><title>Behind a door</title>${items.join('\n')}</channel></rss>`;
}

function itemOf({title, size, category = 2000, attributes = {}}: IndexedRelease, address: string): string {
	const told = Object.entries({category, size, seeders: 10, peers: 12, ...attributes});
	return `<item><title>${inXml(title)}</title><guid isPermaLink="false">${inXml(title)}</guid>
<pubDate>${new Date(Date.now() - 86_400_000).toUTCString()}</pubDate><link>${address}</link>
<enclosure url="${address}" length="${size}" type="application/x-bittorrent"/>
${told.map(([name, value]) => `<torznab:attr name="${name}" value="${inXml(String(value))}"/>`).join('')}</item>`;
}

function inXml(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A few kilobytes, whatever size the release claims. */
const madeUpLength = 20_000;
const pieceLength = 16_384;

/** A real torrent file of one made-up file, with matching pieces. */
export function torrentOf({title, torrent}: IndexedRelease): Uint8Array {
	if (torrent) {
		return torrent;
	}
	const content = Buffer.alloc(madeUpLength, title);
	const pieces = Array.from({length: Math.ceil(madeUpLength / pieceLength)}, (_, index) =>
		createHash('sha1')
			.update(content.subarray(index * pieceLength, (index + 1) * pieceLength))
			.digest(),
	);
	const name = Buffer.from(`${title}.mkv`);
	return Buffer.concat([
		Buffer.from(`d8:announce27:http://127.0.0.1:9/announce4:infod6:lengthi${madeUpLength}e4:name${name.length}:`),
		name,
		Buffer.from(`12:piece lengthi${pieceLength}e6:pieces${pieces.length * 20}:`),
		...pieces,
		Buffer.from('ee'),
	]);
}
