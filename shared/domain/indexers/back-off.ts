import {dayMs, hourMs, minuteMs} from '../durations.ts';
import {clockSkewMs} from '../network/clock-skew.ts';

/** How long an indexer rests after its first, second, third … failure in a row. */
const rests = [0, minuteMs, 5 * minuteMs, 15 * minuteMs, 30 * minuteMs, hourMs, 3 * hourMs, 6 * hourMs, 12 * hourMs, dayMs];
const longestRestMs = dayMs;
/** Right after a start the network may not be up yet, so rests are short. */
const startUp = {lasts: 15 * minuteMs, longestRest: 5 * minuteMs};

export interface Standing {
	/** Position in the list of rests; 0 is in good standing. */
	level: number;
	disabledUntil: Date | null;
}

export interface Moment {
	now: Date;
	/** When this process started. */
	startedAt: Date;
}

/** One step down; an indexer that no longer rests is asked again at once. */
export function afterSuccess({level}: Standing): Standing {
	return {level: Math.max(level - 1, 0), disabledUntil: null};
}

/** One step up; the longest rest is one day. */
export function afterFailure({level}: Standing, {now, startedAt}: Moment): Standing {
	const next = Math.min(level + 1, rests.length);
	const rest = rests[next - 1] ?? 0;
	const isStartUp = now.getTime() - startedAt.getTime() < startUp.lasts;
	const allowed = isStartUp ? Math.min(rest, startUp.longestRest) : rest;
	return {level: next, disabledUntil: allowed === 0 ? null : new Date(now.getTime() + allowed)};
}

/** A rate limit is not a failure: the indexer rests as long as the site asks, and its level stays the same. */
export function afterLimit({level}: Standing, retryAfterSeconds: number, now: Date): Standing {
	return {level, disabledUntil: new Date(now.getTime() + retryAfterSeconds * 1000)};
}

/** The end of a rest. One further away than the longest rest was set under a clock that was ahead, and is moved. */
export function soonestEnd(disabledUntil: Date, now: Date): Date {
	const latest = now.getTime() + longestRestMs;
	return disabledUntil.getTime() > latest + clockSkewMs ? new Date(latest) : disabledUntil;
}
