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

/** Answers that are kept: as many as a person goes through in a while. */
const maxAnswers = 30;

/** What the service answered last, by path: who comes back sees it at once, while it is read again. */
export function createKeptAnswers() {
	/** @type {Map<string, any>} */
	const kept = new Map();
	return {
		/** Null if it is not known. @param {string | null} path */
		find: path => (path === null ? null : (kept.get(path) ?? null)),
		/** @param {string} path @param {any} answer */
		keep(path, answer) {
			kept.delete(path);
			kept.set(path, answer);
			const [oldest] = kept.keys();
			if (kept.size > maxAnswers && oldest !== undefined) {
				kept.delete(oldest);
			}
		},
		/** After a person has changed something, and for another person. */
		clear: () => kept.clear(),
	};
}
