import {dayMs} from '../durations.ts';
import type {ImportList} from './import-list.ts';

/** Why an answer does not count as the whole list; null if it does. */
export function whyIncomplete(
	{entries, unnamed, missing}: {entries: number; unnamed: number; missing: string | null},
	{known, limit, isPartial, acceptFewer}: {known: number; limit: number; isPartial: boolean; acceptFewer: boolean},
): string | null {
	if (missing !== null) {
		return missing;
	}
	if (isPartial) {
		return 'This kind of list shows only its newest items, so nothing counts as left.';
	}
	if (unnamed > 0) {
		return `${unnamed} of the list's items have neither an id nor a title that is understood, so nothing counts as left.`;
	}
	if (entries > limit) {
		return `The list has more than the ${limit} items that are taken, so nothing counts as left.`;
	}
	if (entries * 2 < known && !acceptFewer) {
		return `The list has ${entries} items and had ${known}. If that is right, sync it with acceptFewer.`;
	}
	return null;
}

/**
 * Items that left before this moment may be acted on; null while the grace has not passed with complete answers only.
 */
export function graceEnd({graceDays, completeSince}: Pick<ImportList, 'graceDays' | 'completeSince'>, now: Date): Date | null {
	const end = new Date(Number(now) - graceDays * dayMs);
	return completeSince !== null && completeSince <= end ? end : null;
}
