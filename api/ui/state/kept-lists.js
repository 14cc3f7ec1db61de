/** Lists that are kept; each has a few hundred titles at most. */
const maxKept = 4;

/** @typedef {{pages: ReadonlyMap<number, any[]>, total: number | null}} KeptList */

/**
 * Long lists as they were last seen: who comes back sees them at once, while they are read again.
 */
export function createKeptLists() {
	/** @type {Map<string, KeptList>} */
	const kept = new Map();
	return {
		/** @param {string} key @returns {KeptList | null} */
		find: key => kept.get(key) ?? null,
		/** @param {string} key @param {KeptList} list */
		keep(key, {pages, total}) {
			kept.delete(key);
			kept.set(key, {pages: new Map(pages), total});
			const [oldest] = kept.keys();
			if (kept.size > maxKept && oldest !== undefined) {
				kept.delete(oldest);
			}
		},
		/** After a person has changed something, and for another person. */
		clear: () => kept.clear(),
	};
}
