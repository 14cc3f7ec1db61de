import type {ParsedTitle} from '../release/parsed-title.ts';
import {splitYear} from '../release/year.ts';
import type {Named} from './find-by-name.ts';
import {matchTitle} from './match-title.ts';
import {type GivenIds, noIds} from './same-ids.ts';
import {splitSeason} from './season-of-title.ts';
import type {LibraryTitle, TitleIndex} from './title-index.ts';
import {splitCountry} from './title-variants.ts';

/** Fansub groups write the season of a count into the title: `[Group] Title 2 - 03`. */
const fansub = /^[[【]/;

/**
 * The titles of a release without the season at their end, for a count such as `Title S2 - 03`. When the season is only
 * a digit, a group must precede the title, because other shows have numbers in their titles.
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
 * The year after a series' title may be part of the title, or distinguish it from others with the same name. The last
 * reading drops the season.
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
	return [...readings, ...readings.flatMap(withoutCountry)];
}

/** `Title US` is the `Title` of that country. */
function withoutCountry({titles, year}: Named): Named[] {
	return titles.flatMap(title => {
		const found = splitCountry(title);
		return found ? [{titles: [found.title], year, country: found.country}] : [];
	});
}

/**
 * The library series that a release belongs to; null when there is none or when several fit. Ids decide first, then the
 * title as written, then without its year if the series began in that year, then without its season, then without its
 * country if the series comes from there.
 */
export function matchSeries<T extends LibraryTitle>(index: TitleIndex<T>, parsed: ParsedTitle, given: GivenIds = noIds): T | null {
	const own: GivenIds = {imdbId: parsed.imdbId, metaId: parsed.tmdbId, tvMetaId: null};
	return matchTitle(index, {readings: readingsOf(parsed), year: parsed.year, own, given});
}
