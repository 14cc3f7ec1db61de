import {Invalid} from '#shared/errors.ts';
import type {HttpReply} from '../../http/http.ts';
import {asRecord, asRecords, type JsonRecord, readText} from '../../http/read-json.ts';
import {notTheClient, readJson, unexpectedStatus} from '../client-reply.ts';
import {isAtLeast, parseVersion} from '../version.ts';
import type {CallQbittorrent} from './session.ts';

export const name = 'qBittorrent';

/** Web API of qBittorrent 4.3.3, the first that accepts seeding limits with a new torrent. */
const oldestVersion = [2, 8, 1];

export interface QbittorrentApi {
	/** The version of the Web API. Throws Invalid `unsupported_version` or `wrong_protocol`. */
	version(signal: AbortSignal): Promise<readonly number[]>;
	applicationVersion(signal: AbortSignal): Promise<string>;
	preferences(signal: AbortSignal): Promise<unknown>;
	torrents(filter: {category: string} | {hashes: readonly string[]}, signal: AbortSignal): Promise<JsonRecord[]>;
	addTorrent(form: {body: Uint8Array; contentType: string}, signal: AbortSignal): Promise<HttpReply>;
	/** Null for an unknown hash, and while the torrent has no metadata. */
	files(hash: string, signal: AbortSignal): Promise<JsonRecord[] | null>;
	setCategory(row: JsonRecord, category: string, signal: AbortSignal): Promise<void>;
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
			const query = 'category' in filter ? new URLSearchParams(filter).toString() : `hashes=${filter.hashes.join('%7C')}`;
			return asRecords(readJson(await get(`torrents/info?${query}`, signal), name));
		},
		addTorrent: (form, signal) => call('torrents/add', {...form, signal}),
		async files(hash, signal) {
			const reply = await call(`torrents/files?${new URLSearchParams({hash}).toString()}`, {signal});
			return reply.status === 404 || reply.status === 409 ? null : asRecords(readJson(expectOk(reply), name));
		},
		setCategory: (row, category, signal) => post('torrents/setCategory', {hashes: hashOf(row), category}, signal),
		deleteTorrent: (row, deleteFiles, signal) => post('torrents/delete', {hashes: hashOf(row), deleteFiles: String(deleteFiles)}, signal),
		ensureCategory: (category, signal) => ensureCategory(call, category, signal),
	};
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
