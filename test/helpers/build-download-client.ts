import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';

/** A download client as an administrator enters it. */
export function buildDownloadClient(overrides: Partial<Omit<DownloadClientSettings, 'id'>> = {}): Omit<DownloadClientSettings, 'id'> {
	return {
		name: 'qBittorrent',
		kind: 'qbittorrent',
		url: 'http://client.example',
		username: null,
		password: null,
		apiKey: null,
		category: 'kinoteka',
		directory: null,
		enabled: true,
		priority: 1,
		addPaused: false,
		removeCompleted: true,
		removeFailed: true,
		settings: {},
		...overrides,
	};
}
