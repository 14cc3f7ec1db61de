import type {ReleaseDates} from './availability.ts';
import type {SeriesStatus} from './series.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Milliseconds between two looks at the provider: what airs changes daily, what ended hardly ever. */
const pace = {lively: 12 * hour, waiting: 3 * day, settled: 30 * day} as const;
/** A little less than the task's own interval, or every second run would find a title a minute too young. */
const slack = hour;
/** A title is still being corrected, and its home release announced, this long around its dates. */
const livelyDays = 60;
/** The provider may have made a mistake, or merged two entries: it is asked again, but not at once. */
const goneDays = 7;

export interface AiringState {
	status: SeriesStatus;
	nextAiring: Date | null;
	previousAiring: Date | null;
}

const later = (now: Date, milliseconds: number) => new Date(Number(now) + milliseconds - slack);

const isNear = (moment: Date | null, now: Date) => moment !== null && Math.abs(Number(moment) - Number(now)) <= livelyDays * day;

/** When a series is due to be refreshed again. */
export function nextSeriesRefresh({status, nextAiring, previousAiring}: AiringState, now: Date): Date {
	if (isNear(previousAiring, now) || isNear(nextAiring, now)) {
		return later(now, pace.lively);
	}
	return later(now, status === 'ended' ? pace.settled : pace.waiting);
}

/** When a movie is due to be refreshed again. */
export function nextMovieRefresh(dates: ReleaseDates, now: Date): Date {
	const known = [dates.inCinemas, dates.digitalRelease, dates.physicalRelease];
	if (known.some(date => isNear(date, now))) {
		return later(now, pace.lively);
	}
	const isOver = known.some(date => date !== null && date < now);
	return later(now, isOver ? pace.settled : pace.waiting);
}

/** When a title that the provider does not know any more is asked for again. */
export function refreshAfterLoss(now: Date): Date {
	return later(now, goneDays * day);
}
