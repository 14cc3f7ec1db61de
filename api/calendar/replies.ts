import type {Operations} from '#api/http/replies/operation.ts';
import {flag, integerOrNull, oneOf, text, textOrNull, timestamp} from '#shared/presenters/fields.ts';
import {viewOf} from '#shared/presenters/view.ts';
import {type CalendarEvent, eventKinds, eventTypes} from './events.ts';
import type {Span} from './span.ts';

const calendarEvent = viewOf<CalendarEvent>()(
	{
		id: text,
		type: oneOf(eventTypes),
		event: oneOf(eventKinds),
		date: timestamp,
		title: textOrNull,
		year: integerOrNull,
		overview: textOrNull,
		seriesId: textOrNull,
		seriesTitle: textOrNull,
		seasonNumber: integerOrNull,
		episodeNumber: integerOrNull,
		runtime: integerOrNull,
		monitored: flag,
		hasFile: flag,
	},
	'CalendarEvent',
);

export const calendar = viewOf<Span & {events: CalendarEvent[]; truncated: boolean}>()({
	start: timestamp,
	end: timestamp,
	events: calendarEvent.list,
	truncated: flag,
});

export const calendarOperations: Operations = {
	'GET /api/calendar': {
		summary: 'List what airs or is released in a span of at most 366 days; the first 5,000 events',
		replies: {200: calendar.schema},
	},
	'GET /api/calendar.ics': {
		summary: 'The calendar as an iCalendar feed, for calendar programs; send a key of type calendar as key in the address',
		replies: {200: {mediaType: 'text/calendar', description: 'An iCalendar document (RFC 5545).'}, 304: null},
	},
};
