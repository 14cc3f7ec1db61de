import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {
	categoriesOf,
	categoryFor,
	type DownloadClientSettings,
	type DownloadControl,
} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import type {Http, HttpReply} from '../http/http.ts';
import {asRecord, asRecords, type JsonRecord, readFlag, readNumber, readText} from '../http/read-body.ts';
import {
	authenticationFailed,
	baseAddress,
	type ClientWord,
	downloadRefused,
	fetching,
	isAtLeast,
	largestList,
	meaningOf,
	notTheClient,
	ofItsMachine,
	parseVersion,
	paused,
	queued,
	readJson,
	unexpectedStatus,
	wordFields,
	working,
} from './client-reply.ts';
import type {DownloadClient, NewDownload} from './download-client.ts';
import {type NzbgetStep, nzbgetGroupWords, nzbgetHistoryMeaning, nzbgetSteps} from './nzbget-words.ts';

const name = 'NZBGet';

/** Since this version, `append` takes everything in one call. */
const oldestVersion = [16];

type CallNzbget = (method: string, params: readonly unknown[], signal: AbortSignal) => Promise<unknown>;

/** NZBGet 16 and newer, through its JSON-RPC. */
export function createNzbget(settings: DownloadClientSettings, {http}: {http: Http}): DownloadClient {
	const call = createRpc(settings, http);
	return {
		protocol: 'usenet',
		test: signal => test(call, settings, signal),
		ping: async signal => void (await call('version', [], signal)),
		add: (download, signal) => add(call, {download, settings}, signal),
		list: signal => list(call, settings, signal),
		files: async () => null,
		control: (downloadIds, action, signal) => control(call, {downloadIds, action}, signal),
		remove: (downloadId, {deleteData}, signal) => remove(call, {downloadId, deleteData}, signal),
	};
}

function createRpc(settings: DownloadClientSettings, http: Http): CallNzbget {
	const url = `${baseAddress(settings.url)}/jsonrpc`;
	const credentials = Buffer.from(`${settings.username ?? ''}:${settings.password ?? ''}`).toString('base64');
	const headers = {'content-type': 'application/json', authorization: `Basic ${credentials}`};
	return async (method, params, signal) => {
		const body = JSON.stringify({method, params, id: 1});
		return parseAnswer(method, await http({url, network: 'any', method: 'POST', body, signal, maxBytes: largestList, headers}));
	};
}

function parseAnswer(method: string, reply: HttpReply): unknown {
	if (reply.status === 401 || reply.status === 403) {
		throw authenticationFailed(`${name} refuses this user name and password.`);
	}
	if (reply.status >= 500) {
		throw unexpectedStatus(name, reply);
	}
	const answer = asRecord(readJson(reply, name));
	const error = answer && asRecord(answer['error']);
	if (error) {
		throw new UpstreamFailed(
			method === 'append' ? 'download_refused' : 'client_failed',
			`${name} says "${readText(error, 'message') ?? 'an error'}" to ${method}.`,
		);
	}
	if (!answer || !('result' in answer)) {
		throw notTheClient(name, reply);
	}
	return answer['result'];
}

async function test(call: CallNzbget, settings: DownloadClientSettings, signal: AbortSignal) {
	const version = String(await call('version', [], signal));
	const parsed = parseVersion(version);
	if (parsed && !isAtLeast(parsed, oldestVersion)) {
		throw new Invalid('unsupported_version', `This ${name} is too old (${version}); install version 16 or newer.`);
	}
	const config = asRecords(await call('config', [], signal));
	const known = config.filter(row => /^Category\d+\.Name$/.test(readText(row, 'Name') ?? '')).map(row => readText(row, 'Value'));
	const category = [categoryFor('movie', settings), categoryFor('tv', settings)].find(wanted => !known.includes(wanted));
	if (category !== undefined) {
		throw new Invalid('category_missing', `${name} has no category "${category}"; create it in its settings, or name another one.`);
	}
	const keep = config.find(row => readText(row, 'Name') === 'KeepHistory');
	const details = [`${name} ${version}`];
	if (keep && readNumber(keep, 'Value') === 0) {
		details.push('Its KeepHistory is 0: it forgets jobs before they are imported. Set it to 7 or more.');
	}

	return {version, details};
}

async function add(call: CallNzbget, {download, settings}: {download: NewDownload; settings: DownloadClientSettings}, signal: AbortSignal) {
	const {nzb, title, password, category = settings.category} = download;
	if (!nzb) {
		throw new Invalid('wrong_protocol', `${name} only accepts Usenet releases.`);
	}
	const content = Buffer.from(nzb).toString('base64');
	const parameters = password ? ['*Unpack:Password', password] : []; // names and values in turn
	const id = await call('append', [`${title}.nzb`, content, category, 0, false, settings.addPaused, '', 0, 'ALL', parameters], signal);
	if (typeof id !== 'number' || id <= 0) {
		throw downloadRefused(`${name} did not take this release; see its log.`);
	}
	return String(id);
}

async function list(call: CallNzbget, settings: DownloadClientSettings, signal: AbortSignal): Promise<ClientDownload[]> {
	const ours = categoriesOf(settings);
	const isOurs = (row: JsonRecord) => ours.includes(readText(row, 'Category') ?? '');
	const globalStatus = asRecord(await call('status', [], signal)) ?? {};
	const groups = asRecords(await call('listgroups', [0], signal)).filter(isOurs);
	const history = asRecords(await call('history', [false], signal)).filter(isOurs);
	return [...groups.map(row => parseGroup(row, globalStatus)), ...history.map(parseHistory)].filter(download => download !== null);
}

