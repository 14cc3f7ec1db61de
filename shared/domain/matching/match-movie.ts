import type {ParsedTitle} from '../release/parsed-title.ts';
import type {Named} from './find-by-name.ts';
import {matchTitle} from './match-title.ts';
import {type GivenIds, noIds} from './same-ids.ts';
import type {LibraryTitle, TitleIndex} from './title-index.ts';

/** The second reading is for titles that end in a number: `Wonder Woman 1984` is not a film of that year. */
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
 * The library movie that a release belongs to; null when there is none or when several fit. Ids decide first, then the
 * names with the year (one year off is accepted), or without a year if the spelling is the same and unique.
 */
export function matchMovie<T extends LibraryTitle>(index: TitleIndex<T>, parsed: ParsedTitle, given: GivenIds = noIds): T | null {
	const own: GivenIds = {imdbId: parsed.imdbId, metaId: parsed.tmdbId, tvMetaId: null};
	return matchTitle(index, {readings: readingsOf(parsed), year: parsed.year, own, given: {...given, tvMetaId: null}});
}
