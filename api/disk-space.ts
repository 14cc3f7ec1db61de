import {join} from 'node:path';
import {backupFolderOf} from '#shared/backup/backup-names.ts';
import type {DownloadClientRecord} from '#shared/domain/downloads/download-client-record.ts';
import {type Disk, diskLevels, disksOf, folderUses, type SeenFolder, type UsedFolder} from '#shared/domain/folders/disk-space.ts';
import {unreachable} from '#shared/domain/folders/folder-state.ts';
import {mapRemotePath} from '#shared/domain/imports/map-remote-path.ts';
import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {measureFolder} from '#shared/jobs/disks.ts';
import {flag, integer, integerOrNull, oneOf, text, texts, timestampOrNull} from '#shared/presenters/fields.ts';
import {objectOf, viewOf} from '#shared/presenters/view.ts';
import {askDisks} from './http/asks/ask-workers.ts';
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
		route('GET /api/disk-use', {access: 'admin', limit: 'lists'}, async () => ok(diskUse.present(await measured(deps)))),
	];
}

/** Each is walked through by a thread. */
const maxMeasured = 20;
/** Milliseconds for each; a large folder takes longer, and is told to be larger. */
const measureMs = 3500;

/** What fills each folder. What is in root folders was counted; the others are measured now. */
async function measured(deps: RouteDeps): Promise<DiskUse> {
	const {statistics, settings, http} = deps;
	const [folders, ...counted] = await Promise.all([
		usedFolders(deps),
		...(['movie', 'series'] as const).map(type => statistics.find({type, libraryId: null, tag: null})),
	]);
	const sumOf = (path: string) => {
		const groups = counted.flatMap(each => each?.figures.groups.rootFolder.filter(({key}) => key === path) ?? []);
		return groups.reduce((sum, {bytes}) => sum + bytes, 0);
	};
	const isCounted = counted.some(each => each !== null);
	const roots = folders.filter(({use}) => use === 'rootFolder');
	const hasOneBin = settings.get('media.recycleBin') !== '';
	const bins = settings.get('media.recycleDeletedFiles') && !hasOneBin ? roots : [];
	const others = [
		...folders.filter(({use}) => use !== 'rootFolder' && use !== 'data'),
		{path: join(http.dataDir, 'downloads'), use: 'downloads' as const, names: []},
		...(folders.some(({use}) => use === 'backups') ? [] : [{path: backupFolderOf(http.dataDir), use: 'backups' as const, names: []}]),
	].slice(0, maxMeasured);
	const measure = async ({path, use, names}: UsedFolder, isBinOf = false): Promise<FolderUse> => {
		const size = await askDisks(deps, measureFolder, {path, isBinOf, limitMs: measureMs}).catch(() => null);
		return {path, use, names, bytes: size?.bytes ?? null, sharedBytes: size?.sharedBytes ?? 0, isWhole: size?.isWhole ?? false};
	};
	return {
		countedAt: counted.map(each => each?.asOf ?? null).find(at => at !== null) ?? null,
		folders: [
			...roots.map(each => ({...each, bytes: isCounted ? sumOf(each.path) : null, sharedBytes: 0, isWhole: true})),
			...(await Promise.all([
				...bins.slice(0, maxMeasured).map(({path}) => measure({path, use: 'recycleBin', names: []}, true)),
				...others.map(each => measure(each)),
			])),
		],
	};
}

interface FolderUse extends UsedFolder {
	bytes: number | null;
	sharedBytes: number;
	isWhole: boolean;
}
interface DiskUse {
	countedAt: Date | null;
	folders: FolderUse[];
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

const folderUse = viewOf<FolderUse>()(
	{
		path: text.description('Its path; of a recycle bin, the root folder whose files it has.'),
		use: oneOf(folderUses).description('What it is for.'),
		names: texts.description('The libraries or download clients that use it.'),
		bytes: integerOrNull.description('Size of its files; null if it is not counted yet, or its disk did not answer.'),
		sharedBytes: integer.description(
			'Of these, bytes of files that have other names as well, and take their room only once: downloads that are in the library too, and files of a recycle bin that are seeded.',
		),
		isWhole: flag.description('False if there was no time to look at all files: then there is more.'),
	},
	'FolderUse',
);
const diskUse = viewOf<DiskUse>()({
	countedAt: timestampOrNull.description('When the files of the library were counted; null before the first time.'),
	folders: {...folderUse.list, schema: folderUse.list.schema.description('Each folder, once for each use.')},
});

export const diskSpaceOperations: Operations = {
	'GET /api/disk-space': {
		id: 'listDisks',
		summary: 'List the disks of root folders, downloads, recycle bin and backups, with their free space',
		replies: {200: objectOf({disks: disk.list})},
	},
	'GET /api/disk-use': {
		id: 'getDiskUse',
		summary: 'Show what fills the disks: root folders, downloads, recycle bins and backups',
		replies: {200: objectOf(diskUse.fields)},
	},
};
