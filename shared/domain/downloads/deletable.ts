import {isWithinFolder, overlaps} from '../folders/root-folder-path.ts';

/** Real paths, normalized and without links. */
export interface DeletionRules {
	/** Folders that a download client fills; null if nobody knows them. */
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
		? 'nobody said where this download client has its downloads: enter its directory, or a remote path mapping'
		: 'it does not lie in the directory of the download client, nor in one of its remote path mappings';
}
