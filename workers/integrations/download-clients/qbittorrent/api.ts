import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid} from '#shared/errors.ts';
import type {Http, HttpReply} from '../../http/http.ts';
import {asRecord, asRecords, type JsonRecord, readText} from '../../http/read-body.ts';
import {
	authenticationFailed,
	baseAddress,
	isAtLeast,
	largestList,
	notTheClient,
	parseVersion,
	readJson,
	unexpectedStatus,
} from '../client-reply.ts';

export const name = 'qBittorrent';

/** Web API of qBittorrent 4.3.3, the first that accepts seeding limits with a new torrent. */
const oldestVersion = [2, 8, 1];

export interface QbittorrentApi {
	/** The version of the Web API. Throws Invalid `unsupported_version` or `wrong_protocol`. */
	version(signal: AbortSignal): Promise<readonly number[]>;
	applicationVersion(signal: AbortSignal): Promise<string>;
	preferences(signal: AbortSignal): Promise<unknown>;
	/** Without a filter all that it has, also those of other programs. */
	torrents(filter: {category: string} | {hashes: readonly string[]} | null, signal: AbortSignal): Promise<JsonRecord[]>;
	addTorrent(form: {body: Uint8Array; contentType: string}, signal: AbortSignal): Promise<HttpReply>;
	/** Null for an unknown hash, and while the torrent has no metadata. */
	files(hash: string, signal: AbortSignal): Promise<JsonRecord[] | null>;
	setCategory(row: JsonRecord, category: string, signal: AbortSignal): Promise<void>;
	/** `method` is the last part of the address, such as `stop`. */
	control(rows: readonly JsonRecord[], method: string, signal: AbortSignal): Promise<void>;
	deleteTorrent(row: JsonRecord, deleteFiles: boolean, signal: AbortSignal): Promise<void>;
	/** Creates the category when it is missing. Throws Invalid `category_missing` when the client refuses it. */
	ensureCategory(category: string, signal: AbortSignal): Promise<void>;
}

export function createQbittorrentApi(call: CallQbittorrent): QbittorrentApi {
	const get = async (path: string, signal: AbortSignal) => expectOk(await call(path, {signal}));
	const post = async (path: string, fields: Record<string, string>, signal: AbortSignal) => {
		expectOk(await call(path, {body: new URLSearchParams(fields).toString(), signal}));
	};

	return {
		version: async signal => parseApiVersion(await get('app/webapiVersion', signal)),
		applicationVersion: async signal => bodyOf(await get('app/version', signal)),
		preferences: async signal => readJson(await get('app/preferences', signal), name),
		async torrents(filter, signal) {
			return asRecords(readJson(await get(`torrents/info${filter ? `?${queryOf(filter)}` : ''}`, signal), name));
		},
		addTorrent: (form, signal) => call('torrents/add', {...form, signal}),
		async files(hash, signal) {
			const reply = await call(`torrents/files?${new URLSearchParams({hash}).toString()}`, {signal});
			return reply.status === 404 || reply.status === 409 ? null : asRecords(readJson(expectOk(reply), name));
		},
		setCategory: (row, category, signal) => post('torrents/setCategory', {hashes: hashOf(row), category}, signal),
		control: (rows, method, signal) => post(`torrents/${method}`, {hashes: rows.map(hashOf).join('|')}, signal),
		deleteTorrent: (row, deleteFiles, signal) => post('torrents/delete', {hashes: hashOf(row), deleteFiles: String(deleteFiles)}, signal),
		ensureCategory: (category, signal) => ensureCategory(call, category, signal),
	};
}

function queryOf(filter: {category: string} | {hashes: readonly string[]}): string {
	return 'category' in filter ? new URLSearchParams(filter).toString() : `hashes=${filter.hashes.join('%7C')}`;
}

/** A refused name gets the same answer (409) as an existing one, so check the list afterwards. */
async function ensureCategory(call: CallQbittorrent, category: string, signal: AbortSignal): Promise<void> {
	const exists = async () => category in (asRecord(readJson(expectOk(await call('torrents/categories', {signal})), name)) ?? {});
	if (category === '' || (await exists())) {
		return;
	}
	await call('torrents/createCategory', {body: new URLSearchParams({category, savePath: ''}).toString(), signal});
	if (!(await exists())) {
		throw new Invalid('category_missing', `${name} does not accept the category "${category}"; choose another name.`);
	}
}

function parseApiVersion(reply: HttpReply): readonly number[] {
	const version = parseVersion(bodyOf(reply));
	if (!version) {
		throw notTheClient(name, reply);
	}
	if (!isAtLeast(version, oldestVersion)) {
		throw new Invalid('unsupported_version', `This ${name} is too old (Web API ${version.join('.')}); install version 4.4 or newer.`);
	}
	return version;
}

function expectOk(reply: HttpReply): HttpReply {
	if (reply.status === 404 || (reply.status >= 300 && reply.status < 400)) {
		throw notTheClient(name, reply);
	}
	if (reply.status !== 200) {
		throw unexpectedStatus(name, reply);
	}
	return reply;
}

export function bodyOf(reply: HttpReply): string {
	return reply.body.toString('utf8').trim();
}

function hashOf(row: JsonRecord): string {
	return readText(row, 'hash') ?? '';
}

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
