import type {FolderState} from './folder-state.ts';

export const folderUses = ['rootFolder', 'downloads', 'recycleBin', 'backups', 'data'] as const;
export type FolderUse = (typeof folderUses)[number];

/** A folder that the service uses. */
export interface UsedFolder {
	path: string;
	use: FolderUse;
	/** What uses it: libraries, or a download client. */
	names: string[];
}

export type SeenFolder = UsedFolder & Pick<FolderState, 'accessible'>;

export const diskLevels = ['ok', 'low', 'full', 'silent', 'unreachable'] as const;

/** Folders of one file system. */
export interface Disk {
	freeSpace: number | null;
	totalSpace: number | null;
	level: (typeof diskLevels)[number];
	folders: SeenFolder[];
}

/** A disk with less free space than this is marked, whatever its size. */
const lowBytes = 10 * 1024 ** 3;
/** So is one with a smaller share of free space, unless it still has plenty. */
const lowShare = 0.05;
const muchBytes = 200 * 1024 ** 3;

/** `answering` is false while nothing is known of its disk. */
type AskedFolder = UsedFolder & FolderState & {answering?: boolean};

/**
 * The disks of these folders, those that are nearly full first. If the name of its file system is unknown, a folder
 * counts as a disk of its own. `keepFree`: the bytes that an import leaves free.
 */
export function disksOf(folders: readonly AskedFolder[], keepFree: number): Disk[] {
	const groups = Map.groupBy(folders, ({accessible, device, path}) => (accessible && device ? `device ${device}` : `path ${path}`));
	const disks = [...groups.values()].map((own): Disk => {
		const [first] = own;
		const {freeSpace = null, totalSpace = null} = first ?? {};
		return {
			freeSpace,
			totalSpace,
			level: first?.accessible ? levelOf(freeSpace, totalSpace, keepFree) : first?.answering === false ? 'silent' : 'unreachable',
			folders: own.map(({path, use, names, accessible}) => ({path, use, names, accessible})),
		};
	});
	const urgency = (disk: Disk) => diskLevels.length - diskLevels.indexOf(disk.level);
	return disks.toSorted((a, b) => urgency(a) - urgency(b) || (a.folders[0]?.path ?? '').localeCompare(b.folders[0]?.path ?? ''));
}

export const dataLevels = ['ok', 'low', 'full'] as const;
export type DataLevel = (typeof dataLevels)[number];
/** Bytes: what the databases and logs of a busy week take, and what they take in minutes. */
const dataLowBytes = 2 * 1024 ** 3;
const dataFullBytes = 200 * 1024 ** 2;

/** How the disk of `DATA_DIR` is doing: without room there, MongoDB ends and Redis takes no commands. */
export function dataLevelOf(free: number): DataLevel {
	return free < dataFullBytes ? 'full' : free < dataLowBytes ? 'low' : 'ok';
}

/** How a disk with this space is doing. `keepFree`: the bytes that an import leaves free. */
export function levelOf(free: number | null, total: number | null, keepFree: number): Disk['level'] {
	if (free === null || total === null || total === 0) {
		return 'ok';
	}
	if (free <= keepFree) {
		return 'full';
	}
	return free < lowBytes || (free < muchBytes && free / total < lowShare) ? 'low' : 'ok';
}
