import {hourMs} from '#shared/domain/durations.ts';

/** One change of the clocks, and how long the service is watched after it. */
export interface Phase {
	name: string;
	/** Milliseconds by which the clocks of the first host and of the servers differ from the real time `realNow`. */
	shiftAt(realNow: number): number;
	/** Milliseconds that the second host is ahead of the first. */
	skew: number;
	/** Time passes for tasks when a clock is set forward, so each may run at once. */
	isForward: boolean;
	/** Milliseconds that a run may be late. */
	slackMs: number;
	seconds: number;
}

/** Time zone of all processes; its summer time begins and ends at 01:00 UTC. */
export const timeZone = 'Europe/Berlin';
/** Milliseconds before the event at which the clock is set. */
const leadMs = 30_000;
const usualSlackMs = 20_000;
/** After a clock was put right, the service notices within half a minute. */
const repairSlackMs = 60_000;

const to = (moment: number) => (realNow: number) => moment - leadMs - realNow;
const by = (shift: number) => () => shift;

/** The moment when summer time begins (month 2) or ends (month 9): the last Sunday of the month, at 01:00 UTC. */
function changeOfSummerTime(year: number, month: 2 | 9): number {
	const last = new Date(Date.UTC(year, month + 1, 0, 1));
	return last.getTime() - last.getUTCDay() * 24 * hourMs;
}

/** The phases in order. Each calendar event is the next one after the one before, so that dates only ever grow. */
export function planPhases(realNow: number): Phase[] {
	const year = new Date(realNow).getUTCFullYear() + 1;
	const leapYear = Math.ceil((year + 1) / 4) * 4;
	const usual = {skew: 0, isForward: true, slackMs: usualSlackMs, seconds: 70};
	return [
		{...usual, name: 'the clock is right', shiftAt: by(0), isForward: false},
		{...usual, name: 'an hour ahead', shiftAt: by(hourMs)},
		{...usual, name: 'an hour back', shiftAt: by(0), isForward: false, slackMs: repairSlackMs, seconds: 125},
		{...usual, name: 'two hosts 90 s apart', shiftAt: by(0), skew: 90_000, isForward: false},
		{...usual, name: 'summer time begins', shiftAt: to(changeOfSummerTime(year, 2))},
		{...usual, name: 'summer time ends', shiftAt: to(changeOfSummerTime(year, 9))},
		{...usual, name: 'a leap day begins', shiftAt: to(Date.UTC(leapYear, 1, 29))},
	];
}
