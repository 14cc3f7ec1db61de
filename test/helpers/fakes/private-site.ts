import {randomUUID} from 'node:crypto';
import type {IncomingMessage, ServerResponse} from 'node:http';
import type {ExecutionContext} from 'ava';
import {scriptDoor} from '#test/challenge-sites/plays/script.ts';
import type {Answer} from '#test/challenge-sites/site.ts';
import {serveHttp} from '../serve-http.ts';
import {smallTorrent} from '../small-torrent.ts';

export interface Heard {
	method: string;
	path: string;
	query: URLSearchParams;
	headers: IncomingMessage['headers'];
	form: URLSearchParams;
}

export interface PrivateSite {
	url: string;
	heard: Heard[];
	/** Paths in their order. */
	paths(): string[];
	/** Everybody has to log in again. */
	forgetAll(): void;
	/** Instead of what the site usually answers, if it returns true. */
	answer: (heard: Heard, response: ServerResponse) => boolean;
	/** `imdb` is a made-up one if not given. */
	rows: {id: number; title: string; size: string; imdb?: string}[];
	infoHash: string;
	/** Challenges that browsers have solved. */
	solved: number;
}

export interface PrivateSiteOptions {
	/** Its only file; a small made-up one if not given. */
	torrent?: Uint8Array;
	/** All of it is behind a challenge, which a browser computes for so many milliseconds. */
	challengeMs?: number;
}

export const account = {username: 'vera', password: 'correct horse'};
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const html = (body: string) => `<html><body>${body}</body></html>`;

/** A made-up tracker for members, who log in with a form that has a token. */
export async function privateSite(t: ExecutionContext, {torrent: given, challengeMs}: PrivateSiteOptions = {}): Promise<PrivateSite> {
	const sessions = new Set<string>();
	const tokens = new Set<string>();
	const {torrent, infoHash} = smallTorrent();

	function welcome({form, headers}: Heard, response: ServerResponse): void {
		const isRight =
			form.get('u') === account.username &&
			form.get('p') === account.password &&
			tokens.delete(form.get('token') ?? '') &&
			hasCookie(headers, 'visit', '1');
		if (!isRight) {
			response.end(html('<p class="alert">Wrong name or password, &lt;b&gt;stranger</p>'));
			return;
		}
		const id = randomUUID();
		sessions.add(id);
		response.writeHead(302, {location: '/index', 'set-cookie': [`member=${id}; Path=/; HttpOnly`, 'lang=en; Path=/']}).end();
	}

	function pageFor(heard: Heard, response: ServerResponse): void {
		const isMember = [...sessions].some(id => hasCookie(heard.headers, 'member', id));
		switch (heard.path) {
			case '/enter': {
				const token = randomUUID();
				tokens.add(token);
				response.setHeader('set-cookie', 'visit=1; Path=/');
				const inputs = `<input name="token" value="${token}"><input name="u"><input name="p" type="password">`;
				response.end(html(`<form id="in" action="/take-login" method="post">${inputs}</form>`));
				return;
			}
			case '/take-login':
				welcome(heard, response);
				return;
			default:
		}
		if (!isMember) {
			response.writeHead(302, {location: '/enter'}).end();
			return;
		}
		switch (heard.path) {
			case '/list':
				response.end(html(`<a class="bye" href="/bye">Leave</a><table>${site.rows.map(rowOf).join('')}</table>`));
				return;
			case '/page':
				response.end(html('<a class="bye" href="/bye">Leave</a><a class="file" href="/file?id=1">Take it</a>'));
				return;
			case '/file':
				response.writeHead(200, {'content-type': 'application/x-bittorrent'}).end(given ?? torrent);
				return;
			default:
				response.end(html('<a class="bye" href="/bye">Leave</a>'));
		}
	}

	const inside: Answer = async ({request, response}) => {
		const heard = await hear(request);
		site.heard.push(heard);
		if (!site.answer(heard, response)) {
			response.setHeader('content-type', 'text/html');
			pageFor(heard, response);
		}
	};
	const answer = challengeMs === undefined ? inside : scriptDoor('private-site', challengeMs, inside);
	const note = (text: string) => {
		site.solved += text === 'solved' ? 1 : 0;
	};
	const url = await serveHttp(t, (request, response) => {
		const address = new URL(request.url ?? '/', `http://${request.headers.host}`);
		void Promise.resolve(answer({url: address, request, response, note})).catch(() => response.destroy());
	});
	const site: PrivateSite = {
		url,
		heard: [],
		paths: () => site.heard.map(({path}) => path),
		forgetAll: () => sessions.clear(),
		answer: () => false,
		rows: [{id: 1, title: 'Lantern.Tide.2019.1080p.WEB-DL.x264-NOBODY', size: '4.5 GB'}],
		infoHash,
		solved: 0,
	};
	return site;
}

