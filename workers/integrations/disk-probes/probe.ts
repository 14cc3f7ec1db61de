import {accessSync, constants, type Dirent, readdirSync, realpathSync, statfsSync, statSync} from 'node:fs';
import {type FolderFault, type FolderState, unreachable} from '#shared/domain/folders/folder-state.ts';

/** The kinds of checks, and what each returns. */
export interface ProbeAnswers {
	state: FolderState;
	/** Names of the folders directly inside, without hidden ones; empty when it cannot be read. */
	folders: string[];
	/** Whether there is a file. */
	file: boolean;
	/** Why the folder cannot be used. */
	fault: FolderFault | null;
	/** The path with its links resolved; the path itself when nothing is there. */
	realPath: string;
}

const usable = constants.R_OK | constants.W_OK | constants.X_OK;

/** Each call blocks until the disk answers, so it must run in a thread that nothing else uses. */
export const probes: {[Kind in keyof ProbeAnswers]: (path: string) => ProbeAnswers[Kind]} = {
	state: path =>
		orElse(unreachable, () => {
			accessSync(path, usable);
			const {bavail, blocks, bsize} = statfsSync(path);
			const found = statSync(path);
			const space = {freeSpace: bavail * bsize, totalSpace: blocks * bsize};
			return found.isDirectory() ? {accessible: true, ...space, device: String(found.dev)} : unreachable;
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

function orElse<Value>(failed: Value, read: () => Value): Value {
	try {
		return read();
	} catch {
		return failed;
	}
}

function isShownFolder(entry: Dirent): boolean {
	return entry.isDirectory() && !entry.name.startsWith('.');
}
