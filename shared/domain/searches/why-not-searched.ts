import {type NamedPause, pausedText} from '../pauses.ts';
import {intervalMs} from '../tasks/interval.ts';
import type {TaskDefinition} from '../tasks/tasks.ts';
import type {SearchRoom} from './search-room.ts';

/** The schedule of a task that searches. */
export interface SearchingTask extends Pick<TaskDefinition, 'interval' | 'intervalUnit' | 'name'> {
	enabled: boolean;
	nextRunAt: Date | null;
	/** Its next run for all titles, if the runs before are only for titles in line; null if the next one is for all. */
	wholeRunAt: Date | null;
	/** It runs as soon as a title in line is due, within the hour. */
	followsBackoff: boolean;
}

/** What decides when a title is searched next. */
export interface SearchFacts {
	/** Null when it is available; `never` while no date is known. */
	availableFrom: Date | 'never' | null;
	/** Number of searches without a result. */
	tries: number;
	/** Its last search found a release. */
	wasFound: boolean;
	pausedUntil: Date | null;
	/** What a person has paused that would search it; null for nothing. */
	pause?: NamedPause | null;
	/** It is in line: the tasks with `followsBackoff` run as soon as its backoff ends. */
	isInLine: boolean;
	/** The remaining budgets of the indexers, or for subtitles the remaining downloads of their providers. */
	room: {openFrom: Date | null; limitedBy: SearchRoom['limitedBy'] | 'downloads'};
	/** The tasks that would search it. */
	tasks: readonly SearchingTask[];
}

export interface NextSearch {
	/**
	 * Null when no task will search it: the task is off, it is paused without an end, or no indexer or provider is
	 * enabled.
	 */
	nextSearchAt: Date | null;
	/** For people, such as `It is paused after 3 searches without a result.` */
	nextSearchReason: string;
}

/**
 * A title is searched by the first run of one of its tasks once it is available, is not in its backoff, and an indexer
 * has queries left. The planner moves a run forward when a budget is free again, and changes `nextRunAt` accordingly.
 */
export function nextSearchOf(facts: SearchFacts, now: Date): NextSearch {
	const {tasks, availableFrom, isInLine, pause} = facts;
	const running = tasks.filter(task => task.enabled && task.nextRunAt !== null);
	if (pause && pause.until === null) {
		return {nextSearchAt: null, nextSearchReason: pausedText(pause.what, pause)};
	}
	if (running.length === 0) {
		return {nextSearchAt: null, nextSearchReason: `${tasks.map(({name}) => name).join(' and ')} ${tasks.length === 1 ? 'is' : 'are'} off.`};
	}
	if (availableFrom === 'never') {
		return {nextSearchAt: null, nextSearchReason: 'It has no release date yet.'};
	}
	const [last] = obstacles(facts)
		.filter(({until}) => until > now)
		.toSorted((a, b) => Number(b.until) - Number(a.until));
	const runs = running.map(task => ({name: task.name, at: firstRun(task, {at: last?.until ?? now, isInLine}, now)}));
	const next = runs.reduce((best, run) => (run.at < best.at ? run : best));
	const reason = last?.reason ?? `The next search is at ${timeText(next.at)}.`;
	return {nextSearchAt: next.at, nextSearchReason: isScarce(facts) ? `${reason} ${othersFirst}` : reason};
}

/** Not a number: the titles ahead of it would have to be counted for each page. */
const othersFirst = 'It may be later: titles that were not searched for longer go first.';
const isScarce = ({room: {limitedBy}}: SearchFacts) => limitedBy === 'budget' || limitedBy === 'downloads';

const noRoom = {
	nothing: '',
	pause: 'Every indexer is paused until then.',
	budget: 'The budget of every indexer is used up until then.',
	downloads: 'No subtitle provider has downloads left until then.',
} as const;

interface Obstacle {
	until: Date;
	reason: string;
}

function obstacles({availableFrom, pausedUntil, pause, tries, wasFound, room}: SearchFacts): Obstacle[] {
	const all: Obstacle[] = [];
	if (availableFrom instanceof Date) {
		all.push({until: availableFrom, reason: `It is not available before ${timeText(availableFrom)}.`});
	}
	if (pause?.until) {
		all.push({until: pause.until, reason: pausedText(pause.what, pause)});
	}
	if (pausedUntil) {
		const searches = `It is paused after ${tries === 1 ? 'a search' : `${tries} searches`} without a result.`;
		all.push({until: pausedUntil, reason: wasFound ? 'A release of it was grabbed; it is searched again if that fails.' : searches});
	}
	if (room.openFrom) {
		all.push({until: room.openFrom, reason: noRoom[room.limitedBy]});
	}
	return all;
}

/** The first run of a task that looks at a title due at this time. */
function firstRun(
	{nextRunAt, wholeRunAt, followsBackoff, ...interval}: SearchingTask,
	{at, isInLine}: {at: Date; isInLine: boolean},
	now: Date,
): Date {
	const next = Math.max(Number(nextRunAt ?? now), Number(now));
	if (followsBackoff && isInLine) {
		return new Date(Math.max(next, Number(at)));
	}
	const first = followsBackoff ? Math.max(next, Number(wholeRunAt ?? 0)) : next;
	const missed = Math.max(0, Math.ceil((Number(at) - first) / intervalMs(interval)));
	return new Date(first + missed * intervalMs(interval));
}

/** What a run of a task planned. */
interface PlanFigures {
	/** Wanted titles that are not in their backoff; there are more than `due` if `isMore`. */
	due: number;
	isMore: boolean;
	planned: number;
	room: Pick<SearchRoom, 'limitedBy' | 'until'>;
}

/** Says why a run planned fewer searches than there are wanted titles; null if the budgets allowed all of them. */
export function planMessage({due, isMore, planned, room: {limitedBy, until}}: PlanFigures): string | null {
	if (planned >= due || limitedBy === 'nothing') {
		return null;
	}
	const wanted = `${isMore ? 'more than ' : ''}${due} wanted ${due === 1 ? 'title' : 'titles'}`;
	const untilThen = until ? ` until ${timeText(until)}` : '';
	if (limitedBy === 'pause') {
		return `None of ${wanted} is searched: every indexer is paused${untilThen}.`;
	}
	return `${planned} of ${wanted} ${planned === 1 ? 'fits' : 'fit'} into the budgets${untilThen}.`;
}

/** `2026-03-01 18:00 UTC` */
function timeText(date: Date): string {
	return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
