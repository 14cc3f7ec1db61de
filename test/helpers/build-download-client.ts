import {type DownloadClientSettings, defaultClientSettings} from '#shared/domain/downloads/download-client-record.ts';

/** A download client as an administrator enters it. */
export function buildDownloadClient(overrides: Partial<Omit<DownloadClientSettings, 'id'>> = {}): Omit<DownloadClientSettings, 'id'> {
	return {...defaultClientSettings, name: 'qBittorrent', kind: 'qbittorrent', url: 'http://client.example', ...overrides};
}
