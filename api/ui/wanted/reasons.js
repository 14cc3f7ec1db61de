/** @typedef {import('./wanted-row.js').Wanted} Wanted */

/** What the facts of a row say anyway: when it was searched. */
const saidByFacts = ['There is no record of what its last search found.', 'It has not been searched for yet.'];

/**
 * Why a title is wanted, without what the facts beside it say: when it was searched, and when it is searched again.
 * @param {Pick<Wanted, 'standing' | 'nextSearchAt' | 'nextSearchReason'>} wanted
 */
export function reasonOf({standing, nextSearchAt, nextSearchReason}) {
	const said = nextSearchAt === null ? saidByFacts : [...saidByFacts, nextSearchReason];
	return said.reduce((text, each) => text.replace(each, ''), standing?.sentence ?? '').trim();
}

/**
 * Neighbours with the same reason, which is then said once for all of them.
 * @template {Pick<Wanted, 'standing' | 'nextSearchAt' | 'nextSearchReason'>} T
 * @param {readonly T[]} items
 * @returns {{reason: string, items: T[]}[]}
 */
export function byReason(items) {
	/** @type {{reason: string, items: T[]}[]} */
	const groups = [];
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
