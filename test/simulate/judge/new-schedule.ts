import {dayMs, hourMs} from '#shared/domain/durations.ts';
import type {NewSchedule} from './back-off-judge.ts';

/** Waits within two days of the air time, when releases appear by the hour. */
const hoursWhenFresh = [1, 3, 6, 12, 24];

/** An episode that aired within a week is searched more often than the rest of the backlog, once a day in the end. */
export const newSchedule: NewSchedule = {
	newFor: 7 * dayMs,
	waitAt: (age, tries) => (age < 2 * dayMs ? (hoursWhenFresh[tries - 1] ?? 24) * hourMs : dayMs),
};
