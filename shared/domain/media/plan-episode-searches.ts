import type {Episode} from './library-episode.ts';
import type {SeriesType} from './series.ts';

/** One query to the indexers: for a season with several wanted episodes, or for one episode. */
export interface PlannedSearch {
	kind: 'season' | 'episode';
	/** Not empty, all from one season. */
	wanted: Episode[];
	/** Every episode of the season is wanted, so a pack is the best result. */
	wholeSeason: boolean;
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

export function toSingle(episode: Episode): PlannedSearch {
	return {kind: 'episode', wanted: [episode], wholeSeason: false};
}
