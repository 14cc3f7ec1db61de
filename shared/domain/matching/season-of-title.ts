import type {SeriesType} from '../media/series.ts';
import {foldTitle} from '../release/clean-title.ts';
import {seasonWords} from '../release/numbering/numbering.ts';
import type {ParsedTitle} from '../release/parsed-title.ts';
import type {LibraryTitle} from './title-index.ts';

interface SeasonedTitle {
	/** The title without the season. */
	title: string;
	season: number;
	/** Given by a word or an `S`. A number alone may be part of the title. */
	isSure: boolean;
	/** `Title S2 Part 2`, `Title 2nd Season Cour 2`. */
	part?: number;
}

const ordinals: readonly string[] = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];
const hanNumbers = '零一二三四五六七八九十';
const romans: readonly string[] = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X'];

const gap = '[ ._:~-]{1,3}[([]?';
const spelled = new RegExp(
	`${gap}(?:s|(?:${seasonWords})[ ._]?)(?<behind>\\d{1,2})[)\\]]?$|${gap}(?<before>\\d{1,2})(?:st|nd|rd|th)[ ._](?:season|stage|series)[)\\]]?$|${gap}(?<ordinal>${ordinals.join('|')})[ ._]season$|[ ._]?第 ?(?<han>[一二三四五六七八九十]|\\d{1,2}) ?[季期]$|[ ._]?(?<term>\\d{1,2})期$`,
	'i',
);
const roman = /[ ._](?<roman>II|III|IV|V|VI|VII|VIII|IX|X)$/;
const digit = /[ ._](?<digit>[2-9])$/;

const partAtEnd = /[ ._:~-]{1,3}\(?(?:part|cour)[ ._]?(?<part>[1-4])\)?$|[ ._]?第 ?(?<cour>[1-4]) ?クール$/i;

/**
 * The season at the end of a title: `Title S2`, `Title 2nd Season`, `Title 第二季`, `Title II`,
 * `Title 2`; null without one.
 */
export function splitSeason(title: string): SeasonedTitle | null {
	const ending = partAtEnd.exec(title);
	const whole = ending && splitSeason(title.slice(0, ending.index));
	if (whole?.isSure) {
		return {...whole, part: Number(ending?.groups?.['part'] ?? ending?.groups?.['cour'])};
	}
	const sure = spelled.exec(title);
	const found = sure ?? roman.exec(title) ?? digit.exec(title);
	const season = found ? numberOf(found.groups ?? {}) : 0;
	const rest = title.slice(0, found?.index ?? 0).trim();
	return season > 0 && rest !== '' ? {title: rest, season, isSure: sure !== null} : null;
}

function numberOf({behind, before, ordinal, han, term, roman: letters, digit: alone}: Record<string, string | undefined>): number {
	const digits = behind ?? before ?? term ?? alone ?? han ?? '';
	return (
		Number(digits) ||
		ordinals.indexOf(ordinal?.toLowerCase() ?? '') + 1 ||
		Math.max(0, hanNumbers.indexOf(han ?? '-')) ||
		Math.max(0, romans.indexOf(letters ?? '-'))
	);
}

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

/** The part of its season in which a count begins again: `Title S2 Part 2 - 03`; null without one. */
export function partOfCount({titles, seasonPart}: ParsedTitle): number | null {
	return seasonPart ?? titles.map(title => splitSeason(title)?.part).find(part => part !== undefined) ?? null;
}

/** `Second Title S01E03`, where the second title is the name of season 2, means season 2. */
export function seasonByName({titles, season}: ParsedTitle, series: SeriesNames | null): number | null {
	const named = season === 1 && series ? titles.map(title => seasonOfName(title, series)).find(found => found !== null) : null;
	return named ?? season;
}
