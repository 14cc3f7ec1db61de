import type {ParsedTitle} from '../release/parsed-title.ts';
import {splitYear} from '../release/patterns/year.ts';
import type {Named} from './find-by-name.ts';
import {matchTitle} from './match-title.ts';
import {noIds, type ToldIds} from './same-ids.ts';
import {splitSeason} from './season-of-title.ts';
import type {LibraryTitle, TitleIndex} from './title-index.ts';

/** Fansubs name the season of a count in the title: `[Group] Title 2 - 03`. */
const fansub = /^[[【]/;

/**
 * The titles of a release without the season they end in, for a count such as `Title S2 - 03`. Where only a digit
 * tells, a group has to stand in front, because other shows have numbers in their titles.
 */
export function titlesWithoutSeason({titles, title, absoluteEpisodes, season, releaseTitle}: ParsedTitle): string[] {
	if (absoluteEpisodes.length === 0 || season !== null) {
		return [];
	}
	return (titles.length > 0 ? titles : [title]).flatMap(name => {
		const found = splitSeason(name);
		const isMeant = found && (found.isSure || !/\d$/.test(name) || fansub.test(releaseTitle));
		return isMeant ? [found.title] : [];
	});
}

/**
 * The year behind a series' title may be a part of the title, or tell it from its namesakes;
 * last, its season is left off.
 */
function readingsOf(parsed: ParsedTitle): Named[] {
	const {title, titles, titleWithoutYear, year} = parsed;
	const readings: Named[] = [{titles: titles.length > 0 ? titles : [title], year: null}];
	if (year !== null && titleWithoutYear !== null) {
		readings.push({titles: [titleWithoutYear], year});
	}
	for (const name of titlesWithoutSeason(parsed)) {
		const dated = splitYear(name);
		readings.push({titles: [name], year: null}, ...(dated.year === null ? [] : [{titles: [dated.withoutYear], year: dated.year}]));
	}
	return readings;
}

/**
 * The library series that a release stands for, or null when there is none or more than one that it could be.
 * Ids decide first; then the title as written, then without its year if the series began in that year,
 * then without its season.
 */
export function matchSeries<T extends LibraryTitle>(index: TitleIndex<T>, parsed: ParsedTitle, told: ToldIds = noIds): T | null {
	const own: ToldIds = {imdbId: parsed.imdbId, metaId: parsed.tmdbId, tvMetaId: null};
	return matchTitle(index, {readings: readingsOf(parsed), year: parsed.year, own, told});
}
