/** Titles of one request; the API allows no more. */
export const pageSize = 100;
/** Pages that are kept; those near the titles in view stay. */
const maxPages = 8;

/** @typedef {ReturnType<typeof newBook>} Book What is known of a long list. */

/** @param {string} key @param {import('../state/kept-lists.js').KeptList | null} [last] As it was seen before. */
export function newBook(key, last = null) {
	return {
		key,
		/** @type {Map<number, any[]>} */ pages: new Map(last?.pages),
		/** @type {Set<number>} */ reading: new Set(),
		/** Pages that may have changed since. @type {Set<number>} */ stale: new Set(last?.pages.keys()),
		/** @type {[first: number, last: number]} */ wanted: [0, 0],
		/** @type {number | null} */ total: last?.total ?? null,
		/** @type {Error | null} */ error: null,
		stop: new AbortController(),
	};
}

/** @param {number} index */
export const toPage = index => Math.floor(index / pageSize) + 1;

/** @param {Book} book */
export function forgetFarthest({pages, wanted: [first, last]}) {
	const middle = toPage((first + last) / 2);
	const byDistance = [...pages.keys()].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
	byDistance.slice(maxPages).forEach(page => void pages.delete(page));
}
