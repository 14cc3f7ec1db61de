import {dayMs, hourMs, minuteMs} from '../durations.ts';

export const intervalUnits = ['minutes', 'hours', 'days'] as const;
export type IntervalUnit = (typeof intervalUnits)[number];

export interface Interval {
	interval: number;
	intervalUnit: IntervalUnit;
}

const unitMs: Readonly<Record<IntervalUnit, number>> = {minutes: minuteMs, hours: hourMs, days: dayMs};
const longestMs = 365 * unitMs.days;

export function intervalMs({interval, intervalUnit}: Interval): number {
	return interval * unitMs[intervalUnit];
}

/** Allowed are one minute to 365 days. */
export function isAllowedInterval(interval: Interval): boolean {
	const milliseconds = intervalMs(interval);
	return Number.isSafeInteger(interval.interval) && milliseconds >= unitMs.minutes && milliseconds <= longestMs;
}

/**
 * When a task runs next: one interval after its last run, or one interval from now if it never
 * ran. Never earlier than now, nor later than an interval from now, whatever clock set the last run.
 */
export function nextRun(interval: Interval, {lastRunAt, now}: {lastRunAt: Date | null; now: Date}): Date {
	return new Date(Math.max(Number(now), Math.min(Number(lastRunAt ?? now), Number(now)) + intervalMs(interval)));
}
