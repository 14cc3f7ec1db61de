/** Keeps the first release of each guid. */
export function uniqueByGuid<T extends {guid: string}>(releases: readonly T[]): T[] {
	return [...new Map(releases.toReversed().map(release => [release.guid, release])).values()].reverse();
}
