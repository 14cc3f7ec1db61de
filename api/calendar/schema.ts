import Joi from 'joi';
import {clamped, queryFlag} from '#api/http/pages.ts';
import {type EventType, eventTypes} from './events.ts';

interface Wished {
	type?: EventType;
	unmonitored: boolean;
}
const wished = {type: Joi.string().valid(...eventTypes), unmonitored: queryFlag().default(false)};

const moment = Joi.string().pattern(
	/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/,
	'a day such as 2026-11-30, or a moment such as 2026-11-30T20:00:00Z',
);

export interface CalendarQuery extends Wished {
	start?: string;
	end?: string;
}
export const calendarQuery = Joi.object<CalendarQuery, true>({start: moment, end: moment, ...wished});

export interface FeedQuery extends Wished {
	/** Days before today. */
	past: number;
	/** Days after today. */
	future: number;
}
const mostDays = 182;
export const feedQuery = Joi.object<FeedQuery, true>({...wished, past: clamped(0, mostDays, 7), future: clamped(0, mostDays, 28)});
