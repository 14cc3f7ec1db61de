import {isForTitle, type TaggedTitle} from '../media/tags.ts';
import type {ProviderHealth, ProviderKind, ProviderRecord, ProviderSettings} from '../provider.ts';
import type {Protocol} from '../release/release.ts';

export const downloadControls = ['pause', 'resume', 'top', 'bottom'] as const;
export type DownloadControl = (typeof downloadControls)[number];

interface DownloadClientKindOf extends ProviderKind<keyof DownloadClientSettings> {
	/** Null where the settings of the record say it. */
	protocol: 'torrent' | 'usenet' | null;
	/** What it can do with a running download. */
	controls: readonly DownloadControl[];
}

const byMedia = ['category', 'movieCategory', 'tvCategory'] as const;
const byMediaAndImport = [...byMedia, 'movieImportedCategory', 'tvImportedCategory'] as const;

/** Adding a kind takes a line here, and its client in `workers/integrations/download-clients`. */
export const downloadClientKinds = {
	qbittorrent: {
		protocol: 'torrent',
		controls: downloadControls,
		uses: ['url', 'username', 'password', 'apiKey', ...byMediaAndImport, 'directory', 'addPaused'],
	},
	transmission: {
		protocol: 'torrent',
		controls: downloadControls,
		uses: ['url', 'username', 'password', ...byMediaAndImport, 'directory', 'addPaused'],
	},
	deluge: {protocol: 'torrent', controls: downloadControls, uses: ['url', 'password', ...byMediaAndImport, 'directory', 'addPaused']},
	rtorrent: {
		protocol: 'torrent',
		controls: downloadControls,
		uses: ['url', 'username', 'password', ...byMediaAndImport, 'directory', 'addPaused'],
	},
	sabnzbd: {protocol: 'usenet', controls: downloadControls, uses: ['url', 'username', 'password', 'apiKey', ...byMedia, 'addPaused']},
	nzbget: {protocol: 'usenet', controls: downloadControls, uses: ['url', 'username', 'password', ...byMedia, 'addPaused']},
	blackhole: {protocol: null, controls: [], uses: ['directory', 'settings']},
	builtin: {protocol: 'torrent', controls: ['pause', 'resume'], uses: []},
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
	/** For movies and for episodes; null for `category`. */
	movieCategory: string | null;
	tvCategory: string | null;
	/** Set once a download is imported; null leaves its category alone. */
	movieImportedCategory: string | null;
	tvImportedCategory: string | null;
	/** Where the client saves downloads, as the client sees it; null leaves it to the client. */
	directory: string | null;
	enabled: boolean;
	/** 1 to 50; 1 comes first. */
	priority: number;
	addPaused: boolean;
	removeCompleted: boolean;
	removeFailed: boolean;
	/**
	 * Libraries and labels whose titles it downloads. A client without any downloads the titles that no other client is
	 * for.
	 */
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
	movieCategory: null,
	tvCategory: null,
	movieImportedCategory: null,
	tvImportedCategory: null,
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

export type Categories = Pick<
	DownloadClientSettings,
	'category' | 'movieCategory' | 'tvCategory' | 'movieImportedCategory' | 'tvImportedCategory'
>;

/** The category of a new download. */
export function categoryFor(media: 'movie' | 'tv', {category, movieCategory, tvCategory}: Categories): string {
	return (media === 'movie' ? movieCategory : tvCategory) ?? category;
}

/** The category of an imported download; null if it keeps the one that it has. */
export function importedCategoryFor(media: 'movie' | 'tv', {movieImportedCategory, tvImportedCategory}: Categories): string | null {
	return media === 'movie' ? movieImportedCategory : tvImportedCategory;
}

/**
 * Every category that our downloads may have, those of imported ones last, so that reading them one after the other
 * misses no download whose category changes meanwhile. Downloads sent before the others existed have `category`.
 */
export function categoriesOf(categories: Categories): string[] {
	const {category, movieCategory, tvCategory, movieImportedCategory, tvImportedCategory} = categories;
	const named = [movieCategory, tvCategory, category, movieImportedCategory, tvImportedCategory];
	return [...new Set(named.filter(each => each !== null))];
}

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

interface Wanted {
	protocol: Protocol;
	preferredId: string | null;
	title: TaggedTitle;
}

/**
 * The enabled clients for a protocol and a title, in the order in which they are asked: the one the indexer names, and
 * no other; else those with a tag of the title, or, if there are none, those without tags, by priority. A client that
 * only has other tags is never used. The built-in client is used only when there is no other, and not instead of one
 * that is away, which may have a VPN that it has not.
 */
export function clientsFor<Client extends Choosable>(clients: readonly Client[], {protocol, preferredId, title}: Wanted): Client[] {
	const able = clients.filter(client => client.enabled && protocolOf(client) === protocol && isForTitle(client.tags, title));
	const preferred = able.find(({id}) => id === preferredId);
	if (preferred) {
		return [preferred];
	}
	const own = able.filter(({tags}) => tags.length > 0);
	const ordered = (own.length > 0 ? own : able).toSorted((a, b) => a.priority - b.priority || a.name.localeCompare(b.name));
	const others = ordered.filter(({kind}) => kind !== 'builtin');
	return others.length > 0 ? others : ordered;
}

/** The first of them; null if there is none. */
export function chooseClient<Client extends Choosable>(clients: readonly Client[], wanted: Wanted): Client | null {
	return clientsFor(clients, wanted)[0] ?? null;
}

/** The protocols whose enabled clients all have tags, so that titles without one of these get nothing. */
export function protocolsOnlyTagged(clients: readonly Choosable[]): Protocol[] {
	return (['torrent', 'usenet'] as const).filter(protocol => {
		const able = clients.filter(client => client.enabled && protocolOf(client) === protocol);
		return able.length > 0 && able.every(({tags}) => tags.length > 0);
	});
}
