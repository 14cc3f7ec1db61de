import type {RouteDeps} from '#api/services.ts';
import {toFeed} from '#shared/presenters/calendar-feed.ts';
import {readRows} from '#shared/store/wanted/wanted-pages.ts';
import type {StoredEvent} from './events.ts';
import {type CalendarEvent, type CalendarRequest, dayOf, daysAfter, readEvents} from './events.ts';

interface Described extends StoredEvent {
	updatedAt: Date;
}

export const toFeedText = (events: readonly CalendarEvent[]): string =>
	toFeed(
		events.map(({type, event, date, seriesTitle, runtime, row}) => {
			const [title] = readRows<Described>([row]) as [Described]; // one in, one out
			return {...title, type, event, date, seriesTitle, runtime, stamp: title.updatedAt};
		}),
	);

export interface FeedRequest extends Omit<CalendarRequest, 'start' | 'end'> {
	/** Days before and after today. */
	past: number;
	future: number;
}

/** Future events come before past ones: if there are many, only the last past days still fit. */
export async function readFeedEvents(
	{past, future, max, ...request}: FeedRequest,
	deps: Pick<RouteDeps, 'episodes' | 'movies' | 'now' | 'series'>,
): Promise<CalendarEvent[]> {
	const today = dayOf(deps.now());
	const {events} = await readEvents({...request, start: today, end: daysAfter(today, future + 1), max}, deps);
	const left = max - events.length;
	for (let days = past; days > 0 && left > 0; days = Math.floor(days / 2)) {
		const before = await readEvents({...request, start: daysAfter(today, -days), end: today, max: left}, deps);
		if (!before.truncated) {
			return oneOfEach([...before.events, ...events]);
		}
	}
	return oneOfEach(events);
}

/** One event for the copies of a title: the one with the smallest id, so that it stays the same from feed to feed. */
function oneOfEach(events: readonly CalendarEvent[]): CalendarEvent[] {
	const chosen = new Map<string, string>();
	for (const {work, id} of events) {
		const known = chosen.get(work);
		chosen.set(work, known === undefined || id < known ? id : known);
	}
	return events.filter(({work, id}) => chosen.get(work) === id);
}
