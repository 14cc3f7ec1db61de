import type {JobClient} from '#shared/jobs/client.ts';
import {addTorrent, controlTorrents, listTorrents, maxTorrentsControlled, removeTorrent} from '#shared/jobs/torrent.ts';
import type {BuiltinTorrentStore} from '#shared/store/downloads/builtin-torrents.ts';
import {buildMagnet, parseMagnet} from '../torrents/magnet.ts';
import {parseTorrentFile} from '../torrents/torrent-file.ts';
import {clientIds, downloadRefused} from './client-reply.ts';
import type {DownloadClient, NewDownload} from './download-client.ts';

export interface BuiltinDeps {
	jobs: Pick<JobClient, 'ask'>;
	builtinTorrents: Pick<BuiltinTorrentStore, 'add' | 'find'>;
	now: () => Date;
}

/** Milliseconds until the process with the open engine must answer. */
const askMs = 20_000;

/**
 * The built-in client as other pools see it. Torrents are kept in the store, and jobs reach the process that runs the
 * engine. It never adds a torrent paused.
 */
export function createBuiltin({jobs, builtinTorrents, now}: BuiltinDeps): DownloadClient {
	const list = (open: boolean, signal: AbortSignal) => jobs.ask(listTorrents, {open}, {timeoutMs: askMs, signal});
	return {
		protocol: 'torrent',
		async test(signal) {
			const {port, torrents} = await list(true, signal);
			return {version: 'built-in', details: [`It listens on TCP port ${port} and has ${torrents.length} torrents.`]};
		},
		async add(download, signal) {
			const torrent = toStored(download);
			// It stays stored when the engine does not answer: its caller does not forget it either.
			await builtinTorrents.add(torrent, now());
			await jobs.ask(addTorrent, {infoHash: torrent.infoHash}, {timeoutMs: askMs, signal});
			return torrent.infoHash;
		},
		async list(signal) {
			return (await list(false, signal)).torrents;
		},
		async files(infoHash) {
			const stored = await builtinTorrents.find(infoHash);
			return stored?.torrentFile ? parseTorrentFile(stored.torrentFile).files : null;
		},
		async control(infoHashes, action, signal) {
			if (action === 'pause' || action === 'resume') {
				for (let at = 0; at < infoHashes.length; at += maxTorrentsControlled) {
					const some = infoHashes.slice(at, at + maxTorrentsControlled);
					await jobs.ask(controlTorrents, {infoHashes: some, action}, {timeoutMs: askMs, signal});
				}
			}
		},
		async remove(infoHash, {deleteData}, signal) {
			await jobs.ask(removeTorrent, {infoHash, deleteData}, {timeoutMs: askMs, signal});
		},
	};
}

function toStored({title, torrent, magnetUrl, seedRatio, seedTimeMinutes, ...download}: NewDownload) {
	clientIds({title, torrent, magnetUrl, seedRatio, seedTimeMinutes, ...download});
	const magnet = torrent ? null : parseMagnet(magnetUrl ?? '');
	const source = torrent ? parseTorrentFile(torrent) : magnet;
	const infoHash = source?.infoHash ?? '';
	if (source?.infoHashV2?.startsWith(infoHash)) {
		throw downloadRefused('The built-in torrent client does not speak version 2 of the protocol; choose another release.');
	}
	return {
		infoHash,
		title,
		// The engine checks the addresses of the trackers each time it asks one.
		magnetUrl: magnet && buildMagnet(magnet, {network: 'any', trustedHost: null}),
		torrentFile: torrent,
		seedRatio,
		seedTimeMinutes,
		size: torrent ? (source?.size ?? 0) : 0,
	};
}
