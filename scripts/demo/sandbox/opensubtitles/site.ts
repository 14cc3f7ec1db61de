import type {IncomingMessage} from 'node:http';
import {text} from 'node:stream/consumers';
import {dayMs} from '#shared/domain/durations.ts';
import type {SandboxReply} from '../serve.ts';
import {createDesk, json} from './desk.ts';
import {type OpenSubtitlesSite, openState} from './site-state.ts';
import {search, toCanonical} from './subtitles.ts';

/** A site that speaks OpenSubtitles' REST API v1. */
export function createOpenSubtitlesSite(options: Partial<OpenSubtitlesSite> = {}) {
	const site = openState(options);
	const {isLoggedIn, logIn, download, fileOf} = createDesk(site);

	function answerTo(url: URL, {method, headers}: IncomingMessage, body: string): SandboxReply {
		const host = headers.host ?? '';
		if (url.pathname.startsWith('/file/')) {
			return fileOf(url.pathname);
		}
		if (headers['api-key'] !== site.apiKey || !/ v\d/.test(headers['user-agent'] ?? '')) {
			return json(403, {message: 'You cannot consume this service'});
		}
		const name = `${method} ${url.pathname.replace(/^\/api\/v1\//, '')}`;
		if (name === 'GET subtitles') {
			const canonical = toCanonical(url.searchParams);
			if (url.search.slice(1) !== canonical) {
				return {status: 301, type: 'text/html', body: '', headers: {location: `${url.pathname}?${canonical}`}};
			}
			const page = search(site.subtitles, url.searchParams, site.perPage);
			return page ? json(200, page) : {status: 400, type: 'application/json', body: ''};
		}
		if (name === 'POST login') {
			return logIn(body, host);
		}
		if (name === 'GET infos/formats') {
			return json(200, {data: {output_formats: ['srt']}});
		}
		if (!isLoggedIn(headers)) {
			return json(401, {message: 'invalid token'});
		}
		const used = site.downloads[Math.floor(site.now().getTime() / dayMs)] ?? 0;
		const user = {level: 'Sub leecher', allowed_downloads: site.dailyDownloads, remaining_downloads: site.dailyDownloads - used};
		const known: Record<string, () => SandboxReply> = {
			'GET infos/user': () => json(200, {data: user}),
			'POST download': () => download(body, host),
		};
		return known[name]?.() ?? json(404, {message: 'No such address'});
	}

	/** More than the site allows within the last second? */
	function isTooFast(path: string, at: number): boolean {
		const isLogin = path.startsWith('login');
		const recent = site.requests.filter(
			each => each.at > at - 1000 && each.path.startsWith('login') === isLogin && !each.path.startsWith('/file'),
		);
		return site.isPaced && !path.startsWith('/file') && recent.length >= (isLogin ? 1 : 5);
	}

	return Object.assign(site, {
		async answer(url: URL, request: IncomingMessage): Promise<SandboxReply> {
			const body = await text(request);
			const at = performance.now();
			const method = request.method ?? 'GET';
			const path = `${url.pathname.replace(/^\/api\/v1\//, '')}${url.search}`;
			const own = isTooFast(path, at) ? {...json(429, {message: 'Throttle'}), headers: {'retry-after': '1'}} : answerTo(url, request, body);
			const reply = (await site.override({method, path})) ?? own;
			site.requests.push({method, path, headers: request.headers, at, status: reply.status ?? 200});
			return reply;
		},
	});
}
