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

/** An indexer's id is not believed against the year. */
function findByToldIds<T extends LibraryTitle>(index: TitleIndex<T>, ids: ToldIds, year: number | null): T | null {
	const found = findByIds(index, ids);
	return found && (yearsApart(year, found.year) ?? 0) <= yearToleranceWithId ? found : null;
}

/**
 * Ids decide before names, the title's own before the indexer's; null when nothing fits, or id and name speak for
 * different titles.
 */
export function matchTitle<T extends LibraryTitle>(index: TitleIndex<T>, {readings, year, own, told}: Wanted): T | null {
	const byOwnId = findByIds(index, own);
	if (byOwnId) {
		return byOwnId;
	}

	const ids: ToldIds = {imdbId: own.imdbId ?? told.imdbId, metaId: own.metaId ?? told.metaId, tvMetaId: own.tvMetaId ?? told.tvMetaId};
	const byToldId = findByToldIds(index, ids, year);
	if (!byToldId) {
		return firstByName(index, readings, ids);
	}

	const byName = firstByName(index, readings, noIds);
	return byName === null || byName === byToldId ? byToldId : null;
}
