import type {Connection} from 'mongoose';
import {secondMs} from '../../domain/durations.ts';
import {type EventTitle, libraryStream, type TitleEvent, titleEvents} from '../../events/library.ts';
import type {EventBus} from '../../events/stream.ts';
import type {HistoryStore} from '../downloads/history.ts';

type Outlet = Pick<EventBus, 'publish' | 'publishMany'>;
type TitleKind = EventTitle['kind'];

export interface TitleNews {
	/** Records what has happened to titles. It is published soon, without waiting and without failing. */
	tell(event: TitleEvent, kind: TitleKind, ids: readonly string[], libraryId?: string | null): void;
	/** For a change of more titles than are known by their ids. */
	tellAll(): void;
	/** Events are published there from now on; without anybody they are dropped. Returns a function that ends it. */
	attach(outlet: Outlet): () => Promise<void>;
}

/** How fast a process tells what happens to titles. */
export interface NewsLimits {
	/** Milliseconds between two rounds; the first one is immediate. */
	roundMs: number;
	/** Titles of one round. */
	perRound: number;
	/** Titles that can wait. If there are more, a single `reset` replaces all of them. */
	maxWaiting: number;
	/** Milliseconds after a `reset` in which nothing is published. */
	pauseMs: number;
}

const usualLimits: NewsLimits = {roundMs: secondMs, perRound: 50, maxWaiting: 500, pauseMs: 10 * secondMs};

interface TitleChange extends Omit<EventTitle, 'libraryId'> {
	event: TitleEvent;
	/** Undefined means that it is read before the event is published. */
	libraryId: string | null | undefined;
}

/**
 * Changes of titles of the library, collected by this process. A title that changes often is published once a round,
 * and work on a whole library becomes a `reset` every few seconds, so it costs Redis and clients next to nothing.
 */
export function createTitleNews(connection: Connection, limits: NewsLimits = usualLimits): TitleNews {
	const outlets = new Set<Outlet>();
	const waiting = new Map<string, TitleChange>();
	let isTooMuch = false;
	let timer: NodeJS.Timeout | null = null;
	let underWay: Promise<number | null> | null = null;

	function note(change: TitleChange): void {
		const about = change.event.startsWith('file') ? 'file' : 'title';
		const key = `${change.kind} ${change.id} ${about}`;
		const before = waiting.get(key);
		waiting.set(key, before ? {...change, event: merged(before.event, change.event)} : change);
		if (change.event === 'titleRemoved') {
			waiting.delete(`${change.kind} ${change.id} file`);
		}
	}

	/** Only one round is running or planned at a time, which limits the rate. */
	function plan(afterMs: number): void {
		timer ??= setTimeout(async () => {
			underWay = round();
			const nextMs = await underWay;
			timer = null;
			if (nextMs !== null) {
				plan(nextMs);
			}
		}, afterMs).unref();
	}

	/** Returns the milliseconds until the next one; null if there was nothing to tell. */
	async function round(): Promise<number | null> {
		const isReset = isTooMuch;
		const some = [...waiting].slice(0, isReset ? waiting.size : limits.perRound);
		for (const [key] of some) {
			waiting.delete(key);
		}
		isTooMuch = false;
		// Clients miss what Redis does not accept, so they are told to reload everything.
		await publish(isReset ? 'reset' : some.map(([, change]) => change)).catch(() => {
			isTooMuch = true;
		});
		if (isReset || isTooMuch) {
			return limits.pauseMs;
		}
		return some.length > 0 ? limits.roundMs : null;
	}

	async function publish(what: 'reset' | readonly TitleChange[]): Promise<void> {
		if (what === 'reset') {
			await Promise.all([...outlets].map(outlet => outlet.publish(libraryStream, 'reset', {})));
			return;
		}
		const libraries = await librariesOf(what);
		const shown = ({kind, id, libraryId}: TitleChange): EventTitle => ({kind, id, libraryId: libraryId ?? libraries.get(id) ?? null});
		for (const event of titleEvents) {
			const all = what.filter(change => change.event === event).map(shown);
			await (all.length > 0 ? Promise.all([...outlets].map(outlet => outlet.publishMany(libraryStream, event, all))) : null);
		}
	}

	/** The libraries of the titles that were recorded without one. */
	async function librariesOf(all: readonly TitleChange[]): Promise<Map<string, string | null>> {
		const found = new Map<string, string | null>();
		for (const [kind, collection] of [['movie', 'movies'] as const, ['series', 'series'] as const]) {
			const ids = all.filter(change => change.kind === kind && change.libraryId === undefined).map(({id}) => id);
			const titles = connection.collection<{_id: string; libraryId?: string | null}>(collection);
			const rows = ids.length > 0 ? await titles.find({_id: {$in: ids}}, {projection: {libraryId: 1}}).toArray() : [];
			for (const {_id, libraryId} of rows) {
				found.set(_id, libraryId ?? null);
			}
		}
		return found;
	}

	function scheduleRound(): void {
		isTooMuch ||= waiting.size > limits.maxWaiting;
		plan(0);
	}

	return {
		tell(event, kind, ids, libraryId) {
			if (outlets.size > 0 && ids.length > 0) {
				for (const id of ids.slice(0, limits.maxWaiting + 1)) {
					note({event, kind, id, libraryId});
				}
				scheduleRound();
			}
		},
		tellAll() {
			if (outlets.size > 0) {
				isTooMuch = true;
				scheduleRound();
			}
		},
		attach(outlet) {
			outlets.add(outlet);
			return async () => {
				// What it has taken on must still find the outlet.
				await underWay;
				await (waiting.size > 0 || isTooMuch ? round() : null);
				outlets.delete(outlet);
				if (outlets.size === 0) {
					clearTimeout(timer ?? undefined);
					timer = null;
					waiting.clear();
				}
			};
		},
	};
}

/** The recipients of changes of titles. */
export interface Witnesses {
	history: Pick<HistoryStore, 'alongside'>;
	titleNews: TitleNews;
}

/** Tells that titles are gone, each with the library that it was in. Returns their ids. */
export function tellRemoved(
	removed: readonly {_id: string; libraryId?: string | null}[],
	kind: TitleKind,
	titleNews: Pick<TitleNews, 'tell'>,
): string[] {
	for (const [libraryId, some] of Map.groupBy(removed, row => row.libraryId ?? null)) {
		titleNews.tell(
			'titleRemoved',
			kind,
			some.map(({_id}) => _id),
			libraryId,
		);
	}
	return removed.map(({_id}) => _id);
}

/** The event that replaces two events in a row. */
function merged(before: TitleEvent, event: TitleEvent): TitleEvent {
	if (event === 'titleChanged' && before === 'titleAdded') {
		return before;
	}
	if (event === 'fileChanged' && before === 'fileAdded') {
		return before;
	}
	// A file that came in place of another.
	return event === 'fileAdded' && before === 'fileRemoved' ? 'fileChanged' : event;
}
