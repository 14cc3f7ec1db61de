import type {PathMapping} from './move.ts';

const windows = /^(?:[a-z]:[\\/]|\\\\)/i;

export const isWindowsPath = (path: string): boolean => windows.test(path);

/** Segments with slashes only, without one at the end; Windows' are kept with their drive or server in front. */
export function foreignPath(path: string): string {
	const slashes = isWindowsPath(path) ? path.replaceAll('\\', '/') : path;
	const start = slashes.startsWith('//') && isWindowsPath(path) ? '//' : slashes.startsWith('/') ? '/' : '';
	const parts = slashes.split('/').filter(part => part !== '' && part !== '.');
	return `${start}${parts.join('/')}`;
}

/** A relative path with slashes; the root's own form says whether backslashes separate. */
export const foreignRelative = (relative: string, root: string): string =>
	(isWindowsPath(root) ? relative.replaceAll('\\', '/') : relative)
		.split('/')
		.filter(part => part !== '' && part !== '.')
		.join('/');

/** Windows ignores case. */
const keyOf = (path: string) => (isWindowsPath(path) || path.startsWith('//') ? path.toLowerCase() : path);

/** What follows the folder in the path, without a slash in front; null outside it. Both are `foreignPath`. */
export function below(path: string, folder: string): string | null {
	const [own, around] = [keyOf(path), keyOf(folder)];
	if (own === around) {
		return '';
	}
	const start = around.endsWith('/') ? around : `${around}/`;
	// In lower case `İ` is longer.
	return own.startsWith(start) ? path.slice(folder.length + start.length - around.length) : null;
}

/** The longest of these folders that holds the path; null outside all. */
export function folderAround(path: string, folders: readonly string[]): string | null {
	const around = folders.filter(folder => below(path, folder) !== null);
	return around.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** Where a path of another program is here, by the longest mapping; null if none says it, or if it climbs. */
export function mapPath(path: string, mappings: readonly PathMapping[]): string | null {
	const own = foreignPath(path);
	const [best] = mappings
		.map(({from, to}) => ({from: foreignPath(from), to}))
		.filter(({from}) => below(own, from) !== null)
		.sort((a, b) => b.from.length - a.from.length);
	const rest = best ? below(own, best.from) : null;
	if (!best || rest === null || rest.split('/').includes('..')) {
		return null;
	}
	return rest === '' ? best.to : `${best.to === '/' ? '' : best.to}/${rest}`;
}
