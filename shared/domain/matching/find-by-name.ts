import type {ReleaseDates} from '../media/availability.ts';
import {earlierYear} from '../media/movie.ts';
import {cleanTitle, foldTitle} from '../release/clean-title.ts';
import {contradicts, type GivenIds} from './same-ids.ts';
import type {LibraryTitle, Spelling, TitleIndex} from './title-index.ts';
import {isSpelledOut, keysWithMarks, otherSpellings} from './title-variants.ts';

/** Festivals, countries and providers may date the same title a year apart. */
const yearTolerance = 1;

/** What a release says about its title: any of the names, and the year if given. */
export interface Named {
	titles: readonly string[];
	year: number | null;
	/** The code of the country that the title names; only a title from there is meant. */
	country?: string;
}

/** How far the year of a release is from that of a title. The year of its first release may be much earlier. */
export function yearsApart(year: number | null, title: Pick<LibraryTitle, 'year' | keyof ReleaseDates>): number | null {
	if (year === null || title.year === null) {
		return null;
	}
	const apart = Math.abs(year - title.year);
	return earlierYear(title) === year ? Math.min(apart, yearTolerance) : apart;
}

/** One of the ways to look a title up. */
interface Way {
	key: string;
	isSpelled: (text: string) => boolean;
	/** Other titles may have the same key by chance, so only the same spelling counts. */
	isStrict: boolean;
}

function usualWays(title: string): Way[] {
	const clean = cleanTitle(title);
	return [{key: foldTitle(title), isSpelled: text => cleanTitle(text) === clean, isStrict: false}];
}

function otherWays(title: string): Way[] {
	const spelledOut = keysWithMarks(title).map((key): Way => ({key, isSpelled: text => isSpelledOut(title, text), isStrict: true}));
	return [...otherSpellings(title).flatMap(usualWays), ...spelledOut];
}

/** The keys by which a title may be found, the usual one first. */
export function namesToLookUp(title: string): string[] {
	return [...usualWays(title), ...otherWays(title)].map(({key}) => key);
}

interface Wanted {
	year: number | null;
	country: string | undefined;
	ids: GivenIds;
}

/**
 * How well a name fits: larger is better, 0 is no match. Without a matching year the words must be exactly the same.
 */
function fitOf(
	{entry, text, isMain, isShortened}: Spelling<LibraryTitle>,
	{isSpelled, isStrict}: Way,
	{year, country, ids}: Wanted,
): number {
	const isFrom = country === undefined || entry.originalCountries?.includes(country);
	const spelled = isSpelled(text);
	if (!isFrom || (isStrict && !spelled) || contradicts(ids, entry)) {
		return 0;
	}
	const apart = yearsApart(year, entry);
	if (apart === null) {
		return spelled ? 2 - Number(isShortened) : 0;
	}
	if (apart > yearTolerance) {
		return 0;
	}
	return (yearTolerance + 1 - apart) * 8 + Number(spelled) * 4 + Number(isMain) * 2 + Number(!isShortened);
}

function fitsOf<T extends LibraryTitle>(index: TitleIndex<T>, ways: readonly Way[], wanted: Wanted): [T, number][] {
	const fits = new Map<T, number>();
	for (const way of ways) {
		for (const spelling of index.byName.get(way.key) ?? []) {
			const fit = fitOf(spelling, way, wanted);
			fits.set(spelling.entry, Math.max(fits.get(spelling.entry) ?? 0, fit));
		}
	}
	return [...fits].filter(([, fit]) => fit > 0);
}

/**
 * The one title that fits best. When two fit equally well, neither is returned, because a guess may be wrong. Other
 * spellings are tried where the usual one finds nothing.
 */
export function findByName<T extends LibraryTitle>(index: TitleIndex<T>, {titles, year, country}: Named, ids: GivenIds): T | null {
	const wanted: Wanted = {year, country, ids};
	const usual = fitsOf(index, titles.flatMap(usualWays), wanted);
	const fits = usual.length > 0 ? usual : fitsOf(index, titles.flatMap(otherWays), wanted);
	const best = Math.max(0, ...fits.map(([, fit]) => fit));
	const winners = fits.filter(([, fit]) => fit === best);
	return winners.length === 1 ? winners[0]![0] : null; // not empty: its length is 1
}
