import type {FoundRelease} from '#shared/domain/release/release.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {Run} from '../../runtime/handler.ts';
import {grabOffer, mostFailures} from './grab-offer.ts';

/** Grabs the first of these releases (best first) that works. Returns whether one was grabbed. */
export async function grabMovie(
	offers: readonly FoundRelease[],
	movieId: string,
	{deps, run}: {deps: WorkerDeps; run: Run},
): Promise<boolean> {
	for (const {guid, indexerId, title} of offers.slice(0, mostFailures)) {
		const outcome = await grabOffer({guid, indexerId, movieId, seriesId: null, episodeIds: null}, title, {deps, run});
		if (outcome !== 'failed') {
			return outcome === 'grabbed';
		}
	}
	return false;
}
