import type {Wanted} from './wanted-row.ts';

/** What the facts of a row say anyway: when it was searched. */
const saidByFacts = ['There is no record of what its last search found.', 'It has not been searched for yet.'];

/** Why a title is wanted, without what the facts beside it say: when it was searched, and when it is searched again. */
export function reasonOf({standing, nextSearchAt, nextSearchReason}: Pick<Wanted, 'standing' | 'nextSearchAt' | 'nextSearchReason'>) {
	const said = nextSearchAt === null ? saidByFacts : [...saidByFacts, nextSearchReason];
	return said.reduce((text, each) => text.replace(each, ''), standing?.sentence ?? '').trim();
}

/** Neighbours with the same reason, which is then said once for all of them. */
export function byReason<T extends Pick<Wanted, 'standing' | 'nextSearchAt' | 'nextSearchReason'>>(
	items: readonly T[],
): {reason: string; items: T[]}[] {
	const groups: {reason: string; items: T[]}[] = [];
	for (const item of items) {
		const reason = reasonOf(item);
		const last = groups.at(-1);
		if (last && last.reason === reason) {
			last.items.push(item);
		} else {
			groups.push({reason, items: [item]});
		}
	}
	return groups;
}
