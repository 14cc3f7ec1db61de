import type {ProviderHealth, ProviderKind, ProviderRecord, ProviderSettings} from '../provider.ts';

interface DownloadClientKindOf extends ProviderKind<keyof DownloadClientSettings> {
	/** Null where the settings of the record say it. */
	protocol: 'torrent' | 'usenet' | null;
}

/** Adding a kind takes a line here, and its client in `workers/integrations/download-clients`. */
export const downloadClientKinds = {
	qbittorrent: {protocol: 'torrent', uses: ['url', 'username', 'password', 'apiKey', 'category', 'directory', 'addPaused']},
	transmission: {protocol: 'torrent', uses: ['url', 'username', 'password', 'category', 'directory', 'addPaused']},
	deluge: {protocol: 'torrent', uses: ['url', 'password', 'category', 'directory', 'addPaused']},
	rtorrent: {protocol: 'torrent', uses: ['url', 'username', 'password', 'category', 'directory', 'addPaused']},
	sabnzbd: {protocol: 'usenet', uses: ['url', 'username', 'password', 'apiKey', 'category', 'addPaused']},
	nzbget: {protocol: 'usenet', uses: ['url', 'username', 'password', 'category', 'addPaused']},
	blackhole: {protocol: null, uses: ['directory', 'settings']},
	builtin: {protocol: 'torrent', uses: []},
} as const satisfies Record<string, DownloadClientKindOf>;
export type DownloadClientKind = keyof typeof downloadClientKinds;

/** A download client as an administrator entered it, with its secrets in plain text. */
export interface DownloadClientSettings extends ProviderSettings {
	id: string;
	name: string;
	kind: DownloadClientKind;
	url: string | null;
	username: string | null;
	password: string | null;
	apiKey: string | null;
	category: string;
	/** Where the client saves downloads, as the client sees it; null leaves it to the client. */
	directory: string | null;
	enabled: boolean;
	/** 1 to 50; 1 comes first. */
	priority: number;
	addPaused: boolean;
	removeCompleted: boolean;
	removeFailed: boolean;
	/** Settings that only this kind of client has. */
	settings: Record<string, string | number | boolean | null>;
}

/** Defaults for what an administrator leaves out. */
export const defaultClientSettings: Omit<DownloadClientSettings, 'id' | 'name' | 'kind'> = {
	url: null,
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
};

export interface DownloadClientHealth extends ProviderHealth {
	status: 'ok' | 'error' | 'unknown';
	lastError: string | null;
	version: string | null;
}

export type DownloadClientRecord = ProviderRecord<DownloadClientSettings, DownloadClientHealth>;

/** Whether clients of this kind are asked at an address. The others are folders and the built-in client. */
export function hasAddress(kind: DownloadClientKind): boolean {
	return (downloadClientKinds[kind].uses as readonly string[]).includes('url');
}

/** The protocol that a client downloads; null for a blackhole whose record does not say it. */
export function protocolOf({kind, settings}: Pick<DownloadClientSettings, 'kind' | 'settings'>): 'torrent' | 'usenet' | null {
	const {protocol} = settings;
	return downloadClientKinds[kind].protocol ?? (protocol === 'torrent' || protocol === 'usenet' ? protocol : null);
}
