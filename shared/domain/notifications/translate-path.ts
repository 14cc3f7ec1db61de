import {mapRemotePath} from '../imports/map-remote-path.ts';
import type {PathMapping} from './notification.ts';

const windowsPath = /^(?:[a-z]:|\\\\)/i;

/** Where a media server finds our `path`. The longest mapping counts; without one the path stays the same. */
export function translatePath(mappings: readonly PathMapping[], path: string): string {
	const host = 'server';
	const theirs = mapRemotePath(
		mappings.map(({from, to}) => ({host, remotePath: from, localPath: to.replace(/\\$/, '')})),
		host,
		path,
	);
	return windowsPath.test(theirs) ? theirs.replaceAll('/', '\\') : theirs;
}

/** Does the folder contain the path, or is it the same? Slashes at the end do not count. */
export function containsPath(folder: string, path: string): boolean {
	const comparable = (text: string) => (windowsPath.test(text) ? text.replaceAll('\\', '/').toLowerCase() : text).replace(/\/+$/, '');
	return `${comparable(path)}/`.startsWith(`${comparable(folder)}/`);
}
