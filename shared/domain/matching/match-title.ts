import {findByName, type Named, yearsApart} from './find-by-name.ts';
import {findByIds, noIds, type ToldIds} from './same-ids.ts';
import type {LibraryTitle, TitleIndex} from './title-index.ts';

/** With an indexer's word for the title, the years may lie further apart than by the name alone. */
const yearToleranceWithId = 2;

/** All that a release tells of what it is. */
export interface Wanted {
	/** Ways to read the name, the best first. */
	readings: readonly Named[];
	year: number | null;
	/** Ids in the title itself: the word of whoever named the file. */
	own: ToldIds;
	/** Ids from the indexer, which are wrong at times. */
	told: ToldIds;
}

function firstByName<T extends LibraryTitle>(index: TitleIndex<T>, readings: readonly Named[], ids: ToldIds): T | null {
	for (const reading of readings) {
		const found = findByName(index, reading, ids);
		if (found) {
			return found;
		}
	}

	return null;
}

/** An indexer's id is believed only while neither the year nor the name speaks for another title. */
function findByToldIds<T extends LibraryTitle>(index: TitleIndex<T>, {readings, year}: Wanted, ids: ToldIds): T | null {
	const found = findByIds(index, ids);
	if (!found || (yearsApart(year, found.year) ?? 0) > yearToleranceWithId) {
		return null;
	}

	const named = firstByName(index, readings, noIds);
	return named === null || named === found ? found : null;
}

/** Ids decide before names, the title's own before the indexer's; null when nothing fits or more than one does. */
export function matchTitle<T extends LibraryTitle>(index: TitleIndex<T>, wanted: Wanted): T | null {
	const {own, told} = wanted;
	const ids: ToldIds = {imdbId: own.imdbId ?? told.imdbId, metaId: own.metaId ?? told.metaId, tvMetaId: own.tvMetaId ?? told.tvMetaId};
	return findByIds(index, own) ?? findByToldIds(index, wanted, ids) ?? firstByName(index, wanted.readings, ids);
}
