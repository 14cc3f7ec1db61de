import {constants, type Dirent} from 'node:fs';
import {access, opendir, readdir, stat, statfs} from 'node:fs/promises';
import {diskMs, withinLimit} from './limits/within-limit.ts';

export interface FolderState {
	accessible: boolean;
	/** Bytes; null when the folder cannot be reached. */
	freeSpace: number | null;
	totalSpace: number | null;
}

const unreachable: FolderState = {accessible: false, freeSpace: null, totalSpace: null};

/** How a folder stands right now; one that does not answer in time is not accessible. */
export function folderState(path: string): Promise<FolderState> {
	return withinLimit(look(path), diskMs, unreachable);
}

async function look(path: string): Promise<FolderState> {
	try {
		await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
		const {bavail, blocks, bsize} = await statfs(path);
		await (await opendir(path)).close();
		return {accessible: true, freeSpace: bavail * bsize, totalSpace: blocks * bsize};
	} catch {
		return unreachable;
	}
}

/** Names of the folders directly in a folder but the hidden ones; none when it cannot be read in time. */
export function foldersIn(path: string): Promise<string[]> {
	const read = async () => (await readdir(path, {withFileTypes: true})).filter(isShownFolder).map(({name}) => name);
	return withinLimit(
		read().catch(() => []),
		diskMs,
		[],
	);
}

function isShownFolder(entry: Dirent): boolean {
	return entry.isDirectory() && !entry.name.startsWith('.');
}

/** Why a folder cannot be a root folder, in words; null when it can. */
export async function folderFault(path: string): Promise<string | null> {
	const late = 'does not answer; check that its disk is mounted';
	return withinLimit(firstFault(path), diskMs, late);
}

async function firstFault(path: string): Promise<string | null> {
	const found = await stat(path).catch(() => null);
	if (!found) {
		return 'does not exist; make the folder first';
	}
	if (!found.isDirectory()) {
		return 'is no folder';
	}
	const writable = await access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
		() => true,
		() => false,
	);
	return writable ? null : 'cannot be written; give the service the right to write there';
}
