import type {SeriesType} from '../media/series.ts';
import type {ParsedTitle} from '../release/parsed-title.ts';
import {foldTitle} from './fold-title.ts';
import {splitSeason} from './season-of-title.ts';
import type {LibraryTitle} from './title-index.ts';

/** The names of a series. A release may use some of them to mean a single season. */
export interface SeriesNames extends Pick<LibraryTitle, 'title' | 'originalTitle' | 'alternativeTitles' | 'seasonTitles'> {
	type?: SeriesType;
}

const isAlike = (title: string) => {
	const key = foldTitle(title);
	return (name: string) => foldTitle(name) === key;
};

/** A series that is itself called `Title II` does not mean a second season by it. */
function isOwnName(title: string, {title: main, originalTitle}: SeriesNames): boolean {
	return [main, originalTitle ?? main].some(isAlike(title));
}

/** The season that another name of the series means, as the provider says or by the end of that name. */
function seasonOfName(title: string, series: SeriesNames): number | null {
	const named = series.seasonTitles?.find(each => isAlike(title)(each.title));
	if (named || isOwnName(title, series)) {
		return named?.seasonNumber ?? null;
	}
	const ending = splitSeason(title);
	return ending && series.alternativeTitles.some(isAlike(title)) ? ending.season : null;
}

function seasonOfTitle(title: string, series: SeriesNames | null): number | null {
	const ending = splitSeason(title);
	if (!series) {
		return ending?.isSure ? ending.season : null;
	}
	const named = seasonOfName(title, series);
	if (named !== null || !ending || isOwnName(title, series)) {
		return named;
	}
	const {alternativeTitles, originalTitle} = series;
	const isShorter = [series.title, originalTitle ?? '', ...alternativeTitles].some(isAlike(ending.title));
	return isShorter || ending.isSure ? ending.season : null;
}

/**
 * The season that a count such as `Title S2 - 03` refers to: by the release itself, by the end of its title or by the
 * name of a season. Null when the count is from the start of the show.
 */
export function seasonOfCount({titles, season}: ParsedTitle, series: SeriesNames | null): number | null {
	return season ?? titles.map(title => seasonOfTitle(title, series)).find(found => found !== null) ?? null;
}

/** `Second Title S01E03`, where the second title is the name of season 2, means season 2. */
export function seasonByName({titles, season}: ParsedTitle, series: SeriesNames | null): number | null {
	const named = season === 1 && series ? titles.map(title => seasonOfName(title, series)).find(found => found !== null) : null;
	return named ?? season;
}
