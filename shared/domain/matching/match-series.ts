import type {ParsedTitle} from '../release/parsed-title.ts';
import type {Named} from './find-by-name.ts';
import {matchTitle} from './match-title.ts';
import {noIds, type ToldIds} from './same-ids.ts';
import type {LibraryTitle, TitleIndex} from './title-index.ts';

/** The year behind a series' title may be a part of the title, or tell it from its namesakes. */
function readingsOf({title, titles, titleWithoutYear, year}: ParsedTitle): Named[] {
	const asWritten = {titles: titles.length > 0 ? titles : [title], year: null};
	return year !== null && titleWithoutYear !== null ? [asWritten, {titles: [titleWithoutYear], year}] : [asWritten];
}

/**
 * The library series that a release stands for, or null when there is none or more than one that it could be.
 * Ids decide first; then the title as written, then without its year if the series began in that year.
 */
export function matchSeries<T extends LibraryTitle>(index: TitleIndex<T>, parsed: ParsedTitle, told: ToldIds = noIds): T | null {
	const own: ToldIds = {imdbId: parsed.imdbId, metaId: parsed.tmdbId, tvMetaId: null};
	return matchTitle(index, {readings: readingsOf(parsed), year: parsed.year, own, told});
}
