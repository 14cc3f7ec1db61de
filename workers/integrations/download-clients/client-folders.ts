import {stat} from 'node:fs/promises';
import {basename, dirname, join, resolve} from 'node:path';
import {blackholeSettings} from '#shared/domain/downloads/blackhole-settings.ts';
import type {DownloadClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import {isWithinFolder, overlaps} from '#shared/domain/folders/root-folder-path.ts';
import {mapRemotePath, type RemotePathMapping} from '#shared/domain/imports/map-remote-path.ts';
import {mountPoints, realPlace} from '../files/contained.ts';
import {orMissing} from '../files/disk-failure.ts';
import {binName, placesOf} from '../files/used-folders.ts';

export interface ClientFoldersDeps {
	dataDir: string;
	remotePathMappings: {list(): Promise<RemotePathMapping[]>};
	rootFolders: {list(): Promise<{path: string}[]>};
	/** The folders of settings: of backups, and of deleted files. */
	settings: {get(key: 'backup.folder' | 'media.recycleBin'): string};
}

type Client = Pick<DownloadClientSettings, 'kind' | 'url' | 'directory' | 'settings'>;

export interface ClientFolders {
	/** The folders that a client fills, as an administrator entered them. */
	ofClient(client: Client): Promise<string[]>;
	/**
	 * Our path of what a client calls its download, and why that is not deleted; null if it may be. An attacker who
	 * controls a client could name a library, or our own backups.
	 */
	whyKept(path: string, client: Client): Promise<{local: string; reason: string | null}>;
	/**
	 * The same for a path that is one of ours already. If the folders of the client are unknown, a download may be
	 * moved from any folder that is not guarded: it goes to the library, and is not lost.
	 */
	whyNotMoved(local: string, client: Client | null): Promise<string | null>;
}

/** Real paths, normalized and without links. */
export interface DeletionRules {
	/** Folders that a download client fills; null if unknown. */
	own: readonly string[] | null;
	/** Folders that nothing is deleted in, nor what holds them. */
	guarded: readonly string[];
	/** Folders in a guarded one that hold downloads all the same. */
	open: readonly string[];
}

/**
 * Why the service does not delete or move away what a client calls its download; null if it may. Only what lies
 * strictly below a folder of the client may go, and nothing that has to do with a library or with the service itself.
 */
export function whyNotDeletable(path: string, {own, guarded, open}: DeletionRules): string | null {
	const isBelow = (folder: string) => path !== folder && isWithinFolder(path, folder);
	const isOpen = (folder: string) => open.some(each => isBelow(each) && isWithinFolder(each, folder));
	const kept = guarded.find(folder => overlaps(path, folder) && !isOpen(folder));
	if (path === '/' || kept !== undefined) {
		return `it is, holds or lies in ${kept ?? path}, which no download client may change`;
	}
	if (own === null || own.some(isBelow)) {
		return null;
	}
	return own.length === 0
		? 'it is unknown where this download client stores its downloads: enter its directory, or a remote path mapping'
		: 'it does not lie in the directory of the download client, nor in one of its remote path mappings';
}

/** The one rule for what a download client may make us delete. */
export function createClientFolders(deps: ClientFoldersDeps): ClientFolders {
	const judge = async (path: string, own: readonly string[] | null): Promise<string | null> => {
		if (path.split(/[\\/]/).includes('..')) {
			return 'its path leads upwards';
		}
		const real = join(await realPlace(dirname(resolve(path))), basename(resolve(path)));
		const [guarded, open, ours] = await Promise.all([guardedFolders(deps), realPlaces([builtinFolder(deps)]), own && realPlaces(own)]);
		const reason = whyNotDeletable(real, {own: ours, guarded: guarded.real, open});
		if (reason !== null) {
			return reason;
		}
		if (await isMountOf(real, guarded, open)) {
			return 'a mounted folder of the library or of the service lies on its path';
		}
		// A disk in the download is not the client's, and it may be that of a library.
		const inside = (await mountPoints()).find(mount => isWithinFolder(mount, real));
		return inside === undefined ? null : `${inside} is mounted in it`;
	};
	return {
		ofClient: async client => ownFolders(client, {...deps, mappings: await deps.remotePathMappings.list()}),
		async whyKept(path, client) {
			const mappings = await deps.remotePathMappings.list();
			const local = mapRemotePath(mappings, hostOf(client), path);
			return {local: resolve(local), reason: await judge(local, ownFolders(client, {...deps, mappings}))};
		},
		async whyNotMoved(local, client) {
			const own = client ? ownFolders(client, {...deps, mappings: await deps.remotePathMappings.list()}) : [];
			return judge(local, own.length === 0 ? null : own);
		},
	};
}

/** What the queue says of it. */
export const keptText = (local: string, reason: string) => `${local} stays where it is: ${reason}.`;

const builtinFolder = ({dataDir}: Pick<ClientFoldersDeps, 'dataDir'>) => join(dataDir, 'downloads');

/** What an administrator entered. What the client itself says proves nothing. */
function ownFolders(client: Client, {dataDir, mappings}: {dataDir: string; mappings: readonly RemotePathMapping[]}): string[] {
	if (client.kind === 'builtin') {
		return [builtinFolder({dataDir})];
	}
	if (client.kind === 'blackhole') {
		const watched = blackholeSettings(client as DownloadClientSettings)?.watchFolder;
		return watched ? [watched] : [];
	}
	const host = hostOf(client);
	const mapped = mappings.filter(mapping => mapping.host.toLowerCase() === host?.toLowerCase()).map(({localPath}) => localPath);
	const directory = client.directory && mapRemotePath(mappings, host, client.directory);
	return [...(directory?.startsWith('/') ? [directory] : []), ...mapped];
}

function hostOf({url}: Pick<Client, 'url'>): string | null {
	return url && URL.canParse(url) ? new URL(url).hostname : null;
}

interface Guarded {
	real: string[];
	/** Device and number of each that exists. */
	ids: ReadonlySet<string>;
}

async function guardedFolders({dataDir, rootFolders, settings}: ClientFoldersDeps): Promise<Guarded> {
	const roots = (await rootFolders.list()).map(({path}) => path);
	const named = [settings.get('backup.folder'), settings.get('media.recycleBin')].filter(path => path !== '');
	const bins = roots.flatMap(root => placesOf(join(root, binName)));
	const real = await realPlaces([...roots, ...bins, dataDir, ...named]);
	const ids = await Promise.all(real.map(idOf));
	return {real, ids: new Set(ids.filter(id => id !== null))};
}

function realPlaces(paths: readonly string[]): Promise<string[]> {
	return Promise.all(paths.map(path => realPlace(resolve(path))));
}

/** A folder that is mounted in a second place has another path there, but the same number. */
async function isMountOf(real: string, {ids}: Guarded, open: readonly string[]): Promise<boolean> {
	for (let at = real; at !== dirname(at); at = dirname(at)) {
		if (open.includes(at)) {
			return false;
		}
		const id = await idOf(at);
		if (id !== null && ids.has(id)) {
			return true;
		}
	}
	return false;
}

async function idOf(path: string): Promise<string | null> {
	const facts = await orMissing(stat(path));
	return facts && `${facts.dev}:${facts.ino}`;
}
