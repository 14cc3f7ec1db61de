import {dayMs} from '../durations.ts';
import type {AcrossSeasons, ParsedTitle} from '../release/parsed-title.ts';
import {findByEpisodeName, findSpecials, isSpecial, type NumberedEpisode} from './find-special.ts';
import {partOfCount, type SeriesNames, seasonByName, seasonOfCount} from './season-of-title.ts';

function inOrder<T extends NumberedEpisode>(episodes: readonly T[]): T[] {
	return episodes.toSorted((a, b) => a.seasonNumber - b.seasonNumber || a.episodeNumber - b.episodeNumber);
}

/**
 * The one episode of a day. Of several, which come at once or in parts, only a part's number
 * tells the one that is meant.
 */
function byAirDate<T extends NumberedEpisode>(episodes: readonly T[], {airDate, dailyPart}: ParsedTitle): T[] {
	const aired = inOrder(episodes.filter(episode => episode.airDate === airDate));
	const regular = aired.filter(({seasonNumber}) => seasonNumber > 0);
	const meant = regular.length > 0 ? regular : aired;
	const given = dailyPart === null ? meant : meant.slice(dailyPart - 1, dailyPart);
	return given.length === 1 ? given : [];
}

/**
 * Providers that count by season have no absolute numbers. Then the position among the regular episodes is the number.
 */
function byAbsoluteNumber<T extends NumberedEpisode>(episodes: readonly T[], numbers: readonly number[]): T[] {
	const counted = episodes.filter(({absoluteEpisodeNumber}) => absoluteEpisodeNumber !== null);
	if (counted.length > 0) {
		return counted.filter(({absoluteEpisodeNumber}) => numbers.includes(absoluteEpisodeNumber ?? 0));
	}
	const regular = inOrder(episodes.filter(({seasonNumber}) => seasonNumber > 0));
	return regular.filter((_, index) => numbers.includes(index + 1));
}

/**
 * `Title S2 - 03` counts within its season; `Title S2 - 27` counts from the start of the show if that
 * leads to the same season.
 */
function byCountOfSeason<T extends NumberedEpisode>(episodes: readonly T[], numbers: readonly number[], season: number): T[] {
	const within = episodes.filter(({seasonNumber, episodeNumber}) => seasonNumber === season && numbers.includes(episodeNumber));
	if (within.length === numbers.length) {
		return inOrder(within);
	}
	const counted = byAbsoluteNumber(episodes, numbers);
	return counted.length === numbers.length && counted.every(({seasonNumber}) => seasonNumber === season) ? counted : [];
}

/** `Season 1/Title - 105`: the season stands before the episode once more. Anime has seasons of so many episodes. */
function byRepeatedSeason<T extends NumberedEpisode>(episodes: readonly T[], numbers: readonly number[], season: number): T[] {
	const within = numbers.map(number => number - 100 * season);
	const found = episodes.filter(({seasonNumber, episodeNumber}) => seasonNumber === season && within.includes(episodeNumber));
	return season > 0 && within.every(number => number > 0 && number < 100) && found.length === numbers.length ? inOrder(found) : [];
}

/** Parts of a season are months apart; a week or two may fall out within one. */
const breakMs = 35 * dayMs;

/** A season in the parts in which it was shown; empty unless each of its episodes has a day. */
function partsOf<T extends NumberedEpisode>(season: readonly T[]): T[][] {
	const parts: T[][] = [];
	let before = Number.NEGATIVE_INFINITY;
	for (const episode of inOrder(season)) {
		const day = Date.parse(episode.airDate ?? '');
		if (Number.isNaN(day)) {
			return [];
		}
		if (day - before > breakMs) {
			parts.push([]);
		}
		parts.at(-1)?.push(episode);
		before = day;
	}
	return parts;
}

/** `Title S2 Part 2 - 03`: the third episode after the break, or the part's episode with this number in its season. */
function byCountOfPart<T extends NumberedEpisode>(
	episodes: readonly T[],
	numbers: readonly number[],
	{season, part}: {season: number; part: number},
): T[] {
	const members = partsOf(episodes.filter(({seasonNumber}) => seasonNumber === season))[part - 1] ?? [];
	const first = members[0]?.episodeNumber ?? 0;
	const anew = members.filter((_, index) => numbers.includes(index + 1));
	const found =
		numbers.every(number => number < first) || part === 1 ? anew : members.filter(({episodeNumber}) => numbers.includes(episodeNumber));
	return found.length === numbers.length ? found : [];
}

/** The episodes of one season, of several, or of all. */
function ofSeasons<T extends NumberedEpisode>(episodes: readonly T[], {multiSeason, lastSeason}: ParsedTitle, season: number | null): T[] {
	const [first, last] = season === null ? [1, Number.POSITIVE_INFINITY] : [season, multiSeason ? (lastSeason ?? season) : season];
	return episodes.filter(({seasonNumber}) => seasonNumber >= first && seasonNumber <= last);
}

