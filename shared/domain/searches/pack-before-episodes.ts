import type {Episode} from '../media/library-episode.ts';
import type {SeriesType} from '../media/series.ts';

/** One query to the indexers: for a season with several wanted episodes, or for one episode. */
export interface PlannedSearch {
	kind: 'season' | 'episode';
	/** Not empty, all from one season. */
	wanted: Episode[];
	/** Every episode of the season is wanted, so a pack is the best result. */
	wholeSeason: boolean;
}

/** Max searches of one series in one run. The next run starts with the others, which have waited longest. */
export const maxSearches = 20;
/** Episodes that are searched on their own after the search of their season, when the budget is small. */
const singlesWhenFew = 2;

/**
 * Searches that follow when the search of a season has left these episodes without a release: one for each, or only
 * for a few when the budget is small, because most sites have answered for the whole season by then. Those that were
 * searched on their own longest ago come first.
 */
export function afterSeason(open: readonly Episode[], {left}: {left: number}): PlannedSearch[] {
	const max = left >= maxSearches ? open.length : Math.min(singlesWhenFew, Math.max(0, left));
	return open.slice(0, max).map(toSingle);
}

/** How many searches such a plan may take, when `left` are left. */
export function searchesOf(planned: readonly PlannedSearch[], left: number): number {
	const sum = planned.reduce((total, {kind, wanted}) => total + 1 + (kind === 'season' ? afterSeason(wanted, {left}).length : 0), 0);
	return Math.min(sum, maxSearches, Math.max(left, 1));
}

/** As many of the planned searches as fit into what is left, at least the first. */
export function fitting(planned: readonly PlannedSearch[], left: number): PlannedSearch[] {
	return left >= maxSearches ? [...planned] : planned.slice(0, Math.max(1, left));
}

/** Plans few queries for many episodes; the first in the list are searched first. Daily shows have no season packs. */
export function planEpisodeSearches(wanted: readonly Episode[], all: readonly Episode[], type: SeriesType): PlannedSearch[] {
	if (type === 'daily') {
		return wanted.map(toSingle);
	}
	return [...Map.groupBy(wanted, ({seasonNumber}) => seasonNumber)].map(([seasonNumber, ofSeason]) => {
		const [only] = ofSeason;
		if (ofSeason.length === 1 && only) {
			return toSingle(only);
		}
		const size = all.filter(episode => episode.seasonNumber === seasonNumber).length;
		return {kind: 'season', wanted: ofSeason, wholeSeason: ofSeason.length === size};
	});
}

function toSingle(episode: Episode): PlannedSearch {
	return {kind: 'episode', wanted: [episode], wholeSeason: false};
}
