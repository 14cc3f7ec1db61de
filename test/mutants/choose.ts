import {createHash} from 'node:crypto';
import {globSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {likeness, type MutationSite, sitesIn} from './sites.ts';

/** Below this, two places with the same change are two different ones. */
const leastLikeness = 0.75;

/** All places of the source that stand in it once. */
export function allSites(repo: string): MutationSite[] {
	const files = globSync('{shared,workers,api}/**/*.ts', {cwd: repo}).filter(file => !file.startsWith('api/ui/'));
	const places = files.sort().flatMap(file => sitesIn(file, readFileSync(join(repo, file), 'utf8')));
	const seen = Map.groupBy(places, ({id}) => id);
	return [...seen.values()].filter(same => same.length === 1).flat();
}

/**
 * `count` places in an order that depends on the seed alone. The places of an earlier run are found again by their
 * tokens, also in another file or with other names; those that no longer exist are replaced by the next ones.
 */
export function chooseSites(
	all: readonly MutationSite[],
	{count, seed, earlier}: {count: number; seed: number; earlier: readonly MutationSite[]},
): MutationSite[] {
	const rank = (id: string) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
	const ordered = all.map(place => ({place, key: rank(place.id)})).sort((a, b) => (a.key < b.key ? -1 : 1));
	const found = new Map<string, MutationSite>();
	for (const before of earlier.slice(0, count)) {
		const again = findAgain(all, before);
		if (again) {
			found.set(again.id, again);
		}
	}
	for (const {place} of ordered) {
		if (found.size >= count) {
			break;
		}
		found.set(place.id, found.get(place.id) ?? place);
	}
	return [...found.values()];
}

function findAgain(all: readonly MutationSite[], before: MutationSite): MutationSite | null {
	const exact = all.find(({id}) => id === before.id);
	if (exact) {
		return exact;
	}
	const alike = all
		.filter(({from, to}) => from === before.from && to === before.to)
		.map(place => ({place, score: likeness(before.around, place.around)}))
		.sort((a, b) => b.score - a.score);
	const [best, next] = alike;
	return best && best.score >= leastLikeness && best.score > (next?.score ?? 0) ? best.place : null;
}
