import {rm} from 'node:fs/promises';
import {isAbsolute} from 'node:path';
import {wait} from '#shared/coordination/wait.ts';
import {categoriesOf, type DownloadClientSettings, type DownloadControl} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import {onDisk} from '../../files/disk-failure.ts';
import type {Http} from '../../http/http.ts';
import {type JsonRecord, readText} from '../../http/read-body.ts';
import {type ClientFolders, keptText} from '../client-folders.ts';
import {
	authenticationFailed,
	baseAddress,
	clientIds,
	isAtLeast,
	largestList,
	notTheClient,
	parseVersion,
	sharedFiles,
	sharesFiles,
	toFileList,
} from '../client-reply.ts';
import type {DownloadClient, NewDownload} from '../download-client.ts';
import {columns, goalKeys, labelOf, parseTorrent, toRows} from './parse-torrents.ts';
import {buildCall, parseReply, type XmlRpcValue} from './xml-rpc.ts';

const name = 'rTorrent';
const oldestVersion = [0, 9];

/** rTorrent never says whether it accepted a torrent: its name appears within a moment, later, or not at all. */
const polls = 10;
const pollEveryMs = 500;

/** It has no order, only priorities, of which 1 is low and 3 is high. */
const controls: Record<DownloadControl, {method: string; params: readonly XmlRpcValue[]}> = {
	pause: {method: 'd.stop', params: []},
	resume: {method: 'd.start', params: []},
	top: {method: 'd.priority.set', params: [3]},
	bottom: {method: 'd.priority.set', params: [1]},
};

type CallRtorrent = (method: string, params: readonly XmlRpcValue[], signal: AbortSignal) => Promise<unknown>;

export interface RtorrentDeps {
	http: Http;
	now: () => Date;
	clientFolders: Pick<ClientFolders, 'whyKept'>;
}

/** rTorrent 0.9 and newer, behind a web server that forwards `/RPC2` to it. */
export function createRtorrent(settings: DownloadClientSettings, {http, now, clientFolders}: RtorrentDeps): DownloadClient {
	const call = createRpc(settings, http);
	const ours = new Set(categoriesOf(settings));
	const allRows = async (signal: AbortSignal) => toRows(await call('d.multicall2', ['', '', ...Object.values(columns)], signal));
	const rows = async (signal: AbortSignal) => (await allRows(signal)).filter(row => ours.has(labelOf(row)));
	return {
		protocol: 'torrent',
		test: signal => test(call, signal),
		ping: async signal => void (await call('system.client_version', [], signal)),
		add: (download, signal) => add(call, {download, settings}, signal),
		async list(signal) {
			return (await rows(signal)).map(row => parseTorrent(row, now())).filter(download => download !== null);
		},
		files: (downloadId, signal) => files(call, downloadId, signal),
		async setCategory(downloadId, category, signal) {
			if ((await nameOf(call, downloadId, signal)) !== null) {
				await call('d.custom1.set', [downloadId.toUpperCase(), encodeURIComponent(category)], signal);
			}
		},
		async control(downloadIds, action, signal) {
			for (const id of downloadIds) {
				if ((await nameOf(call, id, signal)) !== null) {
					await call(controls[action].method, [id.toUpperCase(), ...controls[action].params], signal);
				}
			}
		},
		async remove(downloadId, {deleteData, onKept = () => {}}, signal) {
			const isIt = (row: JsonRecord) => readText(row, 'hash')?.toLowerCase() === downloadId;
			const all = await allRows(signal);
			const row = all.find(candidate => isIt(candidate) && ours.has(labelOf(candidate)));
			if (row) {
				await call('d.erase', [downloadId.toUpperCase()], signal);
				const path = deleteData ? (readText(row, 'base_path') ?? '') : '';
				const others = all.filter(other => !isIt(other)).map(other => readText(other, 'base_path'));
				await (isAbsolute(path) ? deleteContent(path, {settings, clientFolders, others, onKept}) : Promise.resolve());
			}
		},
	};
}

