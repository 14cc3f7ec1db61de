import {dayMs} from '#shared/domain/durations.ts';
import type {Stores} from '#shared/store/database.ts';
import type {BareQuery, BenchRow, Goal} from './bench-row.ts';

/** Lengths of the wanted lists, by wish and type. */
export type WantedTotals = Record<'missing' | 'cutoff' | 'subtitles', Record<'movie' | 'episode', number>>;

const pageSize = 50;
const goal: Goal = {ratio: 0.5};
const split = (names: string) => names.split(' ');
const requests = ['missing', 'cutoff', 'subtitles'] as const;

const ofRequest = {missing: [], cutoff: split('file.quality file.qualityScore file.formatScore'), subtitles: ['file.subtitles.missing']};
const fields = {
	movie: split('title year inCinemas digitalRelease physicalRelease monitored qualityProfileId lastSearchTime'),
	episode: split('title seriesId seasonNumber episodeNumber airDateUtc monitored lastSearchTime'),
};
const inCalendar = split('title overview seriesId seasonNumber episodeNumber airDateUtc runtime monitored hasFile updatedAt');
const releases = split('title year overview inCinemas digitalRelease physicalRelease monitored hasFile updatedAt');

const lacksSubtitles = {'file.subtitles.missing.0': {$gt: ''}};
const monitored = {movie: {monitored: true}, episode: {monitored: true, seriesMonitored: true}};

/** The same conditions as those of our lists. MongoDB has the same indexes for both. */
function bareOf(request: (typeof requests)[number], type: 'movie' | 'episode'): BareQuery {
	const due = type === 'movie' ? {availableAt: {$lte: new Date()}} : {airDateUtc: {$lte: new Date()}};
	const conditions = {missing: {hasFile: false, ...due}, cutoff: {'file.belowCutoff': true}, subtitles: lacksSubtitles}[request];
	return {
		collection: type === 'movie' ? 'movies' : 'episodes',
		filter: {...monitored[type], ...conditions},
		sort: type === 'movie' ? {sortTitle: 1, _id: 1} : {airDateUtc: -1, _id: -1},
		limit: pageSize,
		fields: [...fields[type], ...ofRequest[request]],
		namesSeries: type === 'episode',
	};
}

/** The wanted lists, first and other pages, and the calendar. */
export function wantedRows(totals: WantedTotals): BenchRow[] {
	const lists = requests.flatMap(request =>
		(['movie', 'episode'] as const).flatMap(type => {
			const path = (page: number) => `/api/wanted/${request}?type=${type}&limit=${pageSize}&page=${page}`;
			const pages = Math.max(1, Math.ceil(totals[request][type] / pageSize));
			const name = `wanted: ${request}, ${type}s`;
			const anyPages = Array.from({length: 200}, (_, at) => path(1 + ((at * 7919) % pages)));
			return [
				{name, paths: [path(1)], bare: bareOf(request, type), goal, isQuick: true},
				{name: `${name}, any page`, paths: anyPages, bare: {likeRow: name}, goal},
				{name: `${name}, the last page`, paths: [path(pages)], bare: {likeRow: name}, goal},
			];
		}),
	);
	return [...lists, ...calendarRows()];
}

/** Days before and after today; the seeded library has few releases and much that airs around today. */
const around = [-1, 8] as const;
const earlier = [-400, -399] as const;
const month = [-430, -399] as const;

function calendarRows(): BenchRow[] {
	const today = Math.floor(Date.now() / dayMs) * dayMs;
	const span = ([first, last]: readonly [number, number]) => ({$gte: new Date(today + first * dayMs), $lt: new Date(today + last * dayMs)});
	const path = (type: string, [first, last]: readonly [number, number]) => {
		const dayOf = (days: number) => new Date(today + days * dayMs).toISOString().slice(0, 10);
		return `/api/calendar?type=${type}&start=${dayOf(first)}&end=${dayOf(last - 1)}`;
	};
	const common = {limit: 5001, fields: inCalendar};
	const episodes = (days: readonly [number, number]): BareQuery => {
		const filter = {...monitored.episode, airDateUtc: span(days)};
		return {collection: 'episodes', filter, sort: {airDateUtc: 1, _id: 1}, ...common, namesSeries: true};
	};
	const released = {...monitored.movie, releaseDates: {$elemMatch: span(month)}};
	const movies: BareQuery = {collection: 'movies', filter: released, sort: {}, ...common, fields: releases};
	return [
		{name: 'calendar: episodes of a day', paths: [path('episode', earlier)], bare: episodes(earlier), goal, isQuick: true},
		{name: 'calendar: episodes around today', paths: [path('episode', around)], bare: episodes(around), goal},
		{name: 'calendar: movies of a month', paths: [path('movie', month)], bare: movies, goal},
	];
}

/** Counts the lists of a seeded library. */
export async function countWanted({movies, episodes}: Stores): Promise<WantedTotals> {
	const now = new Date();
	const count = async (wanted: (typeof requests)[number]) => {
		const query = {wanted, page: 1, limit: 1, monitoredOnly: true};
		const ofMovies = await movies.wantedPage({...query, sort: {field: 'title', direction: 'asc'}}, {_id: 1}, now);
		const ofEpisodes = await episodes.wantedPage({...query, sort: {field: 'airDateUtc', direction: 'asc'}}, {_id: 1}, now);
		return {movie: ofMovies.total, episode: ofEpisodes.total};
	};
	return {missing: await count('missing'), cutoff: await count('cutoff'), subtitles: await count('subtitles')};
}
