/** The same folder as the download client sees it and as we see it. */
export interface RemotePathMapping {
	/** Name or address of the client's host, as in its url. */
	host: string;
	remotePath: string;
	localPath: string;
}

const windowsPath = /^(?:[a-z]:[\\/]|\\\\)/i;

/** One spelling for comparison: slashes forward, none at the end; Windows knows no case. */
function comparable(path: string): string {
	const isWindows = windowsPath.test(path);
	const slashed = (isWindows ? path.replaceAll('\\', '/') : path).replace(/\/$/, '');
	return isWindows ? slashed.toLowerCase() : slashed;
}

/**
 * Where we see what the client calls `remotePath`; the longest mapping of its host wins, and without
 * any it is the same path.
 */
export function mapRemotePath(mappings: readonly RemotePathMapping[], host: string | null, remotePath: string): string {
	const wanted = comparable(remotePath);
	const [best] = mappings
		.filter(mapping => mapping.host.toLowerCase() === host?.toLowerCase())
		.map(mapping => ({mapping, from: comparable(mapping.remotePath)}))
		.filter(({from}) => wanted === from || wanted.startsWith(`${from}/`))
		.sort((a, b) => b.from.length - a.from.length);
	if (!best) {
		return remotePath;
	}
	// Lower case and slashes keep the length, so the rest begins at the same place in the original.
	const rest = remotePath.slice(best.from.length).replace(/^[\\/]/, '');
	const below = windowsPath.test(remotePath) ? rest.replaceAll('\\', '/') : rest;
	return `${best.mapping.localPath.replace(/\/$/, '')}${below ? `/${below}` : ''}` || '/';
}
