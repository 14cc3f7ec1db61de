import {isForTitle, type TaggedTitle} from '../media/tags.ts';
import type {ProviderHealth, ProviderKind, ProviderRecord, ProviderSettings} from '../provider.ts';
import type {Protocol} from '../release/release.ts';

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
	/** Libraries and labels whose titles it downloads; without any, those that no other client is for. */
	tags: string[];
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
	tags: [],
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
function protocolOf({kind, settings}: Pick<DownloadClientSettings, 'kind' | 'settings'>): 'torrent' | 'usenet' | null {
	const {protocol} = settings;
	return downloadClientKinds[kind].protocol ?? (protocol === 'torrent' || protocol === 'usenet' ? protocol : null);
}

type Choosable = Pick<DownloadClientRecord, 'id' | 'kind' | 'enabled' | 'priority' | 'name' | 'tags' | 'settings'>;

/**
 * The enabled client for a protocol and a title: the one the indexer names, else the one with the best priority among
 * those with a tag of the title, or, if there are none, among those without tags. A client that only has other tags is
 * never used, and the built-in client only when there is no other.
 */
export function chooseClient<Client extends Choosable>(
	clients: readonly Client[],
	{protocol, preferredId, title}: {protocol: Protocol; preferredId: string | null; title: TaggedTitle},
): Client | null {
	const able = clients.filter(client => client.enabled && protocolOf(client) === protocol && isForTitle(client.tags, title));
	const preferred = able.find(({id}) => id === preferredId);
	if (preferred) {
		return preferred;
	}
	const own = able.filter(({tags}) => tags.length > 0);
	const ordered = (own.length > 0 ? own : able).toSorted(
		(a, b) => Number(a.kind === 'builtin') - Number(b.kind === 'builtin') || a.priority - b.priority || a.name.localeCompare(b.name),
	);
	return ordered[0] ?? null;
}
