import {type PickedValues, pickValues} from '#api/http/fast/bson-value.ts';
import type {RouteDeps} from '#api/services.ts';
import type {NamedSeries} from '#shared/store/series/series-in-library.ts';
import type {Span} from './span.ts';

const releases = ['inCinemas', 'digitalRelease', 'physicalRelease'] as const;
export const eventKinds = ['airing', ...releases] as const;
export type EventKind = (typeof eventKinds)[number];
export const eventTypes = ['movie', 'episode'] as const;
export type EventType = (typeof eventTypes)[number];

/** What happens at a date: an episode airs, or a movie is released. */
export interface Happening {
	type: EventType;
	event: EventKind;
	/** Of a release, only the day counts. */
	date: Date;
	seriesTitle: string | null;
	/** Minutes. */
	runtime: number | null;
	monitored: boolean;
}

export interface CalendarEvent extends Happening {
	/** Id of the movie or episode. */
	id: string;
	/** Its raw document. */
	row: Uint8Array;
}

export interface CalendarWish extends Span {
	/** Null for both. */
	type: EventType | null;
	unmonitored: boolean;
	/** Events of one reply. */
	most: number;
}

/** The stored fields that the calendar shows or goes by. */
const projection = Object.fromEntries(
	`title year overview seriesId seasonNumber episodeNumber hasFile monitored seriesMonitored airDateUtc runtime updatedAt ${releases.join(' ')}`
		.split(' ')
		.map(name => [name, 1]),
);

/** The first events of a span, in order of their dates. `truncated` says that there are more. */
export async function readEvents(
	{type, most, ...span}: CalendarWish,
	{movies, episodes, series}: Pick<RouteDeps, 'movies' | 'episodes' | 'series'>,
): Promise<{events: CalendarEvent[]; truncated: boolean}> {
	const query = {...span, limit: most + 1};
	const [released, aired] = await Promise.all([
		type === 'episode' ? [] : movies.inCalendar(query, projection),
		type === 'movie' ? [] : episodes.inCalendar(query, projection),
	]);
	const airings = aired.map(row => ({row, values: pickValues(row)}));
	const owners = await series.named([...new Set(airings.flatMap(({values}) => values.text('seriesId') ?? []))]);
	const events = [
		...released.flatMap(row => releasesOf(row, span)),
		...airings.map(({row, values}) => ({id: values.text('_id') ?? '', row, ...airingOf(values, owners)})),
	];
	events.sort((a, b) => Number(a.date) - Number(b.date) || (a.id < b.id ? -1 : Number(a.id > b.id)));
	return {events: events.slice(0, most), truncated: events.length > most};
}

function releasesOf(row: Uint8Array, {start, end}: Span): CalendarEvent[] {
	const values = pickValues(row);
	const movie = {id: values.text('_id') ?? '', row, type: 'movie' as const, seriesTitle: null};
	return releases.flatMap(event => {
		const date = values.moment(event);
		const isWithin = date !== null && date >= start && date < end;
		return isWithin ? [{...movie, event, date, runtime: values.number('runtime'), monitored: values.isTrue('monitored')}] : [];
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
	};
}
