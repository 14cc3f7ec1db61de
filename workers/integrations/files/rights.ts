import type {Stats} from 'node:fs';
import {chmod, chown, lstat} from 'node:fs/promises';
import {dirname} from 'node:path';
import {makeFolder} from '#shared/files/folders.ts';
import {errnoOf, orMissing} from './disk-failure.ts';

/** Who may read and write what we put into the library. */
export interface Rights {
	/** Permission bits of folders; files have the same without those of execution. Null leaves both to the umask. */
	folderMode: number | null;
	/** Number of the group that folders and files belong to; null for that of this process. */
	group: number | null;
}

export interface RightsRules {
	/** Null if nothing is to be set; a text says why it cannot be known. */
	current(): Promise<Rights | string | null>;
	/** Called after each placing, with the reason why something of it could not be set, or null. */
	note(path: string, refusal: string | null): Promise<void>;
}

/** Leaves everything to the umask. */
export const noRights: RightsRules = {current: async () => null, note: async () => {}};

/** Collects what the system refuses while a file is placed: a film is in the library whatever its group is. */
export interface RightsRun {
	/** For a file under its unfinished name. A hard link shares its group with the file of the download. */
	toFile(path: string, file: {keepsGroup: boolean}): Promise<void>;
	/** Creates a folder with its parents. Those that exist already stay as they are. */
	makeFolder(path: string): Promise<void>;
	/** Tells what was refused. */
	end(path: string): Promise<void>;
}

export async function beginRights(rules: RightsRules): Promise<RightsRun> {
	const known = await rules.current();
	const rights = typeof known === 'string' ? null : known;
	let refusal = typeof known === 'string' ? known : null;

	async function give(path: string, mode: number | null, group: number | null): Promise<void> {
		const present = await orMissing(lstat(path));
		if (!present) {
			return;
		}
		try {
			await setRights(path, present, {mode, group});
		} catch (error) {
			refusal ??= `${errnoOf(error) ?? 'A failure'} for ${path}`;
		}
	}

	return {
		async toFile(path, {keepsGroup}) {
			if (rights) {
				await give(path, rights.folderMode === null ? null : rights.folderMode & 0o666, keepsGroup ? null : rights.group);
			}
		},
		async makeFolder(path) {
			const fresh = rights ? await missingFolders(path) : [];
			await makeFolder(path);
			for (const folder of fresh) {
				await give(folder, rights?.folderMode ?? null, rights?.group ?? null);
			}
		},
		end: path => (known === null ? Promise.resolve() : rules.note(path, refusal)),
	};
}

/** The group first, because changing it may take bits of the mode. What is right already is not touched. */
async function setRights(path: string, present: Stats, {mode, group}: {mode: number | null; group: number | null}): Promise<void> {
	if (group !== null && present.gid !== group) {
		await chown(path, -1, group);
	}
	if (mode !== null && (present.mode & 0o7777) !== mode) {
		await chmod(path, mode);
	}
}

/** A folder and those above it that do not exist yet, the highest first. */
async function missingFolders(path: string): Promise<string[]> {
	if ((await orMissing(lstat(path))) || dirname(path) === path) {
		return [];
	}
	return [...(await missingFolders(dirname(path))), path];
}