/** Those of a name that goes from one season into another; empty unless both its first and its last are there. */
function acrossSeasons<T extends NumberedEpisode>(episodes: readonly T[], {season, lastSeason}: ParsedTitle, across: AcrossSeasons): T[] {
	const sorted = inOrder(episodes.filter(({seasonNumber}) => seasonNumber > 0));
	const placeOf = (of: number | null, number: number) =>
		sorted.findIndex(({seasonNumber, episodeNumber}) => seasonNumber === of && episodeNumber === number);
	const [first, last] = [placeOf(season, across.first), placeOf(lastSeason, across.last)];
	if (first < 0 || last < first) {
		return [];
	}
	return across.isRun ? sorted.slice(first, last + 1) : sorted.filter((_, place) => place === first || place === last);
}

/** Does a name mean one or more whole seasons, rather than a single episode or special? */
export function isWholeSeason(parsed: ParsedTitle, series: SeriesNames | null = null): boolean {
	return parsed.fullSeason && parsed.episodes.length === 0 && !isSpecial(parsed, series);
}

/** From here on, a count from the start of a show looks like a season with its episode. */
const firstLongCount = 100;
const seasonMark = /s\d{1,4}[ ._-]?e\d|(?<!\d)\d{1,2}x\d/i;

/**
 * The counts in `Title.1122.1080p`, which is read as season 11, episode 22. Long anime are counted from their start.
 * Empty when the name gives the season in another way.
 */
function longCounts(episodes: readonly NumberedEpisode[], {season, episodes: numbers, releaseTitle}: ParsedTitle): number[] {
	const counts = numbers.map(number => Number(season) * 100 + number);
	const isWritten = (count: number) => new RegExp(`(?<![\\p{L}\\d])${count}(?![\\p{L}\\d])`, 'u').test(releaseTitle);
	const isLong = episodes.filter(({seasonNumber}) => seasonNumber > 0).length >= firstLongCount;
	return season !== null && season > 0 && isLong && !seasonMark.test(releaseTitle) && counts.every(isWritten) ? counts : [];
}

function byNumber<T extends NumberedEpisode>(episodes: readonly T[], parsed: ParsedTitle, series: SeriesNames | null): T[] {
	const {absoluteEpisodes, episodes: numbers, fullSeason, multiSeason, across} = parsed;
	if (across) {
		return acrossSeasons(episodes, parsed, across);
	}
	const season = seasonByName(parsed, series);
	if (isWholeSeason(parsed, series) && (season !== null || multiSeason)) {
		return inOrder(ofSeasons(episodes, parsed, season));
	}
	const counts = series?.type === 'anime' ? longCounts(episodes, parsed) : [];
	if (counts.length > 0) {
		return byAbsoluteNumber(episodes, counts);
	}
	if (season !== null && (numbers.length > 0 || fullSeason)) {
		return inOrder(episodes.filter(({seasonNumber, episodeNumber}) => seasonNumber === season && numbers.includes(episodeNumber)));
	}
	if (absoluteEpisodes.length === 0) {
		return [];
	}
	const counted = seasonOfCount(parsed, series);
	const part = partOfCount(parsed);
	if (counted !== null && part !== null) {
		return byCountOfPart(episodes, absoluteEpisodes, {season: counted, part});
	}
	if (counted === null) {
		return byAbsoluteNumber(episodes, absoluteEpisodes);
	}
	const found = byCountOfSeason(episodes, absoluteEpisodes, counted);
	return found.length > 0 || !series || series.type === 'anime' ? found : byRepeatedSeason(episodes, absoluteEpisodes, counted);
}

/**
 * The episodes of a series that a release holds: by date, by season (whole, several or single episodes), by a count
 * within a season or from the start, and specials by name or number. `series` gives the names that may mean a season.
 * Empty when none fits, and also for extras and parts of a season, whose content is unknown.
 */
export function matchEpisodes<T extends NumberedEpisode>(
	episodes: readonly T[],
	parsed: ParsedTitle,
	series: SeriesNames | null = null,
): T[] {
	if (parsed.seasonExtra || parsed.partialSeason) {
		return [];
	}
	if (parsed.airDate !== null) {
		return byAirDate(episodes, parsed);
	}
	if (isSpecial(parsed, series)) {
		return findSpecials(episodes, parsed);
	}
	const found = byNumber(episodes, parsed, series);
	const specials = found.length === 0 && parsed.possibleSpecial ? episodes.filter(({seasonNumber}) => seasonNumber === 0) : [];
	return specials.length > 0 ? findByEpisodeName(specials, parsed) : found;
}
