import type {JudgedRelease} from '#shared/domain/decisions/judged-release.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Run} from '../../runtime/handler.ts';
import {grabOffer, mostFailures} from './grab-offer.ts';

/**
 * Grabs releases, best first, until no episode is open or no release has an open one. Removes the grabbed episodes from
 * `open`. Returns how many releases were grabbed.
 */
export async function grabEpisodes(
	approved: readonly JudgedRelease[],
	{seriesId, open}: {seriesId: string; open: Set<string>},
	{deps, run}: {deps: WorkerDeps; run: Run},
): Promise<number> {
	const taken = new Set<string>();
	let failed = 0;
	let grabbed = 0;
	for (const {release, episodeIds} of approved) {
		const isNeeded = episodeIds.some(id => open.has(id)) && !episodeIds.some(id => taken.has(id));
		if (!isNeeded || failed === mostFailures) {
			continue;
		}
		const wish = {guid: release.guid, indexerId: release.indexerId, movieId: null, seriesId, episodeIds};
		const outcome = await grabOffer(wish, release.title, {deps, run});
		if (outcome === 'failed') {
			failed += 1;
			continue;
		}
		grabbed += outcome === 'grabbed' ? 1 : 0;
		for (const id of episodeIds) {
			taken.add(id);
			open.delete(id);
		}
	}
	return grabbed;
}
