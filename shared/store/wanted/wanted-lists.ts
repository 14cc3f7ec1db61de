import type {Conditions} from '../../lists/filter.ts';
import {byDate, byText, type SortOrder} from '../../lists/ordered.ts';

const wantedKinds = ['missing', 'cutoff', 'subtitles'] as const;
export type WantedKind = (typeof wantedKinds)[number];

/** The titles of one collection that something is wanted for. */
export interface WantedList {
	/** What all of them have in common; every index of the list contains only these documents. */
	only: Conditions;
	/** By the moment from which a title is wanted; null if it always is. */
	due: SortOrder | null;
	/** By the name that callers use; the first one contains every title of the list. */
	orders: Readonly<Record<string, SortOrder>>;
	/** What the list depends on, apart from which documents exist. */
	aspects: readonly string[];
}

/** An index cannot tell whether a list is empty, but what its first entry is. A missing subtitle is a text. */
const firstMissingSubtitle = 'file.subtitles.missing.0';
const lacksSubtitles: Conditions = {[firstMissingSubtitle]: {$gt: ''}};

/** Aspects of files; the name of an aspect has no dot. `file` stands for a file with all that is known of it. */
export const fileAspects = {file: 'file', cutoff: 'fileScores', subtitles: 'fileSubtitles'} as const;

interface Parts {
	name: WantedKind;
	only: Conditions;
	due?: SortOrder;
	orders: Record<string, SortOrder>;
	columns: readonly string[];
	aspects: readonly string[];
}

/** Gives each order an index of its own, which contains all conditions so that no document is read to check them. */
function toList({name, only, due, orders, columns, aspects}: Parts): WantedList {
	const inIndex = [...columns, ...(due ? [due.field] : []), ...Object.keys(only)];
	const ofList = (order: SortOrder): SortOrder => {
		const isNullable = order.isNullable && order.field !== due?.field;
		return {...order, index: `wanted_${name}_${order.field}`, only, columns: inIndex, isNullable};
	};
	const named = Object.entries(orders).map(([key, order]) => [key, ofList(order)]);
	return {only, due: due ? ofList(due) : null, orders: Object.fromEntries(named), aspects};
}

const byTitle = {title: byText('sortTitle')};
const bySearch = {lastSearchTime: byDate('lastSearchTime', {isNullable: true})};
const ofMovie = {monitored: true};
const movieColumns = ['libraryId'];

/** Few orders, because each one is an index. */
export const wantedMovies: Readonly<Record<WantedKind, WantedList>> = {
	missing: toList({
		name: 'missing',
		only: {...ofMovie, hasFile: false},
		due: byDate('availableAt', {isNullable: true}),
		orders: {...byTitle, releaseDate: byDate('releasedAt', {isNullable: true}), ...bySearch},
		columns: movieColumns,
		aspects: ['monitored', fileAspects.file, 'availableAt', 'libraryId'],
	}),
	cutoff: toList({
		name: 'cutoff',
		only: {...ofMovie, 'file.belowCutoff': true},
		orders: {...byTitle, ...bySearch},
		columns: movieColumns,
		aspects: ['monitored', fileAspects.file, fileAspects.cutoff, 'libraryId'],
	}),
	subtitles: toList({
		name: 'subtitles',
		only: lacksSubtitles,
		orders: byTitle,
		columns: [...movieColumns, 'monitored'],
		aspects: ['monitored', fileAspects.file, fileAspects.subtitles, 'libraryId'],
	}),
};

const byAirDate = {airDateUtc: byDate('airDateUtc', {isNullable: true})};
const ofEpisode = {monitored: true, seriesMonitored: true};
const episodeColumns = ['seriesId'];
/** Any change of the episodes of a series. */
export const episodesAspect = 'episodes';

export const wantedEpisodes: Readonly<Record<WantedKind, WantedList>> = {
	missing: toList({
		name: 'missing',
		only: {...ofEpisode, hasFile: false},
		due: byAirDate.airDateUtc,
		orders: {...byAirDate, ...bySearch},
		columns: episodeColumns,
		aspects: [episodesAspect],
	}),
	cutoff: toList({
		name: 'cutoff',
		only: {...ofEpisode, 'file.belowCutoff': true},
		orders: {...byAirDate, ...bySearch},
		columns: episodeColumns,
		aspects: [episodesAspect, fileAspects.cutoff],
	}),
	subtitles: toList({
		name: 'subtitles',
		only: lacksSubtitles,
		orders: byAirDate,
		columns: [...episodeColumns, ...Object.keys(ofEpisode)],
		aspects: [episodesAspect, fileAspects.subtitles],
	}),
};

/** All orders of these lists; each needs an index. */
export function ordersOf(lists: Readonly<Record<WantedKind, WantedList>>): SortOrder[] {
	const all = Object.values(lists).flatMap(({orders, due}) => [...Object.values(orders), ...(due ? [due] : [])]);
	return [...new Map(all.map(order => [order.index, order])).values()];
}

/** The lists of subtitles contain unmonitored titles as well; this leaves them out. */
export const monitoredConditions: Readonly<Record<'movies' | 'episodes', Conditions>> = {movies: ofMovie, episodes: ofEpisode};

export const calendarIndex = 'calendar';

export interface CalendarSpan {
	start: Date;
	/** Excluded. */
	end: Date;
	/** Also titles that are not monitored. */
	unmonitored: boolean;
	/** The first ones by date. */
	limit: number;
}
