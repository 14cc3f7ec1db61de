import type {RouteDeps} from '#api/services.ts';
import type {CalendarMovie} from '#shared/store/movies/wanted-movies.ts';
import type {NamedSeries} from '#shared/store/series/series-in-library.ts';
import type {CalendarEpisode} from '#shared/store/series/wanted-episodes.ts';
import type {Span} from './span.ts';

export const eventKinds = ['airing', 'inCinemas', 'digitalRelease', 'physicalRelease'] as const;
export type EventKind = (typeof eventKinds)[number];
export const eventTypes = ['movie', 'episode'] as const;
export type EventType = (typeof eventTypes)[number];

/** Something that happens at a date: an episode airs, or a movie is released; what does not apply is null. */
export interface CalendarEvent {
	/** Id of the movie or episode. */
	id: string;
	type: EventType;
	event: EventKind;
	/** Of a release, only the day counts. */
	date: Date;
	title: string;
	year: number | null;
	overview: string | null;
	seriesId: string | null;
	seriesTitle: string | null;
	seasonNumber: number | null;
	episodeNumber: number | null;
	/** Minutes. */
	runtime: number | null;
	monitored: boolean;
	hasFile: boolean;
	updatedAt: Date;
}

export interface CalendarWish extends Span {
	/** Null for both. */
	type: EventType | null;
	unmonitored: boolean;
}

/** Events of one reply. */
const mostEvents = 5000;

/** The first events of a span, in order of their dates. `truncated` says that there are more. */
export async function readEvents(
	{type, ...span}: CalendarWish,
	{movies, episodes, series}: Pick<RouteDeps, 'movies' | 'episodes' | 'series'>,
): Promise<{events: CalendarEvent[]; truncated: boolean}> {
	const query = {...span, limit: mostEvents + 1};
	const [released, aired] = await Promise.all([
		type === 'episode' ? [] : movies.inCalendar(query),
		type === 'movie' ? [] : episodes.inCalendar(query),
	]);
	const owners = await series.named([...new Set(aired.map(({seriesId}) => seriesId))]);
	const events = [...released.flatMap(movie => releasesOf(movie, span)), ...aired.map(episode => airingOf(episode, owners))];
	events.sort((a, b) => Number(a.date) - Number(b.date) || (a.id < b.id ? -1 : Number(a.id > b.id)));
	return {events: events.slice(0, mostEvents), truncated: events.length > mostEvents};
}

const releases = ['inCinemas', 'digitalRelease', 'physicalRelease'] as const;

function releasesOf(movie: CalendarMovie, {start, end}: Span): CalendarEvent[] {
	return releases.flatMap(event => {
		const date = movie[event];
		return date && date >= start && date < end ? [{...ofMovie(movie), event, date}] : [];
	});
}

function ofMovie({id, title, year, overview, monitored, hasFile, updatedAt}: CalendarMovie): Omit<CalendarEvent, 'event' | 'date'> {
	const ofNoSeries = {seriesId: null, seriesTitle: null, seasonNumber: null, episodeNumber: null, runtime: null};
	return {id, type: 'movie', title, year, overview, ...ofNoSeries, monitored, hasFile, updatedAt};
}

function airingOf(episode: CalendarEpisode, owners: ReadonlyMap<string, NamedSeries>): CalendarEvent {
	const {airDateUtc, seriesMonitored, ...rest} = episode;
	const owner = owners.get(episode.seriesId);
	return {
		...rest,
		type: 'episode',
		event: 'airing',
		date: airDateUtc,
		year: null,
		seriesTitle: owner?.title ?? null,
		runtime: rest.runtime ?? owner?.runtime ?? null,
		monitored: rest.monitored && seriesMonitored,
	};
}
