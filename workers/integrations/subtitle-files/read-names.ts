import {opendir} from 'node:fs/promises';
import {inTime, onDisk} from '../files/disk-failure.ts';

export interface FolderNames {
	/** Regular files; links are left out, because they may lead anywhere. */
	files: string[];
	folders: string[];
}

/** More entries than any folder of a library has. */
const mostEntries = 100_000;
/** Milliseconds for a whole folder. */
const folderMs = 60_000;
/** Node shows the bytes of a name that are no UTF-8 as this sign, and cannot open it under that name. */
const lostBytes = '\uFFFD';

/** The names in a folder that `isOfUse` accepts. Throws NotFound `file_missing`, Unavailable when the disk fails. */
export async function readNames(path: string, isOfUse: (name: string) => boolean, signal: AbortSignal): Promise<FolderNames> {
	const late = new AbortController();
	const stopped = () => late.signal.aborted || signal.aborted;
	try {
		const names = await onDisk(path, () => inTime(path, collect(path, isOfUse, stopped), folderMs));
		signal.throwIfAborted();
		return names;
	} finally {
		late.abort();
	}
}

async function collect(path: string, isOfUse: (name: string) => boolean, stopped: () => boolean): Promise<FolderNames> {
	const names: FolderNames = {files: [], folders: []};
	let seen = 0;
	for await (const entry of await opendir(path, {bufferSize: 500})) {
		seen += 1;
		if (seen > mostEntries || stopped()) {
			break;
		}
		const isReadable = !entry.name.includes(lostBytes) && isOfUse(entry.name);
		if (isReadable && entry.isFile()) {
			names.files.push(entry.name);
		} else if (isReadable && entry.isDirectory()) {
			names.folders.push(entry.name);
		}
	}
	return names;
}
