import ical, {type ICalEventData} from 'ical-generator';
import {minuteMs} from '../domain/durations.ts';
import {numbersOf} from '../domain/media/library-episode.ts';
import {withYear} from '../domain/media/title.ts';

/** What happens at a date: an episode airs, or a movie is released. */
export interface FeedEvent {
	id: string;
	type: 'movie' | 'episode';
	event: 'airing' | keyof typeof releaseNames;
	/** Only the day counts for a release. */
	date: Date;
	title: string | null;
	year: number | null;
	overview: string | null;
	seriesTitle: string | null;
	seasonNumber: number | null;
	episodeNumber: number | null;
	/** Minutes. */
	runtime: number | null;
	/** When it was last changed. */
	stamp: Date;
	isAllDay?: boolean;
}

/** For an episode of unknown length. */
const usualMinutes = 30;
/** Seconds after which a calendar program should ask again. */
const refreshSeconds = 3600;

const releaseNames = {
	inCinemas: 'in cinemas',
	digitalRelease: 'digital release',
	physicalRelease: 'physical release',
} as const;

/** The same events always become the same text, so that a program can tell that nothing changed. */
export function toFeed(events: readonly FeedEvent[]): string {
	const feed = ical({name: 'Kinoteka', prodId: {company: 'Kinoteka', product: 'Kinoteka', language: 'EN'}, ttl: refreshSeconds});
	for (const event of events) {
		feed.createEvent(toEvent(event));
	}
	return `${feed.toString()}\r\n`;
}

/** A title at a date keeps its id, so that programs move an event whose date changes. */
function toEvent(shown: FeedEvent): ICalEventData {
	const {id, type, event, date, title, year, overview, runtime, stamp, isAllDay = false} = shown;
	const described = {stamp, ...(overview && {description: printable(overview)})};
	if (event !== 'airing') {
		return {
			id: `${type}-${id}-${event}@kinoteka`,
			start: date,
			allDay: true,
			summary: printable(`${withYear(title ?? '', year)}: ${releaseNames[event]}`),
			...described,
		};
	}
	const time = isAllDay ? {allDay: true} : {end: new Date(Number(date) + (runtime || usualMinutes) * minuteMs)};
	return {id: `${type}-${id}@kinoteka`, start: date, ...time, summary: printable(episodeName(shown)), ...described};
}

function episodeName({seasonNumber, episodeNumber, title, seriesTitle}: FeedEvent): string {
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
