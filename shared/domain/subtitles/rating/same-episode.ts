import {dayMs} from '../../durations.ts';
import type {ParsedTitle} from '../../release/parsed-title.ts';
import type {FoundSubtitle, SubtitleCriteria} from '../found-subtitle.ts';
import type {ReadName} from './release-facts.ts';
import type {Fit} from './same-title.ts';

export interface EpisodeFit {
	season: Fit;
	episode: Fit;
}

type Episode = NonNullable<SubtitleCriteria['episode']>;
type Told = Pick<FoundSubtitle, 'seasonNumber' | 'episodeNumber'>;

const unknown: EpisodeFit = {season: 'unknown', episode: 'unknown'};
const match: EpisodeFit = {season: 'match', episode: 'match'};
const toFit = (isSame: boolean): Fit => (isSame ? 'match' : 'other');

/** Whether a subtitle was made for this episode, by what the provider says and by the names of the releases. */
export function episodeFit(told: Told, names: readonly ReadName[], wanted: Episode): EpisodeFit {
	const byNumbers = numbersFit(told, wanted);
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

function numbersFit({seasonNumber, episodeNumber}: Told, wanted: Episode): EpisodeFit {
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
function nameFit({airDate, season, lastSeason, episodes, absoluteEpisodes, fullSeason}: ParsedTitle, wanted: Episode): EpisodeFit {
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
	const isWhole = fullSeason || episodes.length === 0;
	return {season: toFit(isSeason), episode: toFit(isWhole ? isSeason : isSeason && episodes.includes(episodeNumber))};
}
