import {parseTitle} from '../../release/parse-title.ts';
import type {ParsedTitle} from '../../release/parsed-title.ts';
import {type Rule, rejected} from '../rule.ts';

export const knownMovie: Rule = ({media, parsed, release}) => {
	if (media.kind !== 'movie' || media.movie) {
		return null;
	}
	const detail = parsed
		? whyOther('movie', `"${parsed.title}"${parsed.year ? ` (${parsed.year})` : ''}`, media.searchedFor)
		: whyUnreadable(release.title);
	return {reason: 'Unknown movie', detail, temporary: false};
};

/** A search for one title says nothing about the others of the library. */
const whyOther = (kind: 'movie' | 'series', name: string, searchedFor: string | undefined) =>
	searchedFor === undefined ? `No ${kind} of the library is called ${name}` : `It is called ${name}, not ${searchedFor}`;

function whyUnreadable(title: string): string {
	const show = parseTitle(title, {mode: 'tv'});
	return show
		? `It is named as ${show.episodes.length > 0 ? 'an episode' : 'a season'} of the series "${show.title}"`
		: 'The title cannot be read';
}

function whyNoEpisode(title: string): string {
	const film = parseTitle(title, {mode: 'movie'});
	return film?.year ? `It is named as the movie "${film.title}" (${film.year})` : 'The title cannot be read';
}

export const knownSeries: Rule = ({media, parsed, release}) => {
	if (media.kind !== 'series' || media.series) {
		return null;
	}
	const detail = parsed ? whyOther('series', `"${parsed.title}"`, media.searchedFor) : whyNoEpisode(release.title);
	return {reason: 'Unknown series', detail, temporary: false};
};

function wanted({season, episodes, absoluteEpisodes, airDate}: ParsedTitle): string {
	if (airDate) {
		return `the episode of ${airDate}`;
	}
	if (season === null) {
		return absoluteEpisodes.length > 0 ? `absolute episode ${absoluteEpisodes.join(', ')}` : 'its episode';
	}
	return episodes.length > 0 ? `season ${season} episode ${episodes.join(', ')}` : `season ${season}`;
}

/** Why it is unclear which episodes a release holds, although its season is known. */
function whyUnclear({seasonExtra, partialSeason, season}: ParsedTitle): string | null {
	const ofSeason = season === null ? 'a season' : `season ${season}`;
	if (seasonExtra) {
		return `Only extras of ${ofSeason}, no episodes`;
	}
	return partialSeason ? `Only a part of ${ofSeason}, and it does not say which episodes` : null;
}

export const knownEpisode: Rule = ({media, parsed}) => {
	if (media.kind !== 'series' || !media.series || media.episodes.length > 0) {
		return null;
	}
	const detail = parsed
		? (whyUnclear(parsed) ??
			`${media.series.title} has no such episode${media.isNumberedElsewhere ? ' in any of its numbers' : ''}: ${wanted(parsed)}`)
		: 'The title cannot be read';
	return {reason: 'Unknown episode', detail, temporary: false};
};

/** Indexers give wrong ids, and a wrong film would take the place of a good file. A person may take it all the same. */
export const namedAsTitle: Rule = ({media, parsed}) => {
	const title = (media.kind === 'movie' ? media.movie : media.series)?.title;
	return media.isNamedOtherwise && parsed && title !== undefined
		? rejected(`Only its indexer's id says that it is ${title}; it is named "${parsed.title}"`)
		: null;
};
