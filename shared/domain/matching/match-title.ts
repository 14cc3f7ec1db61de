import {findByName, type Named, yearsApart} from './find-by-name.ts';
import {findByIds, type GivenIds, noIds} from './same-ids.ts';
import type {LibraryTitle, TitleIndex} from './title-index.ts';

/** When the indexer gives an id, the years may differ by more than with the name alone. */
const yearToleranceWithId = 2;

/** Everything a release says about what it is. */
interface Wanted {
	/** Ways to read the name, best first. */
	readings: readonly Named[];
	year: number | null;
	/** Ids in the title itself, written by the author of the name. */
	own: GivenIds;
	/** Ids from the indexer, which are sometimes wrong. */
	given: GivenIds;
}

function firstByName<T extends LibraryTitle>(index: TitleIndex<T>, readings: readonly Named[], ids: GivenIds): T | null {
	for (const reading of readings) {
		const found = findByName(index, reading, ids);
		if (found) {
			return found;
		}
	}

	return null;
}

/** An indexer's id is ignored when the year contradicts it. */
function findByGivenIds<T extends LibraryTitle>(index: TitleIndex<T>, ids: GivenIds, year: number | null): T | null {
	const found = findByIds(index, ids);
	return found && (yearsApart(year, found) ?? 0) <= yearToleranceWithId ? found : null;
}

/**
 * Ids decide before names, and the title's own ids before the indexer's. Null when nothing fits, or when id and name
 * point to different titles.
 */
export function matchTitle<T extends LibraryTitle>(index: TitleIndex<T>, {readings, year, own, given}: Wanted): T | null {
	const byOwnId = findByIds(index, own);
	if (byOwnId) {
		return byOwnId;
	}
	const ids: GivenIds = {imdbId: own.imdbId ?? given.imdbId, metaId: own.metaId ?? given.metaId, tvMetaId: own.tvMetaId ?? given.tvMetaId};
	const byGivenId = findByGivenIds(index, ids, year);
	if (!byGivenId) {
		return firstByName(index, readings, ids);
	}
	const byName = firstByName(index, readings, noIds);
	return byName === null || byName === byGivenId ? byGivenId : null;
}
