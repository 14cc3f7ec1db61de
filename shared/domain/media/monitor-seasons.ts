import {dayMs} from '../durations.ts';
import {toAirDateUtc} from './library-episode.ts';
import type {EpisodeDetails, SeasonDetails} from './series.ts';

export interface SeasonOption {
	seasonNumber: number;
	monitored: boolean;
}

/** An episode as far as its monitoring depends on it; a new one has no file. */
export interface ChosenEpisode extends Pick<EpisodeDetails, 'seasonNumber' | 'episodeNumber' | 'airDate'> {
	hasFile?: boolean;
}

interface ChosenSeason extends Pick<SeasonDetails, 'seasonNumber'> {
	episodes: readonly ChosenEpisode[];
}

/** Which episodes of a series are monitored. Specials of a new one never are, unless an option names season 0. */
export const monitorChoices = ['all', 'future', 'missing', 'existing', 'recent', 'pilot', 'firstSeason', 'lastSeason', 'none'] as const;
export type MonitorChoice = (typeof monitorChoices)[number];

/** Days for which an episode counts as recent after it has aired. */
const recentDays = 90;

interface Choice {
	monitor: MonitorChoice;
	/** Seasons that are monitored differently; the last one for a season wins. */
	options: readonly SeasonOption[];
	now: Date;
}

interface Monitoring {
	/** Whether a season is monitored, and with it the episodes that are added to it later. */
	season(seasonNumber: number): boolean;
	episode(episode: ChosenEpisode): boolean;
}

/** The first and the last regular season. One without episodes is only announced, and counts if there is no other. */
function endsOf(seasons: readonly ChosenSeason[]): [first: number, last: number] {
	const regular = seasons.filter(({seasonNumber}) => seasonNumber > 0);
	const filled = regular.filter(({episodes}) => episodes.length > 0);
	const numbers = (filled.length > 0 ? filled : regular).map(({seasonNumber}) => seasonNumber);
	return [Math.min(...numbers), Math.max(...numbers)];
}

/**
 * Applies a choice. For a new series, which has no files yet, `missing` means all episodes and `existing` none. With
 * `future` and `recent`, the last season stays monitored, and so do episodes that are added to it.
 */
export function monitoringOf(seasons: readonly ChosenSeason[], {monitor, options, now}: Choice): Monitoring {
	const [first, last] = endsOf(seasons);
	const pilot = Math.min(
		...seasons.filter(({seasonNumber}) => seasonNumber === first).flatMap(({episodes}) => episodes.map(each => each.episodeNumber)),
	);
	const airsSince = ({airDate}: ChosenEpisode, days: number) =>
		(toAirDateUtc(airDate)?.getTime() ?? Number.POSITIVE_INFINITY) >= now.getTime() - days * dayMs;
	const choices: Record<MonitorChoice, (episode: ChosenEpisode) => boolean> = {
		all: () => true,
		missing: ({hasFile = false}) => !hasFile,
		future: episode => airsSince(episode, 0),
		recent: episode => airsSince(episode, recentDays),
		pilot: ({seasonNumber, episodeNumber}) => seasonNumber === first && episodeNumber === pilot,
		firstSeason: ({seasonNumber}) => seasonNumber === first,
		lastSeason: ({seasonNumber}) => seasonNumber === last,
		existing: ({hasFile = false}) => hasFile,
		none: () => false,
	};
	const optionOf = (number: number) => options.findLast(({seasonNumber}) => seasonNumber === number)?.monitored;
	const isChosen = (episode: ChosenEpisode) => episode.seasonNumber > 0 && choices[monitor](episode);
	const hasChosen = (number: number) => seasons.find(each => each.seasonNumber === number)?.episodes.some(isChosen) ?? false;
	const goesOn: Record<MonitorChoice, (seasonNumber: number) => boolean> = {
		all: () => true,
		missing: () => true,
		future: number => number >= last || hasChosen(number),
		recent: number => goesOn.future(number),
		firstSeason: number => number === first,
		lastSeason: number => number >= last,
		pilot: () => false,
		existing: hasChosen,
		none: () => false,
	};
	return {
		season: number => optionOf(number) ?? (number > 0 && goesOn[monitor](number)),
		episode: episode => optionOf(episode.seasonNumber) ?? isChosen(episode),
	};
}

/** An episode that the provider adds more than this many days after it aired counts as late. */
const lateDays = 14;

/**
 * An episode that the provider adds to a series long after it aired is often a correction of its data. It is monitored
 * like any other, but no task searches it.
 */
export function appearsLate({seasonNumber, airDate}: EpisodeDetails, now: Date): boolean {
	const airedAt = toAirDateUtc(airDate);
	return seasonNumber > 0 && airedAt !== null && Number(now) - Number(airedAt) > lateDays * dayMs;
}
