import type {Operations} from '#api/http/operation.ts';
import {flag, integerOrNull, oneOf, text, textOrNull, timestamp} from '#shared/presenters/fields.ts';
import {objectOf, viewOf} from '#shared/presenters/view.ts';
import {eventKinds, eventTypes, type Happening} from './events.ts';
import type {Span} from './span.ts';

/** The stored fields of a movie or episode; those of the other type are null. */
export interface StoredEvent {
	id: string;
	title: string | null;
	year: number | null;
	overview: string | null;
	seriesId: string | null;
	seasonNumber: number | null;
	episodeNumber: number | null;
	hasFile: boolean;
}

const stored = {
	id: text,
	title: textOrNull,
	year: integerOrNull,
	overview: textOrNull,
	seriesId: textOrNull,
	seasonNumber: integerOrNull,
	episodeNumber: integerOrNull,
	hasFile: flag,
};
export const storedEvent = viewOf<StoredEvent>()(stored);

const beside = {
	type: oneOf(eventTypes),
	event: oneOf(eventKinds),
	date: timestamp,
	seriesTitle: textOrNull,
	runtime: integerOrNull,
	monitored: flag,
};
export const besideEvent = viewOf<Happening>()(beside);

const calendarEvent = viewOf<StoredEvent & Happening>()({...stored, ...beside}, 'CalendarEvent');

export const calendarSpan = viewOf<Span & {truncated: boolean}>()({start: timestamp, end: timestamp, truncated: flag});

export const calendarOperations: Operations = {
	'GET /api/calendar': {
		id: 'getCalendar',
		summary: 'List what airs or is released in a span of at most 366 days; the first 5,000 events',
		replies: {200: objectOf({events: calendarEvent.list, ...calendarSpan.fields})},
	},
	'GET /api/calendar.ics': {
		id: 'getCalendarFeed',
		summary: 'The calendar as an iCalendar feed, for calendar programs; send a key of type calendar as key in the address',
		replies: {200: {mediaType: 'text/calendar', description: 'An iCalendar document (RFC 5545).'}, 304: null},
	},
};
