import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {type Disk, diskLevels, disksOf, folderUses, type SeenFolder, type UsedFolder} from '#shared/domain/folders/disk-space.ts';
import {unreachable} from '#shared/domain/folders/folder-state.ts';
import {mapRemotePath} from '#shared/domain/imports/map-remote-path.ts';
import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {flag, integerOrNull, oneOf, text, texts} from '#shared/presenters/fields.ts';
import {objectOf, viewOf} from '#shared/presenters/view.ts';
import type {Operations} from './http/operation.ts';
import {ok, type Route, route} from './http/route.ts';
import type {RouteDeps} from './services.ts';

/** Far more than anybody has; each is a question to a worker. */
const maxFolders = 200;

/** The disks that the service uses, as the workers see them that have the disks. */
export function diskSpaceRoutes(deps: RouteDeps): Route[] {
	return [
		route('GET /api/disk-space', {access: 'admin'}, async () => {
			const folders = (await usedFolders(deps)).slice(0, maxFolders);
			const seen = await Promise.all(
				folders.map(async each => {
					const state = await deps.disks.states.current(each.path);
					return {...each, ...(state ?? unreachable), answering: state !== null};
				}),
			);
			const keepFree = deps.settings.get('media.minimumFreeSpaceMiB') * bytesPerMegabyte;
			return ok({disks: disksOf(seen, keepFree).map(disk.present)});
		}),
	];
}

/** Each path once for each use; the files in `DATA_DIR` are a use of their own. */
async function usedFolders({
	rootFolders,
	libraries,
	downloadClients,
	remotePathMappings,
	settings,
	http,
}: RouteDeps): Promise<UsedFolder[]> {
	const [roots, owners, clients, mappings] = await Promise.all([
		rootFolders.list(),
		libraries.list(),
		downloadClients.list(),
		remotePathMappings.list(),
	]);
	const namesAt = (id: string) => owners.filter(({rootFolderId}) => rootFolderId === id).map(({name}) => name);
	const ofClients = clients.flatMap(client => {
		const {directory, name} = client;
		return directory?.startsWith('/') ? [{path: mapRemotePath(mappings, hostOf(client), directory), name}] : [];
	});
	const folders = Map.groupBy(ofClients, ({path}) => path);
	const [bin, backups] = [settings.get('media.recycleBin'), settings.get('backup.folder')];
	return [
		...roots.map(({id, path}): UsedFolder => ({path, use: 'rootFolder', names: namesAt(id)})),
		...[...folders].map(([path, own]): UsedFolder => ({path, use: 'downloads', names: own.map(({name}) => name)})),
		...(bin !== '' && settings.get('media.recycleDeletedFiles') ? [{path: bin, use: 'recycleBin' as const, names: []}] : []),
		...(backups === '' ? [] : [{path: backups, use: 'backups' as const, names: []}]),
		{path: http.dataDir, use: 'data', names: []},
	];
}

function hostOf({url}: Pick<DownloadClientRecord, 'url'>): string | null {
	return url !== null && URL.canParse(url) ? new URL(url).hostname : null;
}

const folder = viewOf<SeenFolder>()(
	{
		path: text.description('Its path.'),
		use: oneOf(folderUses).description(
			'What it is for; `data` is `DATA_DIR`, where torrents of the built-in client and usually backups lie.',
		),
		names: texts.description('The libraries or download clients that use it.'),
		accessible: flag,
	},
	'UsedFolder',
);

const disk = viewOf<Disk>()(
	{
		freeSpace: integerOrNull,
		totalSpace: integerOrNull,
		level: oneOf(diskLevels).description(
			'`full`: an import would leave less than `media.minimumFreeSpaceMiB`; `low`: less than 10 GiB, or than 5 % and 200 GiB, are free; `silent`: it has not answered for a while; `unreachable`: it cannot be read or written.',
		),
		folders: folder.list,
	},
	'Disk',
);

export const diskSpaceOperations: Operations = {
	'GET /api/disk-space': {
		id: 'listDisks',
		summary: 'List the disks of root folders, downloads, recycle bin and backups, with their free space',
		replies: {200: objectOf({disks: disk.list})},
	},
};
