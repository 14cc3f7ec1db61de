import {randomBytes} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import {dayMs} from '#shared/domain/durations.ts';
import type {SandboxReply} from '../serve.ts';
import type {OpenSubtitlesSite} from './site-state.ts';
import type {SiteSubtitle} from './subtitles.ts';

export function json(status: number, body: object): SandboxReply {
	return {status, type: 'application/json; charset=utf-8', body: JSON.stringify(body)};
}

/** Logins, counted downloads and the links to files, which all live for a while only. */
export function createDesk(site: OpenSubtitlesSite) {
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
