import {createHash} from 'node:crypto';
import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
import {clamped, okJson, queryFlag, type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {createListWriter} from '#shared/lists/list-writer.ts';
import {flag, integerOrNull, oneOf, text, textOrNull, timestamp} from '#shared/presenters/fields.ts';
import {objectOf, viewOf} from '#shared/presenters/view.ts';
import type {StoredEvent} from './events.ts';
import {type EventType, eventKinds, eventTypes, type Happening, readEvents, type Span, spanFaults, toSpan} from './events.ts';
import {readFeedEvents, toFeedText} from './feed.ts';

/** Seconds for which a calendar program may show the feed without asking again. */
const freshSeconds = 300;

const maxEvents = 5000;
/** Fewer, because writing the feed of 5,000 events would keep others waiting for a tenth of a second. */
const maxOfFeed = 2000;

export function calendarRoutes(deps: RouteDeps): Route[] {
	const list = createListWriter('events', storedEvent);
	const findQueryFaults = ({start, end}: Partial<CalendarQuery>) => spanFaults({start, end}, deps.now());
	return [
		route('GET /api/calendar', {access: 'auth', query: calendarQuery, findQueryFaults}, async ({query}) => {
			const span = toSpan(query, deps.now());
			const {unmonitored, type = null} = query;
			const {events, truncated} = await readEvents({...span, unmonitored, type, max: maxEvents}, deps);
			const rows = events.map(({row}) => row);
			return okJson(list.write(rows, calendarSpan.present({...span, truncated}), events.map(computedFields.present)));
		}),
		route(
			'GET /api/calendar.ics',
			{access: 'calendar', limit: 'lists', query: feedQuery},
			async ({query: {past, future, unmonitored, type = null}, request, response}) => {
				const text = toFeedText(await readFeedEvents({past, future, unmonitored, type, max: maxOfFeed}, deps));
				const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
				response.set({'Cache-Control': `private, max-age=${freshSeconds}`, ETag: tag});
				if (isKnown(request.get('if-none-match'), tag)) {
					response.status(304).end();
					return null;
				}
				response.status(200).set('Content-Type', 'text/calendar; charset=utf-8').end(text);
				return null;
			},
		),
	];
}

/** Does the caller have this version already? Express would ignore that when the caller also says `no-cache`. */
function isKnown(header: string | undefined, tag: string): boolean {
	return (header ?? '').split(',').some(each => ['*', tag].includes(each.trim().replace(/^W\//, '')));
}

interface CalendarFilter {
	type?: EventType;
	unmonitored: boolean;
}
const filterFields = {type: Joi.string().valid(...eventTypes), unmonitored: queryFlag().default(false)};

const moment = Joi.string().pattern(
	/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/,
	'a day such as 2026-11-30, or a time such as 2026-11-30T20:00:00Z',
);

export interface CalendarQuery extends CalendarFilter {
	start?: string;
	end?: string;
}
const calendarQuery = Joi.object<CalendarQuery, true>({start: moment, end: moment, ...filterFields});

export interface FeedQuery extends CalendarFilter {
	/** Days before today. */
	past: number;
	/** Days after today. */
	future: number;
}
const maxDays = 182;
const feedQuery = Joi.object<FeedQuery, true>({...filterFields, past: clamped(0, maxDays, 7), future: clamped(0, maxDays, 28)});

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
const storedEvent = viewOf<StoredEvent>()(stored);

const computed = {
	type: oneOf(eventTypes),
	event: oneOf(eventKinds),
	date: timestamp,
	seriesTitle: textOrNull,
	runtime: integerOrNull,
	monitored: flag,
	libraryId: textOrNull.description('Custom library of the title; null for none.'),
};
const computedFields = viewOf<Happening>()(computed);

const calendarEvent = viewOf<StoredEvent & Happening>()({...stored, ...computed}, 'CalendarEvent');

const calendarSpan = viewOf<Span & {truncated: boolean}>()({start: timestamp, end: timestamp, truncated: flag});

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
