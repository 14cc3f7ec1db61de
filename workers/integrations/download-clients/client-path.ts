/** The path of a folder as a client writes it, on Windows or elsewhere, without a separator at its end. */
export function withoutSlash(path: string): string {
	return path.replace(/[\\/]$/, '');
}

/** What lies in a folder of a client. Its own separators stay; ours is understood on Windows too. */
export function pathBelow(folder: string, name: string): string {
	return `${withoutSlash(folder)}/${name}`;
}