function createRpc(settings: DownloadClientSettings, http: Http): CallRtorrent {
	const base = baseAddress(settings.url);
	const url = new URL(base).pathname === '/' ? `${base}/RPC2` : base;
	const {username, password} = settings;
	const credentials = Buffer.from(`${username ?? ''}:${password ?? ''}`).toString('base64');
	const headers = {'content-type': 'text/xml', ...(username ? {authorization: `Basic ${credentials}`} : {})};
	return async (method, params, signal) => {
		const reply = await http({
			url,
			network: 'any',
			method: 'POST',
			body: buildCall(method, params),
			signal,
			maxBytes: largestList,
			headers,
		});
		if (reply.status === 401 || reply.status === 403) {
			throw authenticationFailed(`The web server in front of ${name} refuses this user name and password.`);
		}
		if (reply.status !== 200) {
			throw notTheClient(name, reply);
		}
		try {
			return parseReply(reply.body);
		} catch (error) {
			throw error instanceof UpstreamFailed && error.code === 'not_xml' ? notTheClient(name, reply, error) : error;
		}
	};
}

async function test(call: CallRtorrent, signal: AbortSignal) {
	const version = String(await call('system.client_version', [], signal));
	const parsed = parseVersion(version);
	if (!parsed || !isAtLeast(parsed, oldestVersion)) {
		throw new Invalid('unsupported_version', `This ${name} is too old (${version}); install version 0.9 or newer.`);
	}
	return {version, details: [`${name} ${version}`]};
}

async function add(
	call: CallRtorrent,
	{download, settings}: {download: NewDownload; settings: DownloadClientSettings},
	signal: AbortSignal,
) {
	const {hashes} = clientIds(download);
	const [id] = hashes;
	if (await nameOf(call, id, signal)) {
		return id;
	}
	const {torrent, magnetUrl, seedRatio, seedTimeMinutes} = download;
	const start = settings.addPaused ? '' : '_start';
	const method = torrent ? `load.raw${start}` : `load.${settings.addPaused ? 'normal' : 'start'}`;
	const commands = [
		`d.custom1.set=${encodeURIComponent(download.category ?? settings.category)}`,
		...(settings.directory ? [`d.directory.set="${settings.directory.replace(/["\\]/g, '\\$&')}"`] : []),
		...(seedRatio === null ? [] : [`d.custom.set=${goalKeys.ratio},${seedRatio}`]),
		...(seedTimeMinutes === null ? [] : [`d.custom.set=${goalKeys.minutes},${seedTimeMinutes}`]),
	];
	await call(method, ['', torrent ?? magnetUrl ?? '', ...commands], signal);
	for (let poll = 0; poll < polls; poll += 1) {
		if (await nameOf(call, id, signal)) {
			return id;
		}
		await wait(pollEveryMs, signal);
	}

	throw new UpstreamFailed('outcome_unclear', `${name} accepted this torrent but does not list it; see its log.`);
}

/** Null for an unknown torrent, which rTorrent reports as a fault. */
async function nameOf(call: CallRtorrent, hash: string, signal: AbortSignal): Promise<string | null> {
	try {
		return String(await call('d.name', [hash.toUpperCase()], signal));
	} catch (error) {
		if (error instanceof UpstreamFailed && error.code === 'call_failed') {
			return null;
		}
		throw error;
	}
}

const fileFields = ['f.path=', 'f.size_bytes=', 'f.completed_chunks=', 'f.size_chunks='];

/** Until its metadata has arrived, a magnet link is a torrent with one file, `<hash>.meta`. */
async function files(call: CallRtorrent, downloadId: string, signal: AbortSignal) {
	const hash = downloadId.toUpperCase();
	const isMeta = (await nameOf(call, downloadId, signal))?.endsWith('.meta') ?? true;
	const rows = isMeta ? [] : await call('f.multicall', [hash, '', ...fileFields], signal);
	const named = (Array.isArray(rows) ? rows : []).flatMap(row => {
		const [path, size, done, whole] = Array.isArray(row) ? row : [];
		return [{path, size, done, whole}];
	});
	return toFileList(named, {path: 'path', size: 'size', done: 'done', whole: 'whole'});
}

interface Deletion extends Pick<RtorrentDeps, 'clientFolders'> {
	settings: DownloadClientSettings;
	/** Where the contents of the other torrents are. */
	others: readonly (string | null)[];
	onKept(reason: string): void;
}

/** rTorrent itself never deletes the data. */
async function deleteContent(path: string, {settings, clientFolders, others, onKept}: Deletion): Promise<void> {
	const {local, reason: why} = await clientFolders.whyKept(path, settings);
	const reason = sharesFiles(path, others) ? sharedFiles : why;
	if (reason !== null) {
		onKept(keptText(local, reason));
		return;
	}
	await onDisk(local, () => rm(local, {recursive: true, force: true}));
}
