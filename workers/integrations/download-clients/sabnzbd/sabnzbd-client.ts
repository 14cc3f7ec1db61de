import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {withPassword} from '#shared/domain/downloads/client-download.ts';
import {
	categoriesOf,
	categoryFor,
	type DownloadClientSettings,
	type DownloadControl,
} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import type {Http, HttpReply} from '../../http/http.ts';
import {asRecord, asRecords, type JsonRecord, readNumber, readText} from '../../http/read-body.ts';
import {
	authenticationFailed,
	baseAddress,
	downloadRefused,
	isAtLeast,
	largestList,
	notTheClient,
	parseVersion,
	readJson,
	unexpectedStatus,
} from '../client-reply.ts';
import type {DownloadClient, NewDownload} from '../download-client.ts';
import {buildMultipart} from '../qbittorrent/qbittorrent-client.ts';
import {countRows, parseHistory, parseQueue, sabnzbdForgetsEarly} from './parse-jobs.ts';

const oldestVersion = [0, 7];

/** Rows of a page of the history, which begins with the newest. */
const pageRows = 200;
/** Pages that are read at most: more jobs than a busy client finishes between two polls. */
const maxPages = 50;

interface Sabnzbd {
	settings: DownloadClientSettings;
	call: CallSabnzbd;
}

/** SABnzbd 0.7 and newer. */
export function createSabnzbd(settings: DownloadClientSettings, {http}: {http: Http}): DownloadClient {
	const client = {settings, call: createSabnzbdApi(settings, http)};
	return {
		protocol: 'usenet',
		test: signal => test(client, signal),
		// It tells its version to everybody.
		ping: async signal => void (await client.call('queue', {start: '0', limit: '1'}, {signal})),
		add: (download, signal) => add(client, download, signal),
		async list(signal, wanted = new Set()) {
			const ours = categoriesOf(settings);
			const queue = parseQueue(await client.call('queue', {start: '0', limit: '0', ...onlyOf(ours)}, {signal}), ours);
			const queued = new Set(queue.map(({downloadId}) => downloadId));
			return [...queue, ...(await readHistory(client, wanted.difference(queued), signal))];
		},
		files: async () => null,
		control: (downloadIds, action, signal) => control(client, {downloadIds, action}, signal),
		async remove(downloadId, {deleteData}, signal) {
			const gone = {name: 'delete', value: downloadId, del_files: deleteData ? '1' : '0'};
			await client.call('queue', gone, {signal});
			await client.call('history', {...gone, archive: '0'}, {signal});
		},
	};
}

/** It moves one job at a time, to a place that is counted from 0. */
async function control(
	{call}: Sabnzbd,
	{downloadIds, action}: {downloadIds: readonly string[]; action: DownloadControl},
	signal: AbortSignal,
): Promise<void> {
	if (action === 'pause' || action === 'resume') {
		await call('queue', {name: action, value: downloadIds.join(',')}, {signal});
		return;
	}
	const queue = asRecord((await call('queue', {start: '0', limit: '1'}, {signal}))['queue']) ?? {};
	const last = Math.max(0, Number(queue['noofslots_total'] ?? queue['noofslots'] ?? 1) - 1);
	for (const id of action === 'top' ? downloadIds.toReversed() : downloadIds) {
		await call('switch', {value: id, value2: String(action === 'top' ? 0 : last)}, {signal});
	}
}

/** It is asked for one category or for all, so that the pages of several are in one order. */
function onlyOf([category = '', ...others]: readonly string[]): Record<string, string> {
	return others.length > 0 ? {} : {category};
}

/** The newest page, and older ones as long as one of the wanted jobs has not been found. */
async function readHistory({call, settings}: Sabnzbd, wanted: ReadonlySet<string>, signal: AbortSignal) {
	const ours = categoriesOf(settings);
	const found = new Map<string, ClientDownload>();
	for (let page = 0; page < maxPages; page += 1) {
		const answer = await call('history', {start: String(page * pageRows), limit: String(pageRows), ...onlyOf(ours)}, {signal});
		for (const job of parseHistory(answer, ours)) {
			found.set(job.downloadId, job);
		}
		if (countRows(answer) < pageRows || wanted.isSubsetOf(found)) {
			break;
		}
	}
	return found.values();
}

async function test({call, settings}: Sabnzbd, signal: AbortSignal) {
	const version = readText(await call('version', {}, {signal}), 'version') ?? 'unknown';
	const details = [`${name} ${version}`, ...checkVersion(version)];
	const config = asRecord((await call('get_config', {}, {signal}))['config']) ?? {};
	const known = asRecords(config['categories']);
	for (const wanted of new Set([categoryFor('movie', settings), categoryFor('tv', settings)])) {
		checkCategory(
			wanted,
			known.find(row => readText(row, 'name') === wanted),
		);
	}
	if (sabnzbdForgetsEarly(retentionOf(config))) {
		details.push('It removes jobs from its history early, maybe before they are imported; keep them for 14 days.');
	}

	return {version, details};
}

