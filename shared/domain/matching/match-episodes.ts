import type {ParsedTitle} from '../release/parsed-title.ts';

export interface NumberedEpisode {
	seasonNumber: number;
	episodeNumber: number;
	absoluteEpisodeNumber: number | null;
	/** `YYYY-MM-DD`. */
	airDate: string | null;
}

function inOrder<T extends NumberedEpisode>(episodes: readonly T[]): T[] {
	return episodes.toSorted((a, b) => a.seasonNumber - b.seasonNumber || a.episodeNumber - b.episodeNumber);
}

function byAirDate<T extends NumberedEpisode>(episodes: readonly T[], {airDate, dailyPart}: ParsedTitle): T[] {
	const aired = inOrder(episodes.filter(episode => episode.airDate === airDate && episode.seasonNumber > 0));
	return dailyPart === null ? aired : aired.slice(dailyPart - 1, dailyPart);
}

/** Providers that count by seasons only have no absolute numbers; then the order of the regular episodes is the number. */
function byAbsoluteNumber<T extends NumberedEpisode>(episodes: readonly T[], numbers: readonly number[]): T[] {
	const counted = episodes.filter(({absoluteEpisodeNumber}) => absoluteEpisodeNumber !== null);
	if (counted.length > 0) {
		return counted.filter(({absoluteEpisodeNumber}) => numbers.includes(absoluteEpisodeNumber ?? 0));
	}

	const regular = inOrder(episodes.filter(({seasonNumber}) => seasonNumber > 0));
	return regular.filter((_, index) => numbers.includes(index + 1));
}

/**
 * The episodes of a series that a release holds: by date, by season (whole or single episodes), or by absolute number.
 * Empty when none fits, and for extras and parts of a season, of which nobody can tell what they hold.
 */
export function matchEpisodes<T extends NumberedEpisode>(episodes: readonly T[], parsed: ParsedTitle): T[] {
	const {airDate, season, episodes: numbers, absoluteEpisodes, fullSeason, partialSeason, seasonExtra} = parsed;
	if (seasonExtra || partialSeason) {
		return [];
	}

	if (airDate !== null) {
		return byAirDate(episodes, parsed);
	}

	if (season !== null && (numbers.length > 0 || fullSeason)) {
		const ofSeason = episodes.filter(({seasonNumber}) => seasonNumber === season);
		return inOrder(fullSeason && numbers.length === 0 ? ofSeason : ofSeason.filter(({episodeNumber}) => numbers.includes(episodeNumber)));
	}

	return absoluteEpisodes.length > 0 ? byAbsoluteNumber(episodes, absoluteEpisodes) : [];
}
