export const downloadClientKinds = [
	'qbittorrent',
	'transmission',
	'deluge',
	'rtorrent',
	'sabnzbd',
	'nzbget',
	'blackhole',
	'builtin',
] as const;
export type DownloadClientKind = (typeof downloadClientKinds)[number];

/** A download client as an administrator entered it, with its secrets in plain text. */
export interface DownloadClientSettings {
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

/** Kinds without a network address: a watched folder and the built-in client. */
const local: readonly DownloadClientKind[] = ['blackhole', 'builtin'];
const remote = downloadClientKinds.filter(kind => !local.includes(kind));
const without = (...others: DownloadClientKind[]) => remote.filter(kind => !others.includes(kind));

/** Who uses a field that means nothing to some kinds; all others are for every kind. */
export const clientFieldKinds = {
	url: remote,
	username: without('deluge'),
	password: remote,
	apiKey: ['qbittorrent', 'sabnzbd'],
	category: remote,
	directory: [...without('sabnzbd', 'nzbget'), 'blackhole'],
	addPaused: remote,
	settings: ['blackhole'],
} satisfies Partial<Record<keyof DownloadClientSettings, readonly DownloadClientKind[]>>;

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

export interface DownloadClientHealth {
	status: 'ok' | 'error' | 'unknown';
	lastError: string | null;
	version: string | null;
}

export interface DownloadClientRecord extends DownloadClientSettings, DownloadClientHealth {
	createdAt: Date;
	updatedAt: Date;
}

/** The protocol that a client downloads; null for a blackhole whose record does not say it. */
export function protocolOf({kind, settings}: Pick<DownloadClientSettings, 'kind' | 'settings'>): 'torrent' | 'usenet' | null {
	if (kind === 'blackhole') {
		const {protocol} = settings;
		return protocol === 'torrent' || protocol === 'usenet' ? protocol : null;
	}
	return kind === 'sabnzbd' || kind === 'nzbget' ? 'usenet' : 'torrent';
}
