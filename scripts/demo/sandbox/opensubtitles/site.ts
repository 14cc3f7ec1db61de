import {randomBytes} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import {text} from 'node:stream/consumers';
import {dayMs, hourMs} from '#shared/domain/durations.ts';
import type {SandboxReply} from '../serve.ts';
import {type SiteSubtitle, search, toCanonical} from './subtitles.ts';

export interface SiteRequest {
	method: string;
	/** Below `/api/v1/`, with its query; `/file/…` for a subtitle itself. */
	path: string;
	headers: IncomingMessage['headers'];
	/** Milliseconds of the process. */
	at: number;
	status: number;
}

/** A site that speaks OpenSubtitles' REST API v1. Everything in it may be changed at any time. */
export interface OpenSubtitlesSite {
	apiKey: string;
	username: string;
	password: string;
	/** Downloads from one midnight (UTC) to the next. */
	dailyDownloads: number;
	/** Of the day that it is by `now`. */
	downloads: number[];
	subtitles: SiteSubtitle[];
	/** The host to use after a login; the own one if null. */
	baseUrl: string | null;
	/** Milliseconds. */
	tokenLasts: number;
	linkLasts: number;
	perPage: number;
	/** Refuses a sixth request within a second, and a second login. */
	isRateLimited: boolean;
	/** Replaces the site's answer if it returns something; called after downloads were counted. */
	override: (request: Pick<SiteRequest, 'method' | 'path'>) => SandboxReply | null | Promise<SandboxReply | null>;
	requests: SiteRequest[];
	now(): Date;
}

/** A site that speaks OpenSubtitles' REST API v1. */
export function createOpenSubtitlesSite(options: Partial<OpenSubtitlesSite> = {}) {
	const site = openState(options);
	const {isLoggedIn, logIn, download, fileOf} = createAccount(site);

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
		return site.isRateLimited && !path.startsWith('/file') && recent.length >= (isLogin ? 1 : 5);
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

function openState(options: Partial<OpenSubtitlesSite>): OpenSubtitlesSite {
	return {
		apiKey: 'site-key',
		username: 'someone',
		password: 'her password',
		dailyDownloads: 20,
		downloads: [],
		subtitles: [],
		baseUrl: null,
		tokenLasts: dayMs,
		linkLasts: 3 * hourMs,
		perPage: 50,
		isRateLimited: false,
		override: () => null,
		requests: [],
		now: () => new Date(),
		...options,
	};
}

export function json(status: number, body: object): SandboxReply {
	return {status, type: 'application/json; charset=utf-8', body: JSON.stringify(body)};
}

/** Logins, counted downloads and the links to files, which all live for a while only. */
function createAccount(site: OpenSubtitlesSite) {
	const tokens = new Map<string, number>();
	const links = new Map<string, {subtitle: SiteSubtitle; until: number}>();

	function isLoggedIn({authorization = ''}: IncomingMessage['headers']): boolean {
		return (tokens.get(authorization.replace(/^Bearer /, '')) ?? 0) > site.now().getTime();
	}

	function logIn(body: string, host: string): SandboxReply {
		const {username, password} = JSON.parse(body);
		if (username !== site.username || password !== site.password) {
			return json(401, {message: 'Error, invalid username/password', status: 401});
		}
		const token = randomBytes(12).toString('hex');
		tokens.set(token, site.now().getTime() + site.tokenLasts);
		const user = {allowed_downloads: site.dailyDownloads, level: 'Sub leecher', user_id: 1, vip: false};
		return json(200, {user, token, status: 200, base_url: site.baseUrl ?? host});
	}

	function download(body: string, host: string): SandboxReply {
		const subtitle = site.subtitles.find(({fileId}) => fileId === JSON.parse(body).file_id);
		if (!subtitle) {
			return json(404, {message: 'Not found', status: 404});
		}
		const day = Math.floor(site.now().getTime() / dayMs);
		const used = site.downloads[day] ?? 0;
		const reset = {reset_time: 'soon', reset_time_utc: new Date((day + 1) * dayMs).toISOString()};
		if (used >= site.dailyDownloads) {
			return json(406, {requests: used, remaining: -1, message: 'You have downloaded your allowed subtitles for 24h.', ...reset});
		}
		site.downloads[day] = used + 1;
		const key = randomBytes(8).toString('hex');
		links.set(key, {subtitle, until: site.now().getTime() + site.linkLasts});
		const link = `http://${host}/file/${key}/${encodeURIComponent(subtitle.release)}.srt`;
		const remaining = site.dailyDownloads - used - 1;
		return json(200, {link, file_name: `${subtitle.release}.srt`, requests: used + 1, remaining, message: 'Your quota counts.', ...reset});
	}

	function fileOf(path: string): SandboxReply {
		const link = links.get(path.split('/')[2] ?? '');
		return link && link.until > site.now().getTime()
			? {type: 'application/octet-stream', body: link.subtitle.content}
			: {status: 410, type: 'text/html', body: '<!doctype html><title>Gone</title>'};
	}

	return {isLoggedIn, logIn, download, fileOf};
}
