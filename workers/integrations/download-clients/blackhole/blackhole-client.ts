import {constants} from 'node:fs';
import {access, realpath, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {orCancelled} from '#shared/coordination/wait.ts';
import {type BlackholeSettings, blackholeFaults, blackholeSettings} from '#shared/domain/downloads/blackhole-settings.ts';
import {withPassword} from '#shared/domain/downloads/client-download.ts';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {maximumSegmentBytes, safeName} from '#shared/domain/naming/safe-name.ts';
import {Invalid} from '#shared/errors.ts';
import type {WatchedDownload, WatchedDownloadStore} from '#shared/store/downloads/watched-downloads.ts';
import {isBelow} from '../../files/contained.ts';
import {onDisk} from '../../files/disk-failure.ts';
import {parseMagnet} from '../../torrents/magnet.ts';
import {parseTorrentFile} from '../../torrents/torrent-file.ts';
import {type ClientFolders, keptText} from '../client-folders.ts';
import {downloadRefused} from '../client-reply.ts';
import type {DownloadClient, NewDownload, RemovalOptions} from '../download-client.ts';
import {type Blackhole, listWatched} from './list-watched.ts';
import {isWaiting, takeBack, writeRelease} from './outbox-folder.ts';
import {entriesOf, findEntry, plainName, removeEntry} from './watched-folder.ts';

export interface BlackholeDeps {
	watchedDownloads: WatchedDownloadStore;
	/** Without it, all of the watched folder is taken for the other program's. */
	clientFolders?: Pick<ClientFolders, 'whyKept'>;
}

/** The same name must fit with either ending. */
const longestEnding = '.torrent';

/**
 * Another program without an API of ours: it takes releases from one folder and puts finished downloads into another.
 * Throws Invalid `settings_invalid` when the record lacks one of them.
 */
export function createBlackhole(settings: DownloadClientSettings, {watchedDownloads, clientFolders}: BlackholeDeps): DownloadClient {
	const folders = blackholeSettings(settings);
	if (!folders) {
		throw new Invalid('settings_invalid', 'The settings of this blackhole are incomplete.', blackholeFaults(settings));
	}
	const blackhole: Blackhole = {...folders, clientId: settings.id, store: watchedDownloads};
	return {
		protocol: folders.protocol,
		test: signal => orCancelled(testFolders(folders), signal),
		add: (download, signal) => orCancelled(add(blackhole, download), signal),
		list: signal => orCancelled(listWatched(blackhole, signal), signal),
		// The import looks at the files.
		files: async () => null,
		remove: (downloadId, options, signal) =>
			orCancelled(
				remove(blackhole, downloadId, {...options, whyKept: async path => clientFolders?.whyKept(path, settings) ?? null}),
				signal,
			),
	};
}

async function add({clientId, store, ...settings}: Blackhole, download: NewDownload): Promise<string> {
	const {ending, content, size, ...given} = toFile(download, settings);
	const named = withPassword(download.title, download.password).replace(/^\.+/, '');
	const fileName = safeName(named, longestEnding, maximumSegmentBytes - longestEnding.length).slice(0, -longestEnding.length);
	const downloadId = download.infoHash ?? fileName;
	const names = [...new Set([fileName, download.title, ...given.names])];
	const watched = await store.ofClient(clientId);
	const known = watched.find(each => each.downloadId === downloadId);
	// Each try of a usenet job has a name of its own, but a torrent that is retried is the same one again.
	if (known?.written && settings.protocol === 'usenet') {
		return downloadId;
	}
	if (!known) {
		await refuseTaken({fileName, names}, watched, settings);
	}
	const reserved = [...new Set(names.map(plainName))].flatMap(name => [`${settings.directory}/${name}`, `${settings.watchFolder}/${name}`]);
	// Stored first: a release that was written is always followed.
	if (!(await store.put({clientId, downloadId, fileName, names, reserved, title: download.title, size}))) {
		throw onItsWay(fileName);
	}
	await writeRelease({folder: settings.directory, name: fileName, ending, content});
	await store.change({clientId, downloadId}, {written: true});
	return downloadId;
}

/** What has the name already would be taken for the new download, and be deleted with it. */
async function refuseTaken(
	{fileName, names}: Pick<WatchedDownload, 'fileName' | 'names'>,
	watched: readonly WatchedDownload[],
	{directory, watchFolder}: BlackholeSettings,
): Promise<void> {
	const wanted = new Set(names.map(plainName));
	if (watched.some(other => other.names.some(name => wanted.has(plainName(name))))) {
		throw onItsWay(fileName);
	}
	const entry = findEntry(await entriesOf(watchFolder), names);
	if (entry) {
		throw downloadRefused(`${join(watchFolder, entry.name)} is there already; remove it, or choose another release.`);
	}
	if (await isWaiting(directory, fileName)) {
		throw downloadRefused(`${join(directory, fileName)} is there already; remove it, or choose another release.`);
	}
}

const onItsWay = (fileName: string) => downloadRefused(`Another release with the name ${fileName} is on its way; choose another one.`);

function toFile({torrent, magnetUrl, nzb}: NewDownload, {protocol, saveMagnetFiles}: BlackholeSettings) {
	if ((protocol === 'usenet') !== (nzb !== null)) {
		throw new Invalid('wrong_protocol', `This blackhole only accepts ${protocol} releases.`);
	}
	if (nzb) {
		return {ending: '.nzb', content: nzb, names: [], size: 0};
	}
	if (torrent) {
		const {name, size} = parseTorrentFile(torrent);
		return {ending: '.torrent', content: torrent, names: [name], size};
	}
	const magnet = parseMagnet(magnetUrl ?? '');
	if (!magnet || !magnetUrl || !saveMagnetFiles) {
		throw downloadRefused('The release is a magnet link; set settings.saveMagnetFiles if the other program reads .magnet files.');
	}
	return {ending: '.magnet', content: Buffer.from(magnetUrl), names: magnet.name ? [magnet.name] : [], size: magnet.size ?? 0};
}

interface Removal extends RemovalOptions {
	whyKept(path: string): Promise<{local: string; reason: string | null} | null>;
}

async function remove(
	{clientId, store, ...settings}: Blackhole,
	downloadId: string,
	{deleteData, onKept, whyKept}: Removal,
): Promise<void> {
	const download = (await store.ofClient(clientId)).find(each => each.downloadId === downloadId);
	if (!download) {
		return;
	}
	if (download.finished === null) {
		// Nothing can be taken back from a folder that is away.
		await onDisk(settings.directory, () => stat(settings.directory));
	}
	await takeBack(settings.directory, download.fileName);
	const entry = deleteData && !settings.readOnly ? findEntry(await entriesOf(settings.watchFolder), download.names) : null;
	if (entry) {
		const kept = await whyKept(join(settings.watchFolder, entry.name));
		await (kept?.reason ? onKept?.(keptText(kept.local, kept.reason)) : removeEntry(settings.watchFolder, entry.name));
	}
	await store.remove(clientId, downloadId);
}

/** Can both folders be used from here? Throws Invalid `folder_unusable`. */
async function testFolders({directory, watchFolder, readOnly, protocol}: BlackholeSettings) {
	await check(directory, 'directory', constants.R_OK | constants.W_OK | constants.X_OK);
	await check(watchFolder, 'settings.watchFolder', constants.R_OK | constants.X_OK | (readOnly ? 0 : constants.W_OK));
	const [out, back] = await Promise.all([realpath(directory), realpath(watchFolder)]);
	if (out === back || isBelow(out, back) || isBelow(back, out)) {
		throw unusable(
			'settings.watchFolder',
			`${watchFolder} and ${directory} lie in each other, maybe through a link. Use two separate folders.`,
		);
	}
	const removal = readOnly ? 'Nothing is deleted there.' : 'Imported downloads are deleted there.';
	return {version: 'folders', details: [`It writes ${protocol} releases to ${directory} and waits for them in ${watchFolder}. ${removal}`]};
}

async function check(folder: string, path: string, mode: number): Promise<void> {
	const isFolder = await stat(folder).then(
		facts => facts.isDirectory(),
		() => false,
	);
	if (!isFolder) {
		throw unusable(path, `${folder} is not a folder on the machine of the download workers. Create it, or mount it there.`);
	}
	await access(folder, mode).catch(cause => {
		throw unusable(path, `No permission for ${folder}. Give this service's user read and write access.`, cause);
	});
}

function unusable(path: string, message: string, cause?: unknown): Invalid {
	return new Invalid('folder_unusable', message, [{path, message}], {cause});
}
