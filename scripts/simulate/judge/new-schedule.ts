import type {NewSchedule} from './back-off-judge.ts';

/** The schedule of episodes that have just aired; null while they have none of their own. */
export const newSchedule: NewSchedule | null = null;