const rowOf = ({id, title, size, imdb = 'tt0012345'}: PrivateSite['rows'][number]) =>
	`<tr class="one"><td><a class="t" href="/page?id=${id}">${escaped(title)}</a><i class="cat" id="c7"></i><u class="imdb">${imdb}</u></td>
	<td><a class="get" href="/file?id=${id}">get</a></td><td class="size">${size}</td><td class="up">31</td><td class="down">2</td><td class="free">0</td></tr>`;

function hasCookie({cookie = ''}: IncomingMessage['headers'], name: string, value: string): boolean {
	return cookie.split('; ').includes(`${name}=${value}`);
}

async function hear(request: IncomingMessage): Promise<Heard> {
	const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
	const {pathname, searchParams} = new URL(request.url ?? '/', 'http://site');
	return {method: request.method ?? '', path: pathname, query: searchParams, headers: request.headers, form: new URLSearchParams(body)};
}

export interface SiteParts {
	login?: string;
	/** Instead of the usual path of the search. */
	paths?: string;
	download?: string;
	/** Further lines at the top. */
	head?: string;
	settings?: string;
	/** Further lines of the search. */
	search?: string;
	/** A further line of what it can. */
	caps?: string;
}

const formLogin = `login:
  method: form
  path: enter
  form: form#in
  inputs: {u: "{{ .Config.username }}", p: "{{ .Config.password }}"}
  error: [{selector: p.alert}]
  test: {path: index, selector: a.bye}`;

/** The definition of the made-up site, in our own words. */
export function siteDefinition(
	url: string,
	{login = formLogin, paths, download = '', head = '', settings, search = '', caps = ''}: SiteParts = {},
): string {
	return `id: hidden-meadow
name: Hidden Meadow
description: A made-up site
language: en-US
type: private
encoding: UTF-8
links: ["${url}/"]
${head}
caps:
  categorymappings: [{id: c7, cat: Movies/HD}, {id: c9, cat: TV/HD}]
  modes: {search: [q], movie-search: [q, imdbid], tv-search: [q, season, ep]}
  ${caps}
settings:
${settings ?? '  - {name: username, type: text, label: Name}\n  - {name: password, type: password, label: Password}'}
${login}
search:
  paths: ${paths ?? '[{path: list}]'}
  inputs: {q: "{{ .Keywords }}", imdb: "{{ .Query.IMDBID }}"}
${search}
  rows: {selector: tr.one}
  fields:
    title: {selector: a.t}
    details: {selector: a.t, attribute: href}
    download: {selector: a.get, attribute: href}
    category: {selector: i.cat, attribute: id}
    size: {selector: td.size}
    seeders: {selector: td.up}
    leechers: {selector: td.down}
    imdbid: {selector: u.imdb}
    downloadvolumefactor: {selector: td.free}
    minimumratio: {text: "1.2"}
    minimumseedtime: {text: "172800"}
${download}
`;
}
