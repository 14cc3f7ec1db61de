import {accessSync, constants, type Dirent, readdirSync, realpathSync, statfsSync, statSync} from 'node:fs';
import {type FolderFault, type FolderState, unreachable} from '#shared/domain/folders/folder-state.ts';

/** What can be looked at, and what is seen. */
export interface Seen {
	state: FolderState;
	/** Names of the folders directly in a folder but the hidden ones; none when it cannot be read. */
	folders: string[];
	/** Is a file there? */
	file: boolean;
	/** Why the folder cannot be used. */
	fault: FolderFault | null;
	/** The path behind its links; the path itself when nothing is there. */
	realPath: string;
}

const usable = constants.R_OK | constants.W_OK | constants.X_OK;

/** Each waits for the disk, so that it belongs into a thread for which nobody else waits. */
export const looks: {[Kind in keyof Seen]: (path: string) => Seen[Kind]} = {
	state: path =>
		orElse(unreachable, () => {
			accessSync(path, usable);
			const {bavail, blocks, bsize} = statfsSync(path);
			return statSync(path).isDirectory() ? {accessible: true, freeSpace: bavail * bsize, totalSpace: blocks * bsize} : unreachable;
		}),
	folders: path =>
		orElse([], () =>
			readdirSync(path, {withFileTypes: true})
				.filter(isShownFolder)
				.map(({name}) => name),
		),
	file: path => orElse(false, () => statSync(path).isFile()),
	fault(path) {
		const found = orElse(null, () => statSync(path));
		if (!found) {
			return 'missing';
		}
		if (!found.isDirectory()) {
			return 'no_folder';
		}
		return orElse('not_writable', () => {
			accessSync(path, usable);
			return null;
		});
	},
	realPath: path => orElse(path, () => realpathSync(path)),
};

function orElse<Value>(failed: Value, look: () => Value): Value {
	try {
		return look();
	} catch {
		return failed;
	}
}

function isShownFolder(entry: Dirent): boolean {
	return entry.isDirectory() && !entry.name.startsWith('.');
}
