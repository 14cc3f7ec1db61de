/** One folder as the download client sees it and as we see it. */
export interface RemotePathMapping {
	/** Name or address of the client's host, as in its URL. */
	host: string;
	remotePath: string;
	localPath: string;
}

const windowsPath = /^(?:[a-z]:[\\/]|\\\\)/i;

/** Normal form for comparison: forward slashes, none at the end, and lower case for Windows paths. */
function comparable(path: string): string {
	const isWindows = windowsPath.test(path);
	const slashed = (isWindows ? path.replaceAll('\\', '/') : path).replace(/\/$/, '');
	return isWindows ? slashed.toLowerCase() : slashed;
}

/**
 * Where we find what the client calls `remotePath`. The longest mapping of its host is used; without one
 * the path stays the same.
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
	// Lower case and slashes keep the length, so the rest starts at the same position in the original.
	const rest = remotePath.slice(best.from.length).replace(/^[\\/]/, '');
	const below = windowsPath.test(remotePath) ? rest.replaceAll('\\', '/') : rest;
	return `${best.mapping.localPath.replace(/\/$/, '')}${below ? `/${below}` : ''}` || '/';
}
