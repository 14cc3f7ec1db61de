import {dayMs} from '../../durations.ts';
import {foldTitle} from '../../release/clean-title.ts';
import type {ParsedTitle} from '../../release/parsed-title.ts';
import type {FoundSubtitle, SubtitleCriteria} from '../found-subtitle.ts';
import type {ReadName} from './release-facts.ts';

/** `unknown` when nothing is said about it. */
export type Fit = 'match' | 'other' | 'unknown';

type Wanted = Pick<SubtitleCriteria, 'title' | 'originalTitle' | 'year' | 'episode'>;
type Offered = Pick<FoundSubtitle, 'isIdMatch' | 'title' | 'year'>;

/** A year or a country after a title: `Show (2019)`, `Show US`. */
const behind = /[\s._]*(?:[([]((?:19|20)\d\d|[a-z]{2})[)\]]|(?<=\s)(us|uk|au|nz|ca))$/i;

interface Name {
	full: string;
	/** Without such a suffix. */
	bare: string;
	/** A year or a country in lower case; null for none. */
	mark: string | null;
}

function nameOf(title: string): Name {
	const [, inBrackets, country] = behind.exec(title) ?? [];
	const mark = (inBrackets ?? country)?.toLowerCase() ?? null;
	return {full: foldTitle(title), bare: foldTitle(title.replace(behind, '')), mark};
}

const isYear = (mark: string) => /^\d/.test(mark);

/** A year or a country may be left out, but two that differ are those of two shows: `Show UK` and `Show US`. */
function isSameName(one: Name, other: Name): boolean {
	const isContrary = one.mark !== null && other.mark !== null && one.mark !== other.mark && isYear(one.mark) === isYear(other.mark);
	const isSame = [one.full, one.bare].some(name => name !== '' && (name === other.full || name === other.bare));
	return isSame && (one.full === other.full || !isContrary);
}

/** Whether a subtitle was made for a title of this name. */
export function titleFit(offered: Offered, names: readonly ReadName[], {title, originalTitle, episode}: Wanted): Fit {
	if (offered.isIdMatch) {
		return 'match';
	}
	const ours = [title, originalTitle ?? ''].map(nameOf);
	const isEpisodeTitle = offered.title !== null && episode !== null && foldTitle(offered.title) === foldTitle(episode.title);
	// What the provider says counts: a release may be filed under the wrong film.
	const theirs =
		offered.title === null || isEpisodeTitle
			? names.flatMap(({parsed: name}) => (name ? [...name.titles, name.titleWithoutYear ?? name.title] : []))
			: titlesIn(offered.title, episode !== null);
	if (theirs.length === 0) {
		return 'unknown';
	}
	return theirs.map(nameOf).some(their => ours.some(our => isSameName(our, their))) ? 'match' : 'other';
}

/** For an episode some providers name the series and the episode: `"Series" Episode`, `Series - Episode`. */
function titlesIn(title: string, isEpisode: boolean): string[] {
	const quoted = /^["“]([^"”]{1,300})["”]/.exec(title)?.[1];
	const first = title.split(/ [-–:] /, 1)[0] ?? title;
	return isEpisode ? [title, first, ...(quoted === undefined ? [] : [quoted])] : [title];
}

/** Whether the year fits. */
export function yearFit(offered: Offered, names: readonly ReadName[], wanted: Wanted): Fit {
	const {year, episode} = wanted;
	if (offered.isIdMatch) {
		return 'match';
	}
	if (episode !== null) {
		return year !== null && isOtherSeries(offered, names, {...wanted, year, episode}) ? 'other' : 'match';
	}
	const years = !offered.year ? names.flatMap(({parsed}) => parsed?.year ?? []) : [offered.year];
	if (year === null || years.length === 0) {
		return 'unknown';
	}
	return years.includes(year) ? 'match' : 'other';
}

/** Episodes of a first season that are certainly broadcast within a year of its beginning, specials aside. */
const episodesOfAYear = 30;

/**
 * The year of a name is that of the series. What a provider says may be the year of the episode, which is never before
 * that, and for the first episodes not long after.
 */
