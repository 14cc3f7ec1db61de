import {hourMs} from '../durations.ts';
import type {Indexer} from '../indexers/indexer-record.ts';

/** An indexer, and what is known about its query limit. */
export interface AskableIndexer extends Pick<Indexer, 'id' | 'name' | 'disabledUntil' | 'queryLimit' | 'minimumIntervalSeconds'> {
	/** Milliseconds in which its queries are counted. */
	windowMs: number;
	/** Queries in the window that ends now, and how many of them leave in each equal part of the coming window. */
	used: {hits: number; leaving: readonly number[]};
	/** Queries of the limit that this kind of search leaves to others. */
	reserved: number;
}

/** How many searches the indexers allow now. */
export interface SearchRoom {
	/** Infinity if an indexer that is not paused has no limit. */
	searches: number;
	/** When there is so much more room that another run is worth it; null if nothing limits it. */
	until: Date | null;
	/** When the first search fits again; null if one fits now. */
	openFrom: Date | null;
	/** The limit that was reached. */
	limitedBy: 'nothing' | 'budget' | 'pause';
	/** Milliseconds between the starts of two searches, for indexers that want long pauses. */
	spacingMs: number;
}

/** Minimum intervals up to this are waited for within a search. */
const shortIntervalMs = 15_000;
/** Searches with a pace are planned for an hour at most. */
const spacedForMs = 3_600_000;
/** The part of a limit that is worth another run. */
const worthShare = 0.1;
/** Milliseconds after which a budget is looked at again if the requests made so far do not say when. */
const maxForecastMs = 6 * hourMs;

/**
 * A search asks all indexers at once and counts when one of them was asked, so the one with the most room decides.
 * The others stop answering at what they keep for more urgent searches.
 */
export function searchRoom(indexers: readonly AskableIndexer[], now: Date): SearchRoom {
	const rooms = indexers.map(indexer => roomOf(indexer, now));
	const best = rooms.toSorted((a, b) => b.searches - a.searches || a.spacingMs - b.spacingMs)[0];
	if (!best) {
		return {searches: Number.POSITIVE_INFINITY, until: null, openFrom: null, limitedBy: 'nothing', spacingMs: 0};
	}
	const until = best.searches === Number.POSITIVE_INFINITY ? null : earliest(rooms.map(room => room.until));
	const openFrom = best.searches > 0 ? null : earliest(rooms.map(room => room.openFrom));
	const isPaused = best.searches === 0 && rooms.every(({limitedBy}) => limitedBy === 'pause');
	return {...best, until, openFrom, limitedBy: isPaused ? 'pause' : best.searches < Number.POSITIVE_INFINITY ? 'budget' : 'nothing'};
}

function earliest(dates: readonly (Date | null)[]): Date | null {
	const known = dates.flatMap(date => date ?? []).map(Number);
	return known.length > 0 ? new Date(Math.min(...known)) : null;
}

function roomOf({disabledUntil, queryLimit, minimumIntervalSeconds, used, windowMs, reserved}: AskableIndexer, now: Date): SearchRoom {
	if (disabledUntil !== null && disabledUntil > now) {
		return {searches: 0, until: disabledUntil, openFrom: disabledUntil, limitedBy: 'pause', spacingMs: 0};
	}
	const intervalMs = minimumIntervalSeconds * 1000;
	const spacingMs = intervalMs > shortIntervalMs ? intervalMs : 0;
	const bySpacing = spacingMs > 0 ? Math.max(1, Math.floor(spacedForMs / spacingMs)) : Number.POSITIVE_INFINITY;
	const byLimit = queryLimit === null ? Number.POSITIVE_INFINITY : Math.max(0, queryLimit - used.hits - reserved);
	const spaced = spacingMs > 0 ? new Date(Number(now) + spacedForMs) : null;
	const searches = Math.min(bySpacing, byLimit);
	if (queryLimit === null || bySpacing < byLimit) {
		return {searches, until: spaced, openFrom: null, limitedBy: 'budget', spacingMs};
	}
	const window = {free: queryLimit - used.hits - reserved, leaving: used.leaving, windowMs};
	const worth = Math.max(window.free, 0) + Math.max(1, Math.ceil(queryLimit * worthShare));
	// The first query leaves somewhere in its part of the window, so at the beginning of the part at the earliest.
	const openFrom = searches > 0 ? null : new Date(Number(freedAt(1, window, now)) - windowMs / Math.max(used.leaving.length, 1));
	return {searches, until: freedAt(worth, window, now), openFrom, limitedBy: 'budget', spacingMs};
}

interface Freeing {
	/** Below zero when more is kept than the limit has left. */
	free: number;
	leaving: readonly number[];
	windowMs: number;
}

/** When this many queries are free because earlier ones have left the window. */
function freedAt(wanted: number, {free, leaving, windowMs}: Freeing, now: Date): Date {
	const partMs = windowMs / Math.max(leaving.length, 1);
	let room = free;
	for (const [index, count] of leaving.entries()) {
		room += count;
		if (room >= wanted) {
			return new Date(Number(now) + (index + 1) * partMs);
		}
	}
	// What is kept changes with what is about to air.
	return new Date(Number(now) + Math.min(windowMs, maxForecastMs));
}

export interface Needs {
	/** Monitored episodes that air before the budget is back, or have just aired and were not searched yet. */
	airing: number;
	/** Reads of the feed in the same time. */
	feeds: number;
}

/** Shares of a limit: for people's searches, and the most that is kept for feeds. */
const peoplesShare = 0.1;
const feedsShare = 0.25;

/**
 * Queries that a search of the backlog leaves alone: for episodes that air before the budget is back, for people, and
 * for the feeds, as far as those are not among the queries already made. New episodes leave only the share of people.
 */
export function reservedQueries(limit: number | null, {airing, feeds}: Needs, {hits, isNew}: {hits: number; isNew: boolean}): number {
	if (limit === null) {
		return 0;
	}
	const people = Math.floor(limit * peoplesShare);
	const ofFeeds = Math.max(0, Math.min(feeds, Math.floor(limit * feedsShare)) - hits);
	return isNew ? 0 : Math.min(limit, people + airing + ofFeeds);
}
