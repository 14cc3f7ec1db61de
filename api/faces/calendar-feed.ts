import type {RouteDeps} from '#api/services.ts';
import {dayMs} from '#shared/domain/durations.ts';
import {type FeedEvent, toFeed} from '#shared/presenters/calendar-feed.ts';
import {type FaceCall, type FaceReply, type FaceRoute, faceRoute} from './faces.ts';
import {covers} from './shelf.ts';

/** Days before and after today; the span that our own calendar tells is a year. */
const usual = {past: 7, future: 28};
const maxDays = 182;

/** What our calendar tells of an event. */
interface OwnEvent extends Omit<FeedEvent, 'date' | 'stamp'> {
	date: string;
	libraryId: string | null;
}

/** Words of Radarr for the dates of a movie. */
const releaseTypes: Readonly<Record<string, FeedEvent['event']>> = {
	cinemarelease: 'inCinemas',
	digitalrelease: 'digitalRelease',
	physicalrelease: 'physicalRelease',
};

/** The calendars that people have subscribed to at the address of Radarr or Sonarr. */
export function calendarFeedRoutes(deps: RouteDeps): FaceRoute[] {
	const feed = (call: FaceCall) => sendFeed(call, deps);
	return [faceRoute('GET feed/v3/calendar/radarr.ics', 'movies', feed), faceRoute('GET feed/v3/calendar/sonarr.ics', 'tv', feed)];
}

async function sendFeed(call: FaceCall, {now}: RouteDeps): Promise<FaceReply> {
	const {query, face, shelf, response} = call;
	const daysIn = (name: string, otherwise: number) => Math.min(maxDays, Math.max(0, query.number(name) ?? otherwise));
	const today = Math.floor(Number(now()) / dayMs) * dayMs;
	const dayAt = (days: number) => new Date(today + days * dayMs).toISOString();
	const asked = {
		start: dayAt(-daysIn('pastDays', usual.past)),
		end: dayAt(daysIn('futureDays', usual.future) + 1),
		type: face === 'movies' ? 'movie' : 'episode',
		unmonitored: String(query.flag('unmonitored') ?? false),
	};
	const {events} = (await call.ask('GET /api/calendar', {query: asked})) as {events: OwnEvent[]};
	const wanted = new Set(query.texts('releaseTypes').flatMap(word => releaseTypes[word.toLowerCase()] ?? []));
	const isFirst = ({seasonNumber, episodeNumber}: OwnEvent) => episodeNumber === 1 && seasonNumber !== 0;
	const shown = events
		.filter(({libraryId}) => covers(shelf, libraryId))
		.filter(({event}) => face === 'tv' || wanted.size === 0 || wanted.has(event))
		.filter(each => face === 'movies' || !query.flag('premieresOnly') || isFirst(each));
	const isAllDay = query.flag('asAllDay') ?? false;
	const rows = shown.map(each => {
		const date = new Date(each.date);
		return {...each, date, stamp: date, isAllDay};
	});
	response.status(200).set('Content-Type', 'text/calendar; charset=utf-8').end(toFeed(rows));
	return null;
}
