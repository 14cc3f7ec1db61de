import {hourMs, minuteMs, secondMs} from '../durations.ts';

/** Milliseconds after which a delivery that was tried in vain is given up. */
export const givesUpMs = 26 * hourMs;

/** Milliseconds in which changes of one folder are gathered for a media server, counted from the last one. */
export const gatherMs = 8 * secondMs;
/** The longest that a change waits for others of its folder. */
export const longestGatherMs = minuteMs;
