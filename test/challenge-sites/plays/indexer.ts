import type {Play, SiteOptions} from '../play.ts';
import type {Visit} from '../site.ts';
import {caps, feedOf, type IndexedRelease, refusal, torrentOf} from './indexer-answers.ts';
import {scriptDoor} from './script.ts';

const oneFilm: readonly IndexedRelease[] = [{title: 'Lantern.Tide.2019.1080p.WEB-DL.x264-NOVA', size: 4_000_000_000, category: 2040}];

/** A Torznab site that answers nothing before its challenge is solved. */
export function playIndexer({workMs = 5000, releases = oneFilm, apiKey}: SiteOptions): Play {
	return {answer: scriptDoor('indexer', workMs, visit => answerIndexer(visit, releases, apiKey))};
}

function answerIndexer(visit: Visit, releases: readonly IndexedRelease[], apiKey: string | undefined): void {
	const {pathname, searchParams, origin} = visit.url;
	const file = /^\/download\/(\d{1,4})\.torrent$/.exec(pathname);
	const release = file ? releases[Number(file[1])] : undefined;
	if (release) {
		send(visit, 'application/x-bittorrent', torrentOf(release));
		return;
	}
	if (pathname !== '/api') {
		visit.response.writeHead(404, {server: 'cloudflare', 'content-type': 'text/plain'}).end('Not here');
		return;
	}
	const asked = searchParams.get('t');
	if (asked === 'caps') {
		send(visit, 'application/xml', caps);
		return;
	}
	if (apiKey !== undefined && searchParams.get('apikey') !== apiKey) {
		send(visit, 'application/xml', refusal(100, 'Incorrect user credentials'));
		return;
	}
	const isSearch = ['search', 'movie', 'tvsearch'].includes(asked ?? '');
	send(
		visit,
		'application/rss+xml',
		isSearch ? feedOf(Number(searchParams.get('offset')) > 0 ? [] : releases, origin) : refusal(203, 'No such function'),
	);
}

function send({response}: Visit, type: string, body: string | Uint8Array): void {
	response.writeHead(200, {server: 'cloudflare', 'content-type': type}).end(body);
}
