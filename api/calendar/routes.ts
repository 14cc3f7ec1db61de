import {createHash} from 'node:crypto';
import {createListWriter} from '#api/http/fast/list-writer.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {readEvents} from './events.ts';
import {toFeed} from './feed.ts';
import {readFeedEvents} from './feed-events.ts';
import {besideEvent, calendarSpan, storedEvent} from './replies.ts';
import {type CalendarQuery, calendarQuery, feedQuery} from './schema.ts';
import {spanFaults, toSpan} from './span.ts';

/** Seconds for which a calendar program may show the feed without asking again. */
const freshSeconds = 300;

const mostEvents = 5000;
/** Fewer, because writing the feed of 5,000 events would keep others waiting for a tenth of a second. */
const mostOfFeed = 2000;

export function calendarRoutes(deps: RouteDeps): Route[] {
	const list = createListWriter('events', storedEvent);
	const findQueryFaults = ({start, end}: Partial<CalendarQuery>) => spanFaults({start, end}, deps.now());
	return [
		route('GET /api/calendar', {access: 'auth', query: calendarQuery, findQueryFaults}, async ({query}) => {
			const span = toSpan(query, deps.now());
			const {unmonitored, type = null} = query;
			const {events, truncated} = await readEvents({...span, unmonitored, type, most: mostEvents}, deps);
			const rows = events.map(({row}) => row);
			return list.reply(rows, calendarSpan.present({...span, truncated}), events.map(besideEvent.present));
		}),
		route(
			'GET /api/calendar.ics',
			{access: 'calendar', limit: 'lists', query: feedQuery},
			async ({query: {past, future, unmonitored, type = null}, request, response}) => {
				const text = toFeed(await readFeedEvents({past, future, unmonitored, type, most: mostOfFeed}, deps));
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
