import type {ParsedTitle} from '../release/parsed-title.ts';
import type {Named} from './find-by-name.ts';
import {matchTitle} from './match-title.ts';
import {noIds, type ToldIds} from './same-ids.ts';
import type {LibraryTitle, TitleIndex} from './title-index.ts';

/** `Wonder Woman 1984` is a title, not a film of that year: the second reading. */
function readingsOf({title, titles, year}: ParsedTitle): Named[] {
	const names = titles.length > 0 ? titles : [title];
	return year === null
		? [{titles: names, year}]
		: [
				{titles: names, year},
				{titles: names.map(name => `${name} ${year}`), year: null},
			];
}

/**
 * The library movie that a release stands for, or null when there is none or more than one that it could be.
 * Ids decide first; then the names with the year (a year off is near enough), or without one if
 * spelled alike and unique.
 */
export function matchMovie<T extends LibraryTitle>(index: TitleIndex<T>, parsed: ParsedTitle, told: ToldIds = noIds): T | null {
	const own: ToldIds = {imdbId: parsed.imdbId, metaId: parsed.tmdbId, tvMetaId: null};
	return matchTitle(index, {readings: readingsOf(parsed), year: parsed.year, own, told: {...told, tvMetaId: null}});
}
