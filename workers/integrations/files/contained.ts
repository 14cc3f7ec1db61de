import {readFile, realpath} from 'node:fs/promises';
import {dirname, join, relative, resolve, sep} from 'node:path';
import {orMissing} from './disk-failure.ts';

/** By names alone: is `path` below `folder`, and not the folder itself? */
export function isBelow(path: string, folder: string): boolean {
	const from = resolve(folder);
	return resolve(path).startsWith(from === sep ? sep : `${from}${sep}`) && resolve(path) !== from;
}

/** The real location of `path`: links in existing folders are followed, and the rest is kept as written. */
export async function realPlace(path: string): Promise<string> {
	const found = await orMissing(realpath(path));
	if (found !== null || dirname(path) === path) {
		return found ?? path;
	}
	return resolve(await realPlace(dirname(path)), path.slice(dirname(path).length).replace(/^[/\\]/, ''));
}

/**
 * Is the folder of `path` really `root` or below it, with all links followed? A link in the last
 * segment itself is not followed.
 */
export async function isReallyBelow(path: string, root: string): Promise<boolean> {
	const [folder, top] = await Promise.all([realPlace(dirname(resolve(path))), realPlace(resolve(root))]);
	return isBelow(path, root) && (folder === top || isBelow(folder, top));
}

/** Is `folder` really where its name says, without any link on the way? Links above `root` do not count. */
export async function isWhereItSeems(folder: string, root: string): Promise<boolean> {
	const [place, top] = await Promise.all([realPlace(resolve(folder)), realPlace(resolve(root))]);
	return place === join(top, relative(resolve(root), resolve(folder)));
}

/** Real paths of what is mounted for this process. Only Linux tells; elsewhere there are none. */
export async function mountPoints(): Promise<string[]> {
	const mounts = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
	return mounts.split('\n').flatMap(line => unescaped(line.split(' ')[4] ?? '') || []);
}

const unescaped = (path: string) => path.replaceAll(/\\(\d{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
