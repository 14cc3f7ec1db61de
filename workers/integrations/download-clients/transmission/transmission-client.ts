import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {categoriesOf, type DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import type {Http} from '../../http/http.ts';
import {asRecord, asRecords, type JsonRecord, readNumber, readText} from '../../http/read-body.ts';
import {keptText} from '../client-folders.ts';
import {clientIds, downloadRefused, onceTaken, pathBelow, sharedFiles, sharesFiles, toFileList, withoutSlash} from '../client-reply.ts';
import type {DownloadClient, NewDownload, RemovalOptions} from '../download-client.ts';
import {isRenamedOnDisk, parseGoals, parseTorrent, placeOf, torrentFields} from './parse-torrents.ts';
import {type CallTransmission, createTransmissionRpc, name} from './rpc.ts';

/** RPC version of Transmission 2.40, the first whose rows have all the fields we need. */
const oldestRpcVersion = 14;

interface Transmission {
	settings: DownloadClientSettings;
	call: CallTransmission;
}

/** Transmission 2.40 to 4.x; 4.1 still understands the old names. */
export function createTransmission(settings: DownloadClientSettings, {http}: {http: Http}): DownloadClient {
	const client = {settings, call: createTransmissionRpc(settings, http)};
	return {
		protocol: 'torrent',
		test: signal => test(client, signal),
		ping: async signal => void (await readSession(client, signal)),
		add: (download, signal) => add(client, download, signal),
		list: signal => list(client, signal),
		async files(downloadId, signal) {
			const {torrents} = await client.call('torrent-get', {ids: [downloadId], fields: ['files']}, signal);
			const named = {path: 'name', size: 'length', done: 'bytesCompleted', whole: 'length'};
			return toFileList(asRecords(asRecords(torrents)[0]?.['files']), named);
		},
		setCategory: (downloadId, category, signal) => setLabel(client, {downloadId, category}, signal),
		async control(downloadIds, action, signal) {
			await client.call(controls[action], {ids: [...downloadIds]}, signal);
		},
		remove: (downloadId, options, signal) => remove(client, {downloadId, ...options}, signal),
	};
}

async function remove(
	{call}: Transmission,
	{downloadId, deleteData, onKept}: RemovalOptions & {downloadId: string},
	signal: AbortSignal,
): Promise<void> {
	const {torrents} = deleteData ? await call('torrent-get', {fields: ['hashString', 'name', 'downloadDir']}, signal) : {};
	const places = (await withNamesOnDisk(call, asRecords(torrents), signal)).map(row => ({
		id: readText(row, 'hashString')?.toLowerCase(),
		path: placeOf(row),
	}));
	const path = places.find(({id}) => id === downloadId)?.path ?? null;
	const isShared = sharesFiles(
		path,
		places.filter(({id}) => id !== downloadId).map(other => other.path),
	);
	await call('torrent-remove', {ids: [downloadId], 'delete-local-data': deleteData && !isShared}, signal);
	if (isShared) {
		onKept?.(keptText(path ?? '', sharedFiles));
	}
}

const controls = {pause: 'torrent-stop', resume: 'torrent-start', top: 'queue-move-top', bottom: 'queue-move-bottom'} as const;

async function test(client: Transmission, signal: AbortSignal) {
	const session = await readSession(client, signal);
	const version = readText(session, 'version')?.split(' ')[0] || 'unknown';
	const rpcVersion = readNumber(session, 'rpc-version') ?? 0;
	if (rpcVersion < oldestRpcVersion) {
		throw new Invalid('unsupported_version', `This ${name} is too old (${version}); install version 3.00 or newer.`);
	}
	return {
		version,
		details: [
			`${name} ${version}, RPC ${rpcVersion}`,
			`It saves to ${[...new Set(ourDirectories(client.settings, downloadDir(session)))].join(' and ')}`,
		],
	};
}

async function add(client: Transmission, download: NewDownload, signal: AbortSignal): Promise<string> {
	const {call, settings} = client;
	clientIds(download);
	const session = await readSession(client, signal);
	const {category = settings.category} = download;
	const directory = ourDirectory(settings, downloadDir(session), category);
	const answer = await call('torrent-add', buildAdd(download, {directory, paused: settings.addPaused}), signal);
	const torrent = asRecord(answer['torrent-added']) ?? asRecord(answer['torrent-duplicate']);
	const hash = torrent && readText(torrent, 'hashString')?.toLowerCase();
	if (!hash) {
		throw new UpstreamFailed('outcome_unclear', `${name} did not say which torrent it added; see its log.`);
	}
	return onceTaken(name, async () => {
		const labels = await labelsFor(client, {hash, category, session}, signal);
		await call('torrent-set', buildGoals(hash, download, labels), signal);
		return hash;
	});
}

/** Setting labels replaces existing ones, and a duplicate may have labels of another program. */
async function labelsFor(
	{call, settings}: Transmission,
	{hash, category, session}: {hash: string; category: string; session: JsonRecord},
	signal: AbortSignal,
) {
	const {torrents} = await call('torrent-get', {ids: [hash], fields: ['labels', 'downloadDir']}, signal);
	const row = asRecords(torrents)[0] ?? {};
	const labels = readLabels(row);
	if (labels.length > 0 && !isOurs(row, settings, downloadDir(session))) {
		throw downloadRefused(`${name} already has this torrent, labelled "${labels.join(', ')}"; remove it there first.`);
	}
	return category === '' ? [] : [...new Set([...labels, category])];
}

async function list(client: Transmission, signal: AbortSignal): Promise<ClientDownload[]> {
	const session = await readSession(client, signal);
	const directory = downloadDir(session);
	const goals = parseGoals(session);
	const {torrents} = await client.call('torrent-get', {fields: torrentFields}, signal);
	const ours = asRecords(torrents).filter(row => isOurs(row, client.settings, directory));
	return (await withNamesOnDisk(client.call, ours, signal)).map(row => parseTorrent(row, goals)).filter(download => download !== null);
}

/** Adds the files of those whose names may differ on disk; the lists of all would be too long. */
async function withNamesOnDisk(call: CallTransmission, rows: JsonRecord[], signal: AbortSignal): Promise<JsonRecord[]> {
	const ids = rows.filter(isRenamedOnDisk).map(row => readText(row, 'hashString'));
	if (ids.length === 0) {
		return rows;
	}
	const {torrents} = await call('torrent-get', {ids, fields: ['hashString', 'files']}, signal);
	const files = new Map(asRecords(torrents).map(row => [row['hashString'], row['files']]));
	return rows.map(row => ({...row, files: files.get(row['hashString'])}));
}

function readSession({call}: Transmission, signal: AbortSignal): Promise<JsonRecord> {
	return call('session-get', {}, signal);
}

function downloadDir(session: JsonRecord): string {
	return readText(session, 'download-dir') ?? '';
}

/** The arguments of `torrent-add`. */
function buildAdd({torrent, magnetUrl}: NewDownload, target: {directory: string; paused: boolean}): Record<string, unknown> {
	return {
		...(torrent ? {metainfo: Buffer.from(torrent).toString('base64')} : {filename: magnetUrl}),
		'download-dir': target.directory,
		paused: target.paused,
	};
}

/**
 * The arguments of `torrent-set` for a new torrent: its label and its seeding goals. Transmission has no time limit for
 * seeding, only an idle limit.
 */
function buildGoals(
	hash: string,
	{seedRatio, seedTimeMinutes}: Pick<NewDownload, 'seedRatio' | 'seedTimeMinutes'>,
	labels: readonly string[],
): Record<string, unknown> {
	return {
		ids: [hash],
		...(labels.length > 0 ? {labels} : {}),
		...(seedRatio === null ? {} : {seedRatioMode: 1, seedRatioLimit: seedRatio}),
		...(seedTimeMinutes === null ? {} : {seedIdleMode: 1, seedIdleLimit: seedTimeMinutes}),
	};
}

/** Transmission has no categories, so we use a folder of our own, and a label, which Transmission stores since 3.00. */
function ourDirectory({directory}: DownloadClientSettings, downloadDir: string, category: string): string {
	if (directory) {
		return directory;
	}
	return category === '' ? downloadDir : pathBelow(downloadDir, category);
}

/** Where downloads begin; one that is imported stays where it is. */
function ourDirectories(settings: DownloadClientSettings, downloadDir: string): string[] {
	const {category, movieCategory, tvCategory} = settings;
	const begun = categoriesOf({category, movieCategory, tvCategory, movieImportedCategory: null, tvImportedCategory: null});
	return begun.map(each => ourDirectory(settings, downloadDir, each));
}

function isOurs(row: JsonRecord, settings: DownloadClientSettings, downloadDir: string): boolean {
	const labels = readLabels(row);
	if (categoriesOf(settings).some(category => category !== '' && labels.includes(category))) {
		return true;
	}
	const folder = withoutSlash(readText(row, 'downloadDir') ?? '');
	const directories = ourDirectories(settings, downloadDir).map(withoutSlash);
	return directories.some(directory => folder === directory || folder.startsWith(`${directory}/`));
}

/** Its other labels stay. Versions before 3.00 have none and keep nothing. */
async function setLabel(
	{call, settings}: Transmission,
	{downloadId, category}: {downloadId: string; category: string},
	signal: AbortSignal,
): Promise<void> {
	const {torrents} = await call('torrent-get', {ids: [downloadId], fields: ['labels']}, signal);
	const [row] = asRecords(torrents);
	if (row) {
		const ours = categoriesOf(settings);
		const others = readLabels(row).filter(label => !ours.includes(label) && label !== category);
		await call('torrent-set', {ids: [downloadId], labels: [...others, category]}, signal);
	}
}

function readLabels(row: JsonRecord): string[] {
	const labels = row['labels'];
	return Array.isArray(labels) ? labels.filter(label => typeof label === 'string') : [];
}
