import {foldTitle} from '../../matching/fold-title.ts';
import type {FoundSubtitle, SubtitleCriteria} from '../found-subtitle.ts';
import type {ReadName} from './release-facts.ts';

/** `unknown` when nothing is said about it. */
export type Fit = 'match' | 'other' | 'unknown';

type Wanted = Pick<SubtitleCriteria, 'title' | 'originalTitle' | 'year' | 'episode'>;
type Told = Pick<FoundSubtitle, 'isIdMatch' | 'title' | 'year'>;

/** A year or a country behind a title: `Show (2019)`, `Show US`. */
const behind = /[\s._]*(?:[([](?:(?:19|20)\d\d|[a-z]{2})[)\]]|(?<=\s)(?:us|uk|au|nz|ca))$/i;

function namesOf(title: string): string[] {
	const bare = title.replace(behind, '');
	return [title, bare].map(foldTitle).filter(name => name !== '');
}

/** Whether a subtitle was made for a title of this name. */
export function titleFit(told: Told, names: readonly ReadName[], {title, originalTitle, episode}: Wanted): Fit {
	if (told.isIdMatch) {
		return 'match';
	}
	const ours = new Set([title, originalTitle ?? ''].flatMap(namesOf));
	const isEpisodeTitle = told.title !== null && episode !== null && foldTitle(told.title) === foldTitle(episode.title);
	// What the provider says counts: a release may be filed under the wrong film.
	const theirs =
		told.title === null || isEpisodeTitle
			? names.flatMap(({parsed: name}) => (name ? [...name.titles, name.titleWithoutYear ?? name.title] : []))
			: titlesIn(told.title, episode !== null);
	if (theirs.length === 0) {
		return 'unknown';
	}
	return theirs.flatMap(namesOf).some(name => ours.has(name)) ? 'match' : 'other';
}

/** For an episode some providers name the series and the episode: `"Series" Episode`, `Series - Episode`. */
function titlesIn(title: string, isEpisode: boolean): string[] {
	const quoted = /^["“]([^"”]{1,300})["”]/.exec(title)?.[1];
	const first = title.split(/ [-–:] /, 1)[0] ?? title;
	return isEpisode ? [title, first, ...(quoted === undefined ? [] : [quoted])] : [title];
}

/**
 * Whether the year fits. For a series it may be that of the first season or of any later episode, so only an earlier
 * one is another.
 */
export function yearFit(told: Told, names: readonly ReadName[], {year, episode}: Wanted): Fit {
	if (told.isIdMatch) {
		return 'match';
	}
	const years = !told.year ? names.flatMap(({parsed}) => parsed?.year ?? []) : [told.year];
	if (episode !== null) {
		return year !== null && years.length > 0 && years.every(each => each < year) ? 'other' : 'match';
	}
	if (year === null || years.length === 0) {
		return 'unknown';
	}
	return years.includes(year) ? 'match' : 'other';
}
