import {useCallback, useEffect, useRef, useState} from 'preact/hooks';
import {isAbort, Problem} from '../client/problem.js';
import {useApp} from '../state/app-state.js';
import {useStore} from '../state/store.js';

/** Titles of one request; the API allows no more. */
export const pageSize = 100;
/** Pages that are kept; those last seen stay. */
const mostPages = 8;
/** Milliseconds that a place must be in view before its page is asked for: whoever drags the bar passes many. */
const restMs = 60;

/**
 * @template T
 * @typedef {object} Pages
 * @property {number | null} total
 * @property {Error | null} error
 * @property {(index: number) => T | undefined} at Undefined until its page is there.
 * @property {(first: number, last: number) => void} want Says which titles are in view.
 * @property {() => void} retry
 * @property {() => void} refresh Reads again what is in view; the rest when it comes into view.
 */

/**
 * Reads a long list by its pages as they come into view.
 * @template T
 * @param {(page: number) => string} pathOf
 * @param {string} plural The name of the list in the reply.
 * @param {string} subject Another one starts anew.
 * @returns {Pages<T>}
 */
export function usePages(pathOf, plural, subject) {
	const {client, returns} = useApp();
	const epoch = useStore(returns);
	const key = `${subject} ${epoch}`;
	const book = useRef(newBook(''));
	const [, redraw] = useState({});
	if (book.current.key !== key) {
		book.current.stop.abort();
		book.current = newBook(key);
	}

	const read = useCallback(
		async (/** @type {number} */ page) => {
			const own = book.current;
			if ((own.pages.has(page) && !own.stale.has(page)) || own.reading.has(page)) {
				return;
			}
			own.reading.add(page);
			try {
				const reply = await client.get(pathOf(page), {signal: own.stop.signal});
				own.total = reply.pagination.total;
				own.error = null;
				own.stale.delete(page);
				keep(own.pages, page, reply[plural]);
			} catch (error) {
				if (isAbort(error)) {
					return;
				}
				own.error = error instanceof Error ? error : new Error(String(error));
				waitForRoom(error, () => own === book.current && read(page));
			} finally {
				own.reading.delete(page);
			}
			redraw({});
		},
		[key],
	);

	const timer = useRef(0);
	const want = useCallback(
		(/** @type {number} */ first, /** @type {number} */ last) => {
			book.current.wanted = [first, last];
			clearTimeout(timer.current);
			timer.current = setTimeout(() => {
				for (let page = toPage(first); page <= toPage(last); page += 1) {
					void read(page);
				}
			}, restMs);
		},
		[read],
	);

	const refresh = useCallback(() => {
		const {pages, stale, wanted} = book.current;
		[...pages.keys()].forEach(page => void stale.add(page));
		want(...wanted);
	}, [want]);

	useEffect(() => void read(1), [read]);
	useEffect(() => () => book.current.stop.abort(), []);
	const {total, error, pages} = book.current;
	return {total, error, want, retry: () => void read(1), refresh, at: index => pages.get(toPage(index))?.[index % pageSize]};
}

/** @param {string} key */
function newBook(key) {
	return {
		key,
		/** @type {Map<number, any[]>} */ pages: new Map(),
		/** @type {Set<number>} */ reading: new Set(),
		/** Pages that may have changed since. @type {Set<number>} */ stale: new Set(),
		/** @type {[first: number, last: number]} */ wanted: [0, 0],
		/** @type {number | null} */ total: null,
		/** @type {Error | null} */ error: null,
		stop: new AbortController(),
	};
}

/** @param {number} index */
const toPage = index => Math.floor(index / pageSize) + 1;

/** Forgets the page that came first. @param {Map<number, any[]>} pages @param {number} page @param {any[]} rows */
function keep(pages, page, rows) {
	pages.set(page, rows);
	for (const oldest of [...pages.keys()].slice(0, Math.max(0, pages.size - mostPages))) {
		pages.delete(oldest);
	}
}

/** Who scrolls faster than the service allows waits for it. @param {unknown} error @param {() => unknown} again */
function waitForRoom(error, again) {
	if (error instanceof Problem && error.status === 429) {
		setTimeout(again, (error.retryAfter ?? 5) * 1000);
	}
}
