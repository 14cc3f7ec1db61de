import {isWithinFolder} from '../folders/root-folder-path.ts';

export const libraryTypes = ['movies', 'tv'] as const;
export type LibraryType = (typeof libraryTypes)[number];

export const backfillStatuses = ['idle', 'running', 'completed', 'failed'] as const;
export type BackfillStatus = (typeof backfillStatuses)[number];

/** A collection of titles with its own root folder and profiles. */
export interface Library {
	id: string;
	name: string;
	type: LibraryType;
	rootFolderId: string;
	qualityProfileId: string;
	languageProfileId: string;
	/** The periodic scan skips a disabled library. */
	enabled: boolean;
	/** Whether titles that a backfill adds are monitored. */
	monitored: boolean;
	/** The periodic scan adds new files by itself. */
	backfillEnabled: boolean;
	backfillStatus: BackfillStatus;
	lastScanAt: Date | null;
	createdAt: Date;
	updatedAt: Date;
}

interface Folders<Known> {
	kind: LibraryType;
	/** The first of several that have the same folder counts. */
	libraries: readonly Known[];
	rootFolders: readonly {id: string; path: string}[];
}

/** The enabled library whose root folder holds this folder, the nearest one first; null outside all libraries. */
export function libraryOfFolder<Known extends Pick<Library, 'type' | 'enabled' | 'rootFolderId'>>(
	folder: string,
	{kind, libraries, rootFolders}: Folders<Known>,
): Known | null {
	const roots = rootFolders.filter(({path}) => isWithinFolder(folder, path)).toSorted((a, b) => b.path.length - a.path.length);
	for (const root of roots) {
		const found = libraries.find(({type, enabled, rootFolderId}) => enabled && type === kind && rootFolderId === root.id);
		if (found) {
			return found;
		}
	}
	return null;
}
