import {useCallback, useEffect, useRef, useState} from 'preact/hooks';
import {isAbort, Problem} from '../client/problem.ts';
import {useApp} from '../state/app-state.ts';
import {useStore} from '../state/store.ts';
import {forgetFarthest, newBook, pageSize, toPage} from './book.ts';

/** Milliseconds that a place must be in view before its page is asked for: whoever drags the bar passes many. */
const settleMs = 60;

export interface Pages<T> {
	total: number | null;
	error: Error | null;
	/** Undefined until its page is there. */
	at: (index: number) => T | undefined;
	/** Says which titles are in view. */
	want: (first: number, last: number) => void;
	retry: () => void;
	/** Reads again what is in view; the rest when it comes into view. */
	refresh: () => void;
}

/**
 * Reads a long list by its pages as they come into view.
 * @param plural The name of the list in the reply.
 * @param subject Another one starts again.
 */
export function usePages<T>(pathOf: (page: number) => string, plural: string, subject: string): Pages<T> {
	const {client, returns, keptLists} = useApp();
	const epoch = useStore(returns);
	const book = useRef(newBook(''));
	const [, redraw] = useState({});
	if (book.current.key !== subject) {
		book.current.stop.abort();
		book.current = newBook(subject, keptLists.find(`${plural} ${subject}`));
	}
	const own = book.current; // an answer to an older filter stays in its own book

	const read = useCallback(
		async (page: number) => {
			if ((own.pages.has(page) && !own.stale.has(page)) || own.reading.has(page)) {
				return;
			}
			own.reading.add(page);
			own.stale.delete(page);
			try {
				const reply = await client.get(pathOf(page), {signal: own.stop.signal});
				own.total = reply.pagination.total;
				own.error = null;
				own.pages.set(page, reply[plural]);
				forgetFarthest(own);
				keptLists.keep(`${plural} ${subject}`, own);
			} catch (error) {
				if (isAbort(error)) {
					return;
				}
				own.stale.add(page);
				own.error = error instanceof Error ? error : new Error(String(error));
				waitForRoom(error, () => own === book.current && read(page));
				redraw({});
				return;
			} finally {
				own.reading.delete(page);
			}
			redraw({});
			if (own.stale.has(page)) {
				void read(page); // it has changed meanwhile
			}
		},
		[subject],
	);

	const timer = useRef(0);
	const want = useCallback(
		(first: number, last: number) => {
			own.wanted = [first, last];
			clearTimeout(timer.current);
			timer.current = setTimeout(() => {
				for (let page = toPage(first); page <= toPage(last); page += 1) {
					void read(page);
				}
			}, settleMs);
		},
		[read],
	);

	const refresh = useCallback(() => {
		[...own.pages.keys(), ...own.reading].forEach(page => void own.stale.add(page));
		want(...own.wanted);
	}, [want]);

	useEffect(() => void read(1), [read]);
	const lastEpoch = useRef(epoch);
	useEffect(() => {
		if (lastEpoch.current !== epoch) {
			lastEpoch.current = epoch;
			refresh(); // what is shown stays meanwhile, and so does the place
		}
	}, [epoch]);
	useEffect(() => () => book.current.stop.abort(), []);
	const retry = () => {
		own.error = null;
		redraw({});
		void read(1);
		want(...own.wanted);
	};
	return {total: own.total, error: own.error, want, retry, refresh, at: index => own.pages.get(toPage(index))?.[index % pageSize]};
}

/** Waits when somebody scrolls faster than the service allows. */
function waitForRoom(error: unknown, again: () => unknown) {
	if (error instanceof Problem && error.status === 429) {
		setTimeout(again, (error.retryAfter ?? 5) * 1000);
	}
}
