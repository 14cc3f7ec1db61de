import ical, {type ICalEventData} from 'ical-generator';
import type {RouteDeps} from '#api/services.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {numbersOf} from '#shared/domain/media/library-episode.ts';
import {withYear} from '#shared/domain/media/title.ts';
import {readRows} from '#shared/store/wanted/wanted-pages.ts';
import type {StoredEvent} from './events.ts';
import {type CalendarEvent, type CalendarRequest, dayOf, daysAfter, type EventKind, readEvents} from './events.ts';

/** For an episode of unknown length. */
const usualMinutes = 30;
/** Seconds after which a calendar program should ask again. */
const refreshSeconds = 3600;

const releaseNames: Readonly<Record<Exclude<EventKind, 'airing'>, string>> = {
	inCinemas: 'in cinemas',
	digitalRelease: 'digital release',
	physicalRelease: 'physical release',
};

/** The same events always become the same text, so that a program can tell that nothing changed. */
export function toFeed(events: readonly CalendarEvent[]): string {
	const feed = ical({name: 'Kinoteka', prodId: {company: 'Kinoteka', product: 'Kinoteka', language: 'EN'}, ttl: refreshSeconds});
	for (const event of events) {
		feed.createEvent(toEvent(event));
	}
	return `${feed.toString()}\r\n`;
}

interface Described extends StoredEvent {
	updatedAt: Date;
}

/** A title at a date keeps its id, so that programs move an event whose date changes. */
function toEvent({type, event, date, seriesTitle, runtime, row}: CalendarEvent): ICalEventData {
	const [title] = readRows<Described>([row]) as [Described]; // one in, one out
	const {id, year, overview, updatedAt} = title;
	const described = {stamp: updatedAt, ...(overview && {description: printable(overview)})};
	if (event !== 'airing') {
		return {
			id: `${type}-${id}-${event}@kinoteka`,
			start: date,
			allDay: true,
			summary: printable(`${withYear(title.title ?? '', year)}: ${releaseNames[event]}`),
			...described,
		};
	}
	const end = new Date(Number(date) + (runtime || usualMinutes) * minuteMs);
	return {id: `${type}-${id}@kinoteka`, start: date, end, summary: printable(episodeName(title, seriesTitle)), ...described};
}

function episodeName({seasonNumber, episodeNumber, title}: StoredEvent, seriesTitle: string | null): string {
	const numbers = numbersOf([{seasonNumber: seasonNumber ?? 0, episodeNumber: episodeNumber ?? 0}]);
	return [seriesTitle, numbers, title].filter(Boolean).join(' - ');
}

/** Control characters other than a line break are not allowed in a feed, and half a surrogate pair is no text. */
function printable(text: string): string {
	return text
		.toWellFormed()
		.replace(/\r\n?/g, '\n')
		.replace(/(?!\n)\p{Cc}/gu, ' ');
}

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
