import type {FoundRelease} from '../release/release.ts';

type Offer = Pick<FoundRelease, 'guid' | 'infoHash' | 'indexerPriority'>;

/**
 * Keeps one release for each guid and each info hash: the one from the indexer with the best priority.
 * The order stays the same.
 */
export function mergeReleases<T extends Offer>(releases: readonly T[]): T[] {
	const byPriority = releases.toSorted((a, b) => a.indexerPriority - b.indexerPriority);
	const seen = new Set<string>();
	const best = new Set<T>();
	for (const release of byPriority) {
		const names = [`guid ${release.guid}`, ...(release.infoHash ? [`hash ${release.infoHash}`] : [])];
		if (!names.some(name => seen.has(name))) {
			best.add(release);
		}
		for (const name of names) {
			seen.add(name);
		}
	}
	return releases.filter(release => best.has(release));
}
