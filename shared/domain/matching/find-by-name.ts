import {cleanTitle} from '../release/clean-title.ts';
import {foldTitle} from './fold-title.ts';
import {contradicts, type GivenIds} from './same-ids.ts';
import type {LibraryTitle, Spelling, TitleIndex} from './title-index.ts';

/** Festivals, countries and providers may date the same title a year apart. */
const yearTolerance = 1;

/** What a release says about its title: any of the names, and the year if given. */
export interface Named {
	titles: readonly string[];
	year: number | null;
}

export const yearsApart = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.abs(a - b));

/**
 * How well a name fits: larger is better, 0 is no match. Without a matching year the words must be exactly the same.
 */
function fitOf({entry, text, isMain, isShortened}: Spelling<LibraryTitle>, title: string, year: number | null): number {
	const isSpelled = cleanTitle(text) === cleanTitle(title);
	const apart = yearsApart(year, entry.year);
	if (apart === null) {
		return isSpelled ? 2 - Number(isShortened) : 0;
	}
	if (apart > yearTolerance) {
		return 0;
	}
	return (yearTolerance + 1 - apart) * 8 + Number(isSpelled) * 4 + Number(isMain) * 2 + Number(!isShortened);
}

/** The one title that fits best. When two fit equally well, neither is returned, because a guess may be wrong. */
export function findByName<T extends LibraryTitle>(index: TitleIndex<T>, {titles, year}: Named, ids: GivenIds): T | null {
	const fits = new Map<T, number>();
	for (const title of titles) {
		for (const spelling of index.byName.get(foldTitle(title)) ?? []) {
			const fit = contradicts(ids, spelling.entry) ? 0 : fitOf(spelling, title, year);
			fits.set(spelling.entry, Math.max(fits.get(spelling.entry) ?? 0, fit));
		}
	}

	const best = Math.max(0, ...fits.values());
	const winners = [...fits].filter(([, fit]) => fit === best);
	return best > 0 && winners.length === 1 ? winners[0]![0] : null; // not empty: its length is 1
}
