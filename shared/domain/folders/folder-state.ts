/** State of a folder on the disk. */
export interface FolderState {
	/** Can it be read and written? */
	accessible: boolean;
	/** Bytes; null when the folder cannot be reached. */
	freeSpace: number | null;
	totalSpace: number | null;
	/** Identifies its file system among those of one machine; null or missing if unknown. */
	device?: string | null;
}

export const unreachable: FolderState = {accessible: false, freeSpace: null, totalSpace: null};

export const folderFaults = ['missing', 'no_folder', 'not_writable'] as const;
/** Why a folder cannot be used. */
export type FolderFault = (typeof folderFaults)[number];
