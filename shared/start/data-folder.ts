import {accessSync, chmodSync, constants, mkdirSync, readdirSync, type Stats, statfsSync, statSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {findKeyFault} from '../secret-key.ts';
import {fine, lasting, type StartReport} from './start-problem.ts';

/** Types of the kernel's own file systems (statfs): nothing can be stored there. */
const kernelFileSystems = new Map([
	[0x9f_a0, '/proc'],
	[0x62_65_65_72, '/sys'],
]);
/** Names that we create in a data folder. */
const ourNames = new Set(['kinoteka.lock', 'secret.key', 'logs', 'mongodb', 'redis', 'downloads', 'images', 'backups']);
const ownerOnly = 0o700;
const others = 0o077;

/** Looks whether DATA_DIR can be used, and changes nothing. */
export function checkDataFolder(path: string): StartReport {
	try {
		const existing = nearestExisting(path);
		const stat = statSync(existing);
		if (!stat.isDirectory()) {
			return lasting(`DATA_DIR: ${existing} is a file. Name a folder.`);
		}
		const kernel = kernelFileSystems.get(statfsSync(existing).type);
		if (kernel !== undefined) {
			return lasting(`DATA_DIR: ${path} is below ${kernel}, where nothing can be stored. Name a folder on a disk.`);
		}
		accessSync(existing, constants.W_OK | constants.X_OK);
		if (existing !== path) {
			return fine;
		}
		const keyFault = findKeyFault(path);
		return keyFault === null ? checkMode(path, stat) : lasting(`DATA_DIR: ${keyFault}`);
	} catch (error) {
		return lasting(`DATA_DIR: ${path} cannot be written (${codeOf(error)}). Let this user write there, or name another folder.`);
	}
}

/**
 * Creates DATA_DIR for this user alone, or closes it to others. Call it after `checkDataFolder` found nothing. True if
 * an existing folder was open to others.
 */
export function openDataFolder(path: string): boolean {
	for (const folder of missingFolders(path)) {
		createFolder(folder);
	}
	const stat = statSync(path);
	if ((stat.mode & others) === 0) {
		return false;
	}
	chmodSync(path, ownerOnly);
	return true;
}

/** A folder with the files of others, such as /tmp, is not closed to them. */
function checkMode(path: string, stat: Stats): StartReport {
	if ((stat.mode & others) === 0) {
		return fine;
	}
	const user = process.getuid?.() ?? stat.uid;
	if (user !== 0 && stat.uid !== user) {
		return lasting(
			`DATA_DIR: ${path} belongs to another user (${stat.uid}) and is open to others. Run "chown ${user} ${path}" as root, or name another folder.`,
		);
	}
	const names = readdirSync(path);
	if (names.length > 0 && !names.some(name => ourNames.has(name))) {
		return lasting(
			`DATA_DIR: ${path} is open to other users and has files that are not ours. Name an empty folder, or run "chmod 700 ${path}" if it is right.`,
		);
	}
	return fine;
}

function nearestExisting(path: string): string {
	return statSync(path, {throwIfNoEntry: false}) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

function missingFolders(path: string): string[] {
	const parent = dirname(path);
	return statSync(path, {throwIfNoEntry: false}) || parent === path ? [] : [...missingFolders(parent), join(path)];
}

/** One at a time: `mkdir` with `recursive` never returns below /proc. */
function createFolder(path: string): void {
	try {
		mkdirSync(path, {mode: ownerOnly});
	} catch (error) {
		if (codeOf(error) !== 'EEXIST') {
			throw error;
		}
	}
}

function codeOf(error: unknown): string {
	return (error as NodeJS.ErrnoException).code ?? String(error);
}