function isOtherSeries(
	offered: Offered,
	names: readonly ReadName[],
	{title, originalTitle, year, episode}: Wanted & {year: number; episode: NonNullable<Wanted['episode']>},
): boolean {
	const ours = [title, originalTitle ?? ''].map(foldTitle);
	// A title may end with a year of its own: `Class of 1984`.
	const named = names.flatMap(({parsed}) => (parsed?.year && !ours.includes(foldTitle(parsed.title)) ? [parsed.year] : []));
	if (named.length > 0 && named.every(each => Math.abs(each - year) > 1)) {
		return true;
	}
	const isEarly = episode.seasonNumber === 1 && episode.episodeNumber <= episodesOfAYear;
	return Boolean(offered.year) && offered.year !== null && (offered.year < year || (isEarly && offered.year > year + 1));
}

export interface EpisodeFit {
	season: Fit;
	episode: Fit;
}

type Episode = NonNullable<SubtitleCriteria['episode']>;
type OfferedNumbers = Pick<FoundSubtitle, 'seasonNumber' | 'episodeNumber'>;

const unknown: EpisodeFit = {season: 'unknown', episode: 'unknown'};
const match: EpisodeFit = {season: 'match', episode: 'match'};
const toFit = (isSame: boolean): Fit => (isSame ? 'match' : 'other');

/** Whether a subtitle was made for this episode, by what the provider says and by the names of the releases. */
export function episodeFit(offered: OfferedNumbers, names: readonly ReadName[], wanted: Episode): EpisodeFit {
	const byNumbers = numbersFit(offered, wanted);
	const byNames = namesFit(names, wanted);
	if (byNumbers.season === 'other' || byNumbers.episode === 'other') {
		return byNumbers;
	}
	return {
		season: byNumbers.season === 'unknown' ? byNames.season : byNumbers.season,
		// The names win where they contradict: a subtitle is more often entered at the wrong episode than misnamed.
		episode: byNumbers.episode === 'unknown' || byNames.episode === 'other' ? byNames.episode : byNumbers.episode,
	};
}

function numbersFit({seasonNumber, episodeNumber}: OfferedNumbers, wanted: Episode): EpisodeFit {
	if (seasonNumber === null) {
		return episodeNumber !== null && episodeNumber === wanted.absoluteEpisodeNumber ? match : unknown;
	}
	return {
		season: toFit(seasonNumber === wanted.seasonNumber),
		episode: episodeNumber === null ? 'unknown' : toFit(episodeNumber === wanted.episodeNumber),
	};
}

/** One fitting name is enough: a subtitle of two parts is named after both. */
function namesFit(names: readonly ReadName[], wanted: Episode): EpisodeFit {
	const fits = names.flatMap(({parsed}) => (parsed ? [nameFit(parsed, wanted)] : [])).filter(fit => fit !== unknown);
	const best = fits.find(({season, episode}) => season === 'match' && episode === 'match');
	return best ?? fits[0] ?? unknown;
}

/** Dates differ by a day between time zones; then the name says nothing. */
function dateFit(named: string, aired: string | null | undefined): EpisodeFit {
	const days = Math.abs(Date.parse(named) - Date.parse(aired ?? '')) / dayMs;
	if (days === 0) {
		return match;
	}
	return days > 1 ? {season: 'unknown', episode: 'other'} : unknown;
}

/** A pack of the season has the episode in it. */
function nameFit(named: ParsedTitle, wanted: Episode): EpisodeFit {
	const {airDate, season, lastSeason, episodes, absoluteEpisodes, fullSeason, across} = named;
	const {seasonNumber, episodeNumber, absoluteEpisodeNumber} = wanted;
	if (airDate !== null) {
		return dateFit(airDate, wanted.airDate);
	}
	if (absoluteEpisodeNumber !== null && absoluteEpisodes.includes(absoluteEpisodeNumber)) {
		return match;
	}
	if (season === null) {
		const isNumbered = absoluteEpisodes.length > 0 && absoluteEpisodeNumber !== null;
		return isNumbered ? {season: 'unknown', episode: 'other'} : unknown;
	}
	const isSeason = seasonNumber >= season && seasonNumber <= (lastSeason ?? season);
	if (across) {
		const isLater = seasonNumber > season || episodeNumber >= across.first;
		const isEarlier = seasonNumber < Number(lastSeason) || episodeNumber <= across.last;
		return {season: toFit(isSeason), episode: toFit(isSeason && isLater && isEarlier)};
	}
	const isWhole = fullSeason || episodes.length === 0;
	return {season: toFit(isSeason), episode: toFit(isWhole ? isSeason : isSeason && episodes.includes(episodeNumber))};
}
