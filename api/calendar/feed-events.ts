import type {RouteDeps} from '#api/services.ts';
import {type CalendarEvent, type CalendarWish, readEvents} from './events.ts';
import {dayOf, daysAfter} from './span.ts';

export interface FeedWish extends Omit<CalendarWish, 'start' | 'end'> {
	/** Days before and after today. */
	past: number;
	future: number;
}

/** What comes goes before what was: a crowded past takes only the places that are left, with its last days. */
export async function readFeedEvents({past, future, most, ...wish}: FeedWish, deps: RouteDeps): Promise<CalendarEvent[]> {
	const today = dayOf(deps.now());
	const {events} = await readEvents({...wish, start: today, end: daysAfter(today, future + 1), most}, deps);
	const left = most - events.length;
	for (let days = past; days > 0 && left > 0; days = Math.floor(days / 2)) {
		const before = await readEvents({...wish, start: daysAfter(today, -days), end: today, most: left}, deps);
		if (!before.truncated) {
			return [...before.events, ...events];
		}
	}
	return events;
}
