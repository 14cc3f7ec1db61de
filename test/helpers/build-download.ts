import {toTorrentFile} from '@ctrl/torrent-file';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import type {NewDownload} from '#workers/integrations/download-clients/download-client.ts';
import {parseTorrentFile} from '#workers/integrations/torrents/torrent-file.ts';
import {buildDownloadClient} from './build-download-client.ts';

export function buildClientSettings(overrides: Partial<DownloadClientSettings>): DownloadClientSettings {
	const account = {username: 'admin', password: 'right horse'};
	return {...buildDownloadClient({name: 'Test client', url: null, ...account}), id: 'client-1', ...overrides};
}

/** A valid torrent of one small file, named after `title`. */
export function buildTorrent(title = 'The.Lamp.2024.1080p.WEB-DL-NOBODY'): Uint8Array {
	const info = {length: 1000, name: `${title}.mkv`, 'piece length': 16_384, pieces: Buffer.alloc(20, 1)};
	return toTorrentFile({info, announce: ['http://tracker.test/announce']});
}

/** A valid torrent with these files in a folder. */
export function buildFolderTorrent(paths: readonly string[], name = 'The.Lamp.2024.1080p.WEB-DL-NOBODY'): Uint8Array {
	const files = paths.map(path => ({length: 1000, path: path.split('/')}));
	const info = {files, name, 'piece length': 16_384, pieces: Buffer.alloc(20, 1)};
	return toTorrentFile({info: info as never, announce: ['http://tracker.test/announce']}); // the types know single files only
}

export function buildDownload(overrides: Partial<NewDownload> = {}): NewDownload {
	const torrent = buildTorrent();
	return {
		title: 'The.Lamp.2024.1080p.WEB-DL-NOBODY',
		magnetUrl: null,
		torrent,
		nzb: null,
		infoHash: parseTorrentFile(torrent).infoHash,
		seedRatio: null,
		seedTimeMinutes: null,
		...overrides,
	};
}
