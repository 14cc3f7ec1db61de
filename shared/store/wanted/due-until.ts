import type {Conditions} from '../lists/filter.ts';
import type {Documents} from '../lists/segment.ts';

/** Milliseconds after which it is checked again whether a title has become due. */
const checkEveryMs = 10_000;

/** A moment up to which titles count as due: the same one as long as none has become due since. */
export type DueUntil = (now: Date) => Promise<Date>;

/**
 * Lists are cached by their conditions. With the current time among them, no two would be the same. So the moment moves
 * only when a title becomes due, and a list shows it at most ten seconds late.
 */
export function createDueUntil(
	documents: () => Documents,
	{only, field, index}: {only: Conditions; field: string; index: string},
): DueUntil {
	let until: Date | null = null;
	let checkedAt = Number.NEGATIVE_INFINITY;
	return async now => {
		const known = until;
		const age = Number(now) - checkedAt;
		if (known && age >= 0 && age < checkEveryMs) {
			return known;
		}
		checkedAt = Number(now);
		if (!known || known > now || (await isAnyDue(documents(), {...only, [field]: {$gt: known, $lte: now}}, index))) {
			until = now;
			return now;
		}
		return known;
	};
}

async function isAnyDue(documents: Documents, conditions: Conditions, index: string): Promise<boolean> {
	try {
		return (await documents.findOne(conditions, {projection: {_id: 1}, hint: index})) !== null;
	} catch {
		// On first start the index may not exist yet. A new moment is always right.
		return true;
	}
}