const controls = {pause: 'GroupPause', resume: 'GroupResume', top: 'GroupMoveTop', bottom: 'GroupMoveBottom'} as const;

async function control(
	call: CallNzbget,
	{downloadIds, action}: {downloadIds: readonly string[]; action: DownloadControl},
	signal: AbortSignal,
): Promise<void> {
	const wanted = new Set(downloadIds);
	const groups = asRecords(await call('listgroups', [0], signal)).filter(row => wanted.has(parseGroup(row, {})?.downloadId ?? ''));
	const ids = groups.map(row => readNumber(row, 'NZBID'));
	await (ids.length > 0 ? call('editqueue', [controls[action], '', ids], signal) : null);
}

async function remove(call: CallNzbget, {downloadId, deleteData}: {downloadId: string; deleteData: boolean}, signal: AbortSignal) {
	const isIt = (id: string | undefined) => id === downloadId;
	const groups = asRecords(await call('listgroups', [0], signal));
	const group = groups.find(row => isIt(parseGroup(row, {})?.downloadId));
	const history = asRecords(await call('history', [false], signal));
	const done = history.find(row => isIt(parseHistory(row)?.downloadId));
	if (group) {
		await call('editqueue', ['GroupFinalDelete', '', [readNumber(group, 'NZBID')]], signal);
	}

	if (done) {
		const command = deleteData ? 'HistoryFinalDelete' : 'HistoryDelete';
		await call('editqueue', [command, '', [readNumber(done, 'NZBID') ?? readNumber(done, 'ID')]], signal);
	}
}

const job = {seeders: null, leechers: null, removable: true};

/** Parses a row of `listgroups` together with the global `status`. Null when it has no id. */
export function parseGroup(row: JsonRecord, globalStatus: JsonRecord): ClientDownload | null {
	const downloadId = idOf(row);
	if (downloadId === null) {
		return null;
	}
	const remaining = sizeOf(row, 'RemainingSize');
	const meaning = groupMeaning(
		{
			...{word: readText(row, 'Status'), remaining, paused: sizeOf(row, 'PausedSize')},
			activeDownloads: readNumber(row, 'ActiveDownloads') ?? 0,
		},
		readFlag(globalStatus, 'DownloadPaused'),
	);
	const rate = readNumber(globalStatus, 'DownloadRate') ?? 0;
	return {
		...job,
		downloadId,
		title: readText(row, 'NZBName') ?? downloadId,
		...wordFields(meaning),
		size: sizeOf(row, 'FileSize'),
		sizeLeft: remaining,
		secondsLeft: meaning.status === 'downloading' && rate > 0 ? Math.round(remaining / rate) : null,
		outputPath: null,
		message: meaning.message ?? null,
	};
}

/** Parses a row of `history`. Null for one that a person deleted. */
export function parseHistory(row: JsonRecord): ClientDownload | null {
	const downloadId = idOf(row);
	const words = Object.fromEntries(nzbgetSteps.map(step => [step, readText(row, step) ?? ''])) as Record<NzbgetStep, string>; // of all steps
	const meaning = nzbgetHistoryMeaning(words);
	if (downloadId === null || meaning === null) {
		return null;
	}
	return {
		...job,
		downloadId,
		title: readText(row, 'Name') ?? downloadId,
		...wordFields(meaning),
		size: sizeOf(row, 'FileSize'),
		sizeLeft: 0,
		secondsLeft: 0,
		outputPath: readText(row, 'FinalDir') || readText(row, 'DestDir'),
		message: messageOf(words, meaning),
	};
}

/** The id a program like ours stored with the job, otherwise NZBGet's own. */
function idOf(row: JsonRecord): string | null {
	const stored = asRecords(row['Parameters']).find(parameter => readText(parameter, 'Name') === 'drone');
	const own = readNumber(row, 'NZBID') ?? readNumber(row, 'ID');
	return (stored && readText(stored, 'Value')) || (own === null ? null : String(own));
}

/** Bytes, sent as two unsigned 32-bit halves. */
function sizeOf(row: JsonRecord, key: string): number {
	return (readNumber(row, `${key}Hi`) ?? 0) * 2 ** 32 + (readNumber(row, `${key}Lo`) ?? 0);
}

function messageOf(words: Record<string, string>, {status, fault, message}: ClientWord): string | null {
	if (status === 'completed') {
		return null;
	}
	const said = `NZBGet reports: ${describe(words)}`;
	return [said, fault === 'client' ? `. ${ofItsMachine}` : '', message ? `. ${message}` : ''].join('');
}

function describe(words: Record<string, string>): string {
	return Object.entries(words)
		.filter(([, word]) => !['', 'NONE', 'SUCCESS'].includes(word))
		.map(([step, word]) => `${step.replace(/Status$/, '').toLowerCase()} ${word}`.trim())
		.join(', ');
}

interface NzbgetGroup {
	/** Null for versions that do not say it. */
	word: string | null;
	/** Bytes. */
	remaining: number;
	paused: number;
	activeDownloads: number;
}

/** What a job in the queue does. With nothing left to fetch, it is being repaired or unpacked. */
function groupMeaning({word, remaining, paused: pausedSize, activeDownloads}: NzbgetGroup, isDownloadPaused: boolean): ClientWord {
	const meaning = word ? meaningOf(nzbgetGroupWords, word, name) : null;
	if (meaning && (meaning.activity === 'working' || meaning.fault)) {
		return meaning;
	}
	if (remaining > 0 && (isDownloadPaused || pausedSize === remaining)) {
		return paused;
	}
	if (remaining === 0) {
		return working;
	}
	return activeDownloads === 0 ? queued : fetching;
}
