import {randomUUID} from 'node:crypto';
import {
	accessSync,
	chmodSync,
	constants,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	renameSync,
	rmSync,
	type Stats,
	statfsSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {Unavailable} from '../errors.ts';
import {findKeyFault} from '../secret-key.ts';
import {fine, lasting, type StartReport} from './start-problem.ts';

/** Types of the kernel's own file systems (statfs): nothing can be stored there. */
const kernelFileSystems = new Map([
	[0x9f_a0, '/proc'],
	[0x62_65_65_72, '/sys'],
	[0x63_67_72_70, '/sys/fs/cgroup'],
	[0x27_e0_eb, '/sys/fs/cgroup'],
	[0x64_62_67_20, '/sys/kernel/debug'],
	[0x74_72_61_63, '/sys/kernel/tracing'],
	[0x1c_d1, '/dev/pts'],
]);
/** Names that we create in a data folder. */
const ourNames = new Set(['kinoteka.lock', 'secret.key', 'logs', 'mongodb', 'redis', 'downloads', 'images', 'backups']);
/** What a disk has in its uppermost folder before anybody uses it. */
const ofDisks = new Set(['lost+found']);
const ownerOnly = 0o700;
const others = 0o077;
const everybody = 0o007;
const wholeGroup = 0o070;
const keepsGroup = 0o2000;

/** Checks whether DATA_DIR can be used, and changes nothing. */
export function checkDataFolder(path: string): StartReport {
	try {
		const existing = nearestExisting(path);
		const stat = statSync(existing, {throwIfNoEntry: false});
		if (!stat) {
			return lasting(`DATA_DIR: ${existing} is a link to something that does not exist. Mount or create that, or name another folder.`);
		}
		if (!stat.isDirectory()) {
			return lasting(`DATA_DIR: ${existing} is a file. Name a folder.`);
		}
		const kernel = kernelFileSystems.get(statfsSync(existing).type);
		if (kernel !== undefined) {
			return lasting(`DATA_DIR: ${path} is below ${kernel}, where nothing can be stored. Name a folder on a disk.`);
		}
		accessSync(existing, constants.W_OK | constants.X_OK);
		return existing === path ? checkContent(path, stat) : fine;
	} catch (error) {
		return lasting(`DATA_DIR: ${path} cannot be written (${codeOf(error)}). Let this user write there, or name another folder.`);
	}
}

/**
 * Creates DATA_DIR for this user alone, or closes it to others, and tries it. Call it after `checkDataFolder` found
 * nothing. True if an existing folder was open to others.
 * @throws Unavailable `wrong_start`
 */
export function openDataFolder(path: string): boolean {
	try {
		for (const folder of missingFolders(path)) {
			createFolder(folder);
		}
		const stat = statSync(path);
		const isOpen = (stat.mode & others) !== 0 && !isOfOurGroup(stat);
		if (isOpen) {
			chmodSync(path, ownerOnly);
		}
		tryFolder(path);
		return isOpen;
	} catch (error) {
		throw new Unavailable('wrong_start', `DATA_DIR: ${path} ${faultOf(codeOf(error))}`, {cause: error});
	}
}

function faultOf(code: string): string {
	const full = 'is on a full disk. Make room, or name a folder on another disk.';
	const limited = `is on a file system without owners or hard links (${code}), such as FAT or some network disks. Name a folder on another disk.`;
	const faults: Record<string, string> = {
		ENOSPC: full,
		EDQUOT: full,
		EPERM: limited,
		ENOTSUP: limited,
		EOPNOTSUPP: limited,
		ENOSYS: limited,
	};
	return faults[code] ?? `cannot be written (${code}). Let this user write there, or name another folder.`;
}

function checkContent(path: string, stat: Stats): StartReport {
	const keyFault = findKeyFault(path);
	if (keyFault !== null) {
		return lasting(`DATA_DIR: ${keyFault}`);
	}
	const user = process.getuid?.() ?? stat.uid;
	const foreign = user === 0 ? null : findForeign(path);
	if (foreign !== null) {
		return lasting(
			`DATA_DIR: this user cannot read and write ${foreign}, as after a start by root. Run "chown -R ${user} ${path}" as root, and start again.`,
		);
	}
	return (stat.mode & others) === 0 ? ofOwner(path, stat, user) : checkMode(path, stat, user);
}

/**
 * A volume that was made for us by its group, as Kubernetes does: it belongs to root, and its mode is not ours to
 * change. In such a container there is nobody else.
 */
function isOfOurGroup({uid, gid, mode}: Stats): boolean {
	const groups = [process.getegid?.(), ...(process.getgroups?.() ?? [])];
	const isMeant = (mode & everybody) === 0 || (mode & keepsGroup) !== 0;
	return uid !== process.geteuid?.() && gid !== 0 && groups.includes(gid) && isMeant && (mode & wholeGroup) === wholeGroup;
}

/** Files that root writes cannot be read by the owner of the folder. */
function ofOwner(path: string, {uid}: Stats, user: number): StartReport {
	return user === 0 && uid !== 0
		? {problems: [], warnings: [`DATA_DIR: ${path} belongs to user ${uid}, who cannot read what root writes there. Start it as that user.`]}
		: fine;
}

/** A folder with the files of others, such as /tmp, is not closed to them. */
function checkMode(path: string, stat: Stats, user: number): StartReport {
	const {uid} = stat;
	if (user !== 0 && uid !== user && !isOfOurGroup(stat)) {
		return lasting(
			`DATA_DIR: ${path} belongs to another user (${uid}) and is open to others. Run "chown ${user} ${path}" as root, or name another folder.`,
		);
	}
	const names = readdirSync(path).filter(name => !ofDisks.has(name));
	if (names.length > 0 && !names.some(name => ourNames.has(name))) {
		return lasting(
			`DATA_DIR: ${path} is open to other users and has files that are not ours. Name a folder for this service alone, such as ${join(path, 'kinoteka')}.`,
		);
	}
	return fine;
}

/** The folder itself or the nearest above it, also if that is a link to nothing. */
function nearestExisting(path: string): string {
	return isThere(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

function isThere(path: string): boolean {
	try {
		lstatSync(path);
		return true;
	} catch (error) {
		if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) {
			return false;
		}
		throw error;
	}
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

/** Folders of DATA_DIR whose files a start needs. */
const needed = ['', 'logs', 'mongodb', 'mongodb/db', 'redis', 'redis/appendonlydir'];

/** A folder or file in DATA_DIR that this user cannot read and write, or null. */
function findForeign(dataDir: string): string | null {
	for (const folder of needed.map(name => join(dataDir, name))) {
		if (!statSync(folder, {throwIfNoEntry: false})?.isDirectory()) {
			continue;
		}
		if (!isOurs(folder)) {
			return folder;
		}
		const files = readdirSync(folder, {withFileTypes: true}).filter(entry => entry.isFile());
		const foreign = files.map(({name}) => join(folder, name)).find(file => !isOurs(file));
		if (foreign !== undefined) {
			return foreign;
		}
	}
	return null;
}

function isOurs(path: string): boolean {
	try {
		accessSync(path, constants.R_OK | constants.W_OK);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== 'EACCES';
	}
}

/** Does once with a folder what a start does with it: whether a disk can do all that, only a try tells. */
function tryFolder(folder: string): void {
	const draft = join(folder, `.try-${randomUUID()}`);
	const link = `${draft}.link`;
	try {
		writeFileSync(draft, 'a try\n', {mode: 0o600, flag: 'wx', flush: true});
		linkSync(draft, link);
		renameSync(link, draft);
	} finally {
		rmSync(draft, {force: true});
		rmSync(link, {force: true});
	}
}