function checkCategory(wanted: string, category: JsonRecord | undefined): void {
	if (!category) {
		throw new Invalid('category_missing', `${name} has no category "${wanted}"; create it in its settings, or name another one.`);
	}
	if (readText(category, 'dir')?.endsWith('*')) {
		throw new Invalid('category_missing', `The folder of the category "${wanted}" ends in *, so jobs get no folder; remove the *.`);
	}
}

/** Development versions report `develop`. */
function checkVersion(version: string): string[] {
	const parsed = parseVersion(version);
	if (!parsed) {
		return ['It does not report its version and is treated as the newest.'];
	}
	if (!isAtLeast(parsed, oldestVersion)) {
		throw new Invalid('unsupported_version', `This ${name} is too old (${version}); install version 0.7 or newer.`);
	}
	return [];
}

function retentionOf(config: JsonRecord) {
	const misc = asRecord(config['misc']) ?? {};
	return {
		retention: String(misc['history_retention'] ?? ''),
		option: readText(misc, 'history_retention_option'),
		number: readNumber(misc, 'history_retention_number') ?? 0,
	};
}

async function add(
	{call, settings}: Sabnzbd,
	{nzb, title, password, category = settings.category}: NewDownload,
	signal: AbortSignal,
): Promise<string> {
	if (!nzb) {
		throw new Invalid('wrong_protocol', `${name} only accepts Usenet releases.`);
	}
	const nzbname = withPassword(title, password);
	const {body, contentType} = await buildMultipart({name: {name: `${nzbname}.nzb`, bytes: nzb, type: 'application/x-nzb'}});
	const priority = settings.addPaused ? '-2' : '-100';
	const answer = await call('addfile', {cat: category, priority, nzbname}, {signal, body, contentType});
	const ids = answer['nzo_ids'];
	const [id] = Array.isArray(ids) ? ids : [];
	if (typeof id !== 'string') {
		throw downloadRefused(`${name} did not take this release; it may have been there before.`);
	}
	return id;
}

const name = 'SABnzbd';

interface SabnzbdCall {
	signal: AbortSignal;
	body?: Uint8Array;
	contentType?: string;
}

type CallSabnzbd = (mode: string, params: Record<string, string>, call: SabnzbdCall) => Promise<JsonRecord>;

/**
 * SABnzbd's API, with the API key, or with user name and password when there is no key. Errors arrive with status 200.
 */
function createSabnzbdApi(settings: DownloadClientSettings, http: Http): CallSabnzbd {
	const base = baseAddress(settings.url);
	const credentials = settings.apiKey
		? {apikey: settings.apiKey}
		: {ma_username: settings.username ?? '', ma_password: settings.password ?? ''};
	return async (mode, params, {signal, body, contentType}) => {
		const query = new URLSearchParams({mode, output: 'json', ...credentials, ...params});
		const reply = await http({
			url: `${base}/api?${query}`,
			network: 'any',
			signal,
			maxBytes: largestList,
			...(body && {method: 'POST' as const, body, headers: {'content-type': contentType ?? ''}}),
		});
		return parseAnswer(mode, reply);
	};
}

function parseAnswer(mode: string, reply: HttpReply): JsonRecord {
	if (reply.status === 401 || reply.status === 403) {
		throw authenticationFailed(whyRefused(reply.body.toString('utf8')));
	}
	if (reply.status >= 500) {
		throw unexpectedStatus(name, reply);
	}
	const text = reply.body.toString('utf8').trim();
	const answer = text.startsWith('error:') ? {error: text.slice('error:'.length).trim()} : asRecord(readJson(reply, name));
	if (!answer || reply.status !== 200) {
		throw notTheClient(name, reply);
	}
	const error = readText(answer, 'error');
	if (error) {
		throw toFailure(error, mode);
	}
	return answer;
}

/** A key is not even looked at under a name that is not in its list, or from an address that is not of its network. */
function whyRefused(text: string): string {
	if (/hostname/i.test(text)) {
		return `${name} does not answer under this host name; add it to its "host_whitelist", or use its IP address.`;
	}
	return /^\s*access denied/i.test(text)
		? `${name} does not allow our address; look at "External internet access" and "local_ranges" in its settings.`
		: `${name} refuses this API key.`;
}

function toFailure(error: string, mode: string) {
	if (/api ?key|authentication|username|password/i.test(error)) {
		return authenticationFailed(`${name} says "${error}"; enter its full API key, as the NZB key cannot read.`);
	}
	return new UpstreamFailed(mode === 'addfile' ? 'download_refused' : 'client_failed', `${name} says "${error}" to ${mode}.`);
}
