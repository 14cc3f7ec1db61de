import type {KeptList} from '../state/kept-lists.ts';

/** Titles of one request; the API allows no more. */
export const pageSize = 100;
/** Pages that are kept; those near the titles in view stay. */
const maxPages = 8;

/** What is known of a long list. */
type Book = ReturnType<typeof newBook>;

/** @param last As it was seen before. */
export function newBook(key: string, last: KeptList | null = null) {
	return {
		key,
		pages: new Map(last?.pages) as Map<number, any[]>,
		reading: new Set() as Set<number>,
		/** Pages that may have changed since. */
		stale: new Set(last?.pages.keys()) as Set<number>,
		wanted: [0, 0] as [first: number, last: number],
		total: last?.total ?? (null as number | null),
		error: null as Error | null,
		stop: new AbortController(),
	};
}

export const toPage = (index: number) => Math.floor(index / pageSize) + 1;

export function forgetFarthest({pages, wanted: [first, last]}: Book) {
	const middle = toPage((first + last) / 2);
	const byDistance = [...pages.keys()].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
	byDistance.slice(maxPages).forEach(page => void pages.delete(page));
}
