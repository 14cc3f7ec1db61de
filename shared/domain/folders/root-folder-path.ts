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

/** Is `path` the folder itself or below it? Both must be normalized. */
export function isWithinFolder(path: string, folder: string): boolean {
	return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
}

/** Is one of two normalized paths equal to the other or below it? */
export function overlaps(a: string, b: string): boolean {
	return isWithinFolder(a, b) || isWithinFolder(b, a);
}

/** Folders that hold no media. Desktops mount disks below `/run`, and `/var` may have anything below it. */
const wholly = ['/bin', '/boot', '/dev', '/etc', '/lib', '/lib32', '/lib64', '/proc', '/sbin', '/sys', '/usr'];
const themselves: ReadonlySet<string> = new Set(['/', '/home', '/opt', '/root', '/run', '/srv', '/tmp', '/var', '/var/lib', '/var/log']);

/** Whether a normal path is a folder of the operating system. */
export function isSystemFolder(path: string): boolean {
	return themselves.has(path) || wholly.some(folder => path === folder || path.startsWith(`${folder}/`));
}
