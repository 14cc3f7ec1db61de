/** `v4.5.2` -> [4, 5, 2]; null when the text does not begin with a number. */
export function parseVersion(text: string): number[] | null {
	const match = /^\s*v?(\d{1,6}(?:\.\d{1,6}){0,4})/.exec(text);
	return match?.[1] ? match[1].split('.').map(Number) : null;
}

export function isAtLeast(version: readonly number[], wanted: readonly number[]): boolean {
	const index = wanted.findIndex((part, at) => (version[at] ?? 0) !== part);
	return index === -1 || (version[index] ?? 0) > wanted[index]!; // findIndex found it in `wanted`
}
