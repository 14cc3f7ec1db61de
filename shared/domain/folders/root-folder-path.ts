import type {Library, LibraryType} from '../media/library.ts';

/** An absolute path without `.`, `..`, double or trailing slashes; null for a relative one. */
export function normalPath(path: string): string | null {
	if (!path.startsWith('/')) {
		return null;
	}
	const parts: string[] = [];
	for (const part of path.split('/')) {
		if (part === '..') {
			parts.pop();
		} else if (part !== '' && part !== '.') {
			parts.push(part);
		}
	}
	return `/${parts.join('/')}`;
}

/** Why a folder that people name cannot have this path; null if it can. */
export const whyNotPrintable = (path: string): string | null =>
	/\p{Cc}/u.test(path)
		? 'must not contain control characters, such as line breaks and tabs; letters, digits, spaces and punctuation are allowed'
		: null;

/** Is `path` the folder itself or below it? Both must be normalized. */
export function isWithinFolder(path: string, folder: string): boolean {
	return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

/** Is one of two normalized paths equal to the other or below it? */
export function overlaps(a: string, b: string): boolean {
	return isWithinFolder(a, b) || isWithinFolder(b, a);
}

/**
 * Folders that hold no media, nor does anything below them. Desktops mount disks below `/run`, and `/var` may hold
 * anything.
 */
const systemTrees = ['/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/nix', '/proc', '/sbin', '/snap', '/sys', '/usr']
	.concat(['docker', 'lock', 'secrets', 'systemd'].map(name => `/run/${name}`))
	.concat(['dpkg', 'mongo', 'mongodb', 'mysql', 'postgresql', 'redis', 'systemd'].map(name => `/var/lib/${name}`))
	.concat(['cache', 'run', 'spool'].map(name => `/var/${name}`));
/** Folders that hold no media themselves, but folders below them may. */
const parentsOfOthers: ReadonlySet<string> = new Set([
	'/',
	'/home',
	'/opt',
	'/root',
	'/run',
	'/srv',
	'/tmp',
	'/var',
	'/var/lib',
	'/var/log',
]);

/** Homes that some systems have in a folder of their own. */
const homes = ['/usr/home'];
/** Names of folders that hold keys and passwords, wherever they are. */
const secret: ReadonlySet<string> = new Set(['.aws', '.azure', '.docker', '.gnupg', '.kube', '.password-store', '.pki', '.ssh']);
const hiddenInHome = /^(?:\/root|(?:\/usr|\/var)?\/home\/[^/]+|\/Users\/[^/]+)\/\./;

/** Whether a normal path is a folder of the operating system. */
export function isSystemFolder(path: string): boolean {
	const isSystem = systemTrees.some(folder => isWithinFolder(path, folder)) && !homes.some(home => path.startsWith(`${home}/`));
	return parentsOfOthers.has(path) || isSystem;
}

/**
 * Whether neither a normal path nor anything below it is for media: people walk through `/home`, but not into `/etc`.
 */
export function isClosedFolder(path: string): boolean {
	return (isSystemFolder(path) && !parentsOfOthers.has(path)) || isSecretFolder(path);
}

/** Whether a normal path leads to keys, passwords or the settings of programs. */
export function isSecretFolder(path: string): boolean {
	return hiddenInHome.test(path) || path.split('/').some(name => secret.has(name));
}

/** Why people do not store anything in a normal path, as text after its name; null if they may. */
export function whyForeign(path: string): string | null {
	if (isSystemFolder(path)) {
		return 'must not be a folder of the operating system; choose one that is for media only';
	}
	return isSecretFolder(path) ? 'must not be a hidden folder of a home, or one with keys; choose one that is for media only' : null;
}

/** Why nothing of people is stored inside or above DATA_DIR. */
export const ofOurData = 'must not be inside or above the folder of our own data (DATA_DIR)';

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
