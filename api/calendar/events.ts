import type {RouteDeps} from '#api/services.ts';
import {dayMs} from '#shared/domain/durations.ts';
import type {Fault} from '#shared/errors.ts';
import {type PickedValues, pickValues} from '#shared/lists/bson-json.ts';
import type {NamedSeries} from '#shared/store/series/series-in-library.ts';

const releases = ['inCinemas', 'digitalRelease', 'physicalRelease'] as const;
export const eventKinds = ['airing', ...releases] as const;
export type EventKind = (typeof eventKinds)[number];
export const eventTypes = ['movie', 'episode'] as const;
export type EventType = (typeof eventTypes)[number];

/** What happens at a date: an episode airs, or a movie is released. */
export interface Happening {
	type: EventType;
	event: EventKind;
	/** Only the day counts for a release. */
	date: Date;
	seriesTitle: string | null;
	/** Minutes. */
	runtime: number | null;
	monitored: boolean;
	/** The library of the title. */
	libraryId: string | null;
}

export interface CalendarEvent extends Happening {
	/** Id of the movie or episode. */
	id: string;
	/** The same for the same event of the copies of a title. */
	work: string;
	/** Its raw document. */
	row: Uint8Array;
}

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

export interface CalendarRequest extends Span {
	/** Null for both. */
	type: EventType | null;
	unmonitored: boolean;
	/** Events of one reply. */
	max: number;
}

/** The stored fields that the calendar shows or goes by. */
const projection = Object.fromEntries(
	`title year overview seriesId seasonNumber episodeNumber hasFile monitored seriesMonitored airDateUtc runtime updatedAt metaId libraryId ${releases.join(' ')}`
		.split(' ')
		.map(name => [name, 1]),
);

/** The first events of a span, in order of their dates. `truncated` says that there are more. */
export async function readEvents(
	{type, max, ...span}: CalendarRequest,
	{movies, episodes, series}: Pick<RouteDeps, 'movies' | 'episodes' | 'series'>,
): Promise<{events: CalendarEvent[]; truncated: boolean}> {
	const query = {...span, limit: max + 1};
	const [released, aired] = await Promise.all([
		type === 'episode' ? [] : movies.inCalendar(query, projection),
		type === 'movie' ? [] : episodes.inCalendar(query, projection),
	]);
	const airings = aired.map(row => ({row, values: pickValues(row)}));
	const owners = await series.named([...new Set(airings.flatMap(({values}) => values.text('seriesId') ?? []))]);
	const events = [
		...released.flatMap(row => releasesOf(row, span)),
		...airings.map(({row, values}) => ({
			id: values.text('_id') ?? '',
			row,
			work: workOfEpisode(values, owners),
			...airingOf(values, owners),
		})),
	];
	events.sort((a, b) => Number(a.date) - Number(b.date) || (a.id < b.id ? -1 : Number(a.id > b.id)));
	return {events: events.slice(0, max), truncated: events.length > max};
}

function releasesOf(row: Uint8Array, {start, end}: Span): CalendarEvent[] {
	const values = pickValues(row);
	const id = values.text('_id') ?? '';
	const movie = {id, row, type: 'movie' as const, seriesTitle: null, libraryId: values.text('libraryId')};
	return releases.flatMap(event => {
		const date = values.moment(event);
		const isWithin = date !== null && date >= start && date < end;
		const work = `movie-${values.number('metaId') ?? id}-${event}`;
		return isWithin ? [{...movie, work, event, date, runtime: values.number('runtime'), monitored: values.isTrue('monitored')}] : [];
	});
}

function airingOf(values: PickedValues, owners: ReadonlyMap<string, NamedSeries>): Happening {
	const owner = owners.get(values.text('seriesId') ?? '');
	return {
		type: 'episode',
		event: 'airing',
		date: values.moment('airDateUtc') ?? new Date(0), // the span has a date
		seriesTitle: owner?.title ?? null,
		runtime: values.number('runtime') ?? owner?.runtime ?? null,
		monitored: values.isTrue('monitored') && values.isTrue('seriesMonitored'),
		libraryId: owner?.libraryId ?? null,
	};
}

function workOfEpisode(values: PickedValues, owners: ReadonlyMap<string, NamedSeries>): string {
	const seriesId = values.text('seriesId') ?? '';
	return `episode-${owners.get(seriesId)?.metaId ?? seriesId}-${values.number('seasonNumber')}-${values.number('episodeNumber')}`;
}

export interface Span {
	start: Date;
	/** Excluded. */
	end: Date;
}

const longestDays = 366;
/** Without dates: from yesterday to a week from now. */
const usualDays = {before: 1, all: 9};

const dayOnly = /^\d{4}-\d\d-\d\d$/;

/** The first moment of the day. */
export function dayOf(moment: Date): Date {
	return new Date(Math.floor(Number(moment) / dayMs) * dayMs);
}

export const daysAfter = (moment: Date, days: number) => new Date(Number(moment) + days * dayMs);

interface Asked {
	start?: string | undefined;
	end?: string | undefined;
}

/** The faults of the dates that a caller asks for. */
export function spanFaults(asked: Asked, now: Date): Fault[] {
	const wrong = (['start', 'end'] as const).filter(name => !isDate(asked[name]));
	if (wrong.length > 0) {
		return wrong.map(path => ({path, message: `${path} is no date that exists`}));
	}
	const {start, end} = toSpan(asked, now);
	const days = (Number(end) - Number(start)) / dayMs;
	if (days <= 0) {
		return [{path: 'end', message: 'end must be after start'}];
	}
	return days > longestDays ? [{path: 'end', message: `end must be at most ${longestDays} days after start`}] : [];
}

/** The period that a caller asks for, if it has no faults; a day as `end` is included. */
export function toSpan({start, end}: Asked, now: Date): Span {
	const last = end === undefined ? null : new Date(end);
	const until = last && end !== undefined && dayOnly.test(end) ? daysAfter(last, 1) : last;
	const earliest = () => (until ? daysAfter(until, -usualDays.all) : daysAfter(dayOf(now), -usualDays.before));
	const from = start === undefined ? earliest() : new Date(start);
	return {start: from, end: until ?? daysAfter(from, usualDays.all)};
}

/** `2026-02-30` is no date, although JavaScript takes it for the second of March. */
function isDate(text: string | undefined): boolean {
	if (text === undefined) {
		return true;
	}
	const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
	return !Number.isNaN(Date.parse(text)) && !Number.isNaN(Number(day)) && day.toISOString().startsWith(text.slice(0, 10));
}
