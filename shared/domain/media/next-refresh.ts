import {dayMs, hourMs} from '../durations.ts';
import type {ReleaseDates} from './availability.ts';
import type {SeriesStatus} from './series.ts';

/** Milliseconds between two refreshes: airing titles change daily, ended ones hardly ever. */
const refreshEveryMs = {lively: 12 * hourMs, waiting: 3 * dayMs, settled: 30 * dayMs} as const;
/** A little less than the task's own interval. Otherwise every second run would come a minute too early for a title. */
const slackMs = hourMs;
/** Days around its dates in which a title's data still changes and its home release may be announced. */
const livelyDays = 60;
/** Days until the provider is asked again for a title it lost. It may have made a mistake or merged two entries. */
const goneDays = 7;
/** For titles that no provider knows. */
export const neverRefreshed = new Date('9999-12-31T00:00:00Z');

interface AiringState {
	status: SeriesStatus;
	nextAiring: Date | null;
	previousAiring: Date | null;
}

const later = (now: Date, milliseconds: number) => new Date(Number(now) + milliseconds - slackMs);

const isNear = (time: Date | null, now: Date) => time !== null && Math.abs(Number(time) - Number(now)) <= livelyDays * dayMs;

/** When a series should be refreshed again. */
export function nextSeriesRefresh({status, nextAiring, previousAiring}: AiringState, now: Date): Date {
	if (isNear(previousAiring, now) || isNear(nextAiring, now)) {
		return later(now, refreshEveryMs.lively);
	}
	return later(now, status === 'ended' ? refreshEveryMs.settled : refreshEveryMs.waiting);
}

/** When a movie should be refreshed again. */
export function nextMovieRefresh(dates: ReleaseDates, now: Date): Date {
	const known = [dates.inCinemas, dates.digitalRelease, dates.physicalRelease];
	if (known.some(date => isNear(date, now))) {
		return later(now, refreshEveryMs.lively);
	}
	const isOver = known.some(date => date !== null && date < now);
	return later(now, isOver ? refreshEveryMs.settled : refreshEveryMs.waiting);
}

/** When to ask again for a title that the provider no longer knows. */
export function refreshAfterLoss(now: Date): Date {
	return later(now, goneDays * dayMs);
}
