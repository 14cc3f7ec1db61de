import type {ParsedTitle} from '../release/parsed-title.ts';
import {foldTitle, spellTitle} from './fold-title.ts';
import {contradicts, findByIds, noIds, type ToldIds} from './same-ids.ts';
import type {LibraryTitle, Spelling, TitleIndex} from './title-index.ts';

/** Festivals, countries and providers date the same film a year apart. */
const yearTolerance = 1;
/** With an indexer's word for the film, the years may lie further apart. */
const yearToleranceWithId = 2;

interface Wanted {
	titles: readonly string[];
	year: number | null;
	ids: ToldIds;
}

const yearsApart = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.abs(a - b));

/** How well a library title's name fits, larger is better; 0 is no fit. */
function fitOf({entry, text, isMain}: Spelling<LibraryTitle>, title: string, year: number | null): number {
	const isSpelled = spellTitle(text) === spellTitle(title);
	const apart = yearsApart(year, entry.year);
	if (year === null) {
		return isSpelled ? 1 : 0;
	}

	if (apart === null) {
		return isSpelled ? 1 : 0;
	}

	return apart > yearTolerance ? 0 : (yearTolerance + 1 - apart) * 8 + Number(isSpelled) * 4 + Number(isMain) * 2;
}

/** The one title that fits best; two that fit equally well are none, because a guess may be the wrong film. */
function findByName<T extends LibraryTitle>(index: TitleIndex<T>, {titles, year, ids}: Wanted): T | null {
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

/** `Wonder Woman 1984` is a title, not a film of that year. */
function findByTitleWithYear<T extends LibraryTitle>(index: TitleIndex<T>, {titles, year, ids}: Wanted): T | null {
	return year === null ? null : findByName(index, {titles: titles.map(title => `${title} ${year}`), year: null, ids});
}

/** The title's own ids are the word of whoever named the file. An indexer's may be wrong, so neither year nor name may speak against them. */
function findByToldIds<T extends LibraryTitle>(index: TitleIndex<T>, wanted: Wanted): T | null {
	const found = findByIds(index, wanted.ids);
	const apart = found ? yearsApart(wanted.year, found.year) : null;
	if (!found || (apart !== null && apart > yearToleranceWithId)) {
		return null;
	}

	const named = findByName(index, {...wanted, ids: noIds});
	return named === null || named === found ? found : null;
}

/**
 * The library movie that a release stands for, or null when there is none or more than one that it could be.
 * Ids decide first: the title's own, then those that the indexer told; then the names, with the year or, without one, spelled alike and unique.
 */
export function matchMovie<T extends LibraryTitle>(index: TitleIndex<T>, parsed: ParsedTitle, told: ToldIds = noIds): T | null {
	const own: ToldIds = {imdbId: parsed.imdbId, metaId: parsed.tmdbId, tvMetaId: null};
	const ids: ToldIds = {imdbId: own.imdbId ?? told.imdbId, metaId: own.metaId ?? told.metaId, tvMetaId: null};
	const wanted: Wanted = {titles: parsed.titles.length > 0 ? parsed.titles : [parsed.title], year: parsed.year, ids};
	return findByIds(index, own) ?? findByToldIds(index, wanted) ?? findByName(index, wanted) ?? findByTitleWithYear(index, wanted);
}
