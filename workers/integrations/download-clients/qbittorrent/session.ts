import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import type {Http, HttpReply} from '../../http/http.ts';
import {authenticationFailed, baseAddress, largestList, notTheClient} from '../client-reply.ts';

export interface QbittorrentCall {
	/** `GET` without a body, `POST` with one. */
	body?: string | Uint8Array;
	contentType?: string;
	signal: AbortSignal;
}

export type CallQbittorrent = (path: string, call: QbittorrentCall) => Promise<HttpReply>;

const form = 'application/x-www-form-urlencoded';

/**
 * Calls the Web API v2 with the session it needs: an API key (5.2 and newer), a login, or none where the client trusts
 * our address.
 * An expired session is renewed once.
 */
export function createQbittorrentSession(settings: DownloadClientSettings, http: Http): CallQbittorrent {
	const base = baseAddress(settings.url);
	let cookie: string | null = null;

	const send = (path: string, {body, contentType, signal}: QbittorrentCall) =>
		http({
			url: `${base}/api/v2/${path}`,
			network: 'any',
			signal,
			maxBytes: largestList,
			// It refuses requests whose Referer is not its own address.
			headers: {
				referer: `${base}/`,
				...(settings.apiKey ? {authorization: `Bearer ${settings.apiKey}`} : {}),
				...(cookie ? {cookie} : {}),
				...(body === undefined ? {} : {'content-type': contentType ?? form}),
			},
			...(body === undefined ? {method: 'GET' as const} : {method: 'POST' as const, body}),
		});

	const logIn = async (signal: AbortSignal) => {
		const {username, password} = settings;
		cookie = null;
		const body = new URLSearchParams({username: username ?? '', password: password ?? ''}).toString();
		cookie = parseLogin(await send('auth/login', {body, signal}));
	};

	return async (path, call) => {
		const canLogIn = !settings.apiKey && Boolean(settings.username);
		if (canLogIn && cookie === null) {
			await logIn(call.signal);
		}

		const reply = await send(path, call);
		if (reply.status !== 401 && reply.status !== 403) {
			return reply;
		}

		if (!canLogIn) {
			throw authenticationFailed('qBittorrent requires a login; enter its user name and password, or a valid API key.');
		}

		await logIn(call.signal);
		const second = await send(path, call);
		if (second.status === 401 || second.status === 403) {
			throw authenticationFailed('qBittorrent refuses us although the login succeeded; check its Web UI security settings.');
		}

		return second;
	};
}

/** The cookies to send back, whatever their names: `SID`, or `QBT_SID_<port>` since 5.2. */
function parseLogin(reply: HttpReply): string {
	if (reply.status === 403) {
		throw authenticationFailed(
			'qBittorrent has banned our address after too many failed logins; wait or restart it, and check the password.',
		);
	}

	const text = reply.body.toString('utf8').trim();
	if (reply.status === 401 || (reply.status === 200 && text === 'Fails.')) {
		throw authenticationFailed('qBittorrent refuses this user name and password.');
	}

	if (reply.status === 404 || reply.status >= 300 || (text !== '' && text !== 'Ok.')) {
		throw notTheClient('qBittorrent', reply);
	}

	return reply.cookies.map(line => line.split(';')[0]!.trim()).join('; '); // split() returns at least one part
}
