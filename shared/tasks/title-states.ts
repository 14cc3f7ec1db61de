import {alwaysAvailable} from '../domain/media/availability.ts';
import {type ActivePause, pauseOf, pauseOfTitle} from '../domain/pauses.ts';
import type {LastSearch} from '../domain/searches/last-search.ts';
import type {TitleSearch} from '../domain/searches/title-state.ts';
import {neverSearched, type StateItem, stateOf, stateOfSeries, type TitleState} from '../domain/searches/title-state.ts';
import type {Stores} from '../store/database.ts';
import type {ItemUnderWay} from '../store/downloads/followed-downloads.ts';
import {readTogether} from '../store/mongo/one-command.ts';
import type {BriefEpisode} from '../store/series/episodes.ts';
import {backOffIdsOf, type NextSearch, nextSearches, type SearchSchedule} from './next-searches.ts';

/** A movie or an episode whose state is asked for. */
export interface AskedTitle {
	id: string;
	type: 'movie' | 'episode';
	/** Null for a movie. */
	seriesId: string | null;
	hasFile: boolean;
	/** With its series. */
	monitored: boolean;
	lastSearchTime: Date | null;
	/** When it became available or aired; null while no date is known. */
	availableAt: Date | null;
	appearedLate: boolean;
	/** Of the movie or of the series. */
	libraryId: string | null;
}

/** The state of a title, the outcome of its last search, and when the next one is due. */
export interface Standing extends TitleState, NextSearch {
	lastSearch: LastSearch | null;
}

export interface StateFacts extends Pick<Stores, 'downloads' | 'titleSearches'> {
	searchBackoff: Pick<Stores['searchBackoff'], 'standingsOf'>;
	now(): Date;
}

const noNext: NextSearch = {nextSearchAt: null, nextSearchReason: ''};

/** An episode as its state is asked for. */
export function toAsked(
	{
		id,
		seriesId,
		hasFile,
		monitored,
		lastSearchTime,
		airDateUtc,
		appearedLate = false,
	}: Omit<BriefEpisode, 'seasonNumber' | 'episodeNumber'>,
	series: {monitored: boolean; libraryId: string | null},
): AskedTitle {
	const own = {id, seriesId, hasFile, lastSearchTime: lastSearchTime ?? null, appearedLate};
	return {...own, type: 'episode', monitored: monitored && series.monitored, availableAt: airDateUtc ?? null, libraryId: series.libraryId};
}

/** The states of titles, by one query. Of those that have a file, only downloads are read. */
export async function readStandings(
	titles: readonly AskedTitle[],
	schedule: SearchSchedule,
	facts: StateFacts,
): Promise<Map<string, Standing>> {
	const wanted = titles.filter(({hasFile, monitored}) => !hasFile && monitored).map(title => ({...title, wanted: 'missing' as const}));
	const now = facts.now();
	const lookups = [facts.searchBackoff.standingsOf(backOffIdsOf(wanted), now), ...lookupsOfStates(titles, facts)] as const;
	const [standings, ...known] = await readTogether(lookups);
	return standingsOf(titles, {next: nextSearches(wanted, {standings, now}, schedule), pauses: schedule.pauses, known, now});
}

/** What the states of titles depend on, besides their next searches. */
export function lookupsOfStates(
	titles: readonly AskedTitle[],
	{downloads, titleSearches}: Pick<StateFacts, 'downloads' | 'titleSearches'>,
) {
	const movieIds = titles.filter(({type}) => type === 'movie').map(({id}) => id);
	const seriesIds = [...new Set(titles.flatMap(({seriesId}) => seriesId ?? []))];
	const missing = titles.filter(({hasFile}) => !hasFile).map(({id}) => id);
	return [downloads.underWay('movieId', movieIds), downloads.underWay('seriesId', seriesIds), titleSearches.lookup(missing)] as const;
}

interface KnownStandings {
	next: ReadonlyMap<string, NextSearch>;
	/** Those in effect. */
	pauses: readonly ActivePause[];
	/** What `lookupsOfStates` have found. */
	known: readonly [ofMovies: ItemUnderWay[], ofSeries: ItemUnderWay[], searches: ReadonlyMap<string, TitleSearch>];
	now: Date;
}

/** The same, for a caller that has read what they depend on. */
export function standingsOf(
	titles: readonly AskedTitle[],
	{next, pauses, known: [ofMovies, ofSeries, searches], now}: KnownStandings,
): Map<string, Standing> {
	const itemsOf = byTitle([...ofMovies, ...ofSeries].map(item => withPause(item, pauses)));
	return new Map(
		titles.map(title => {
			const search = searches.get(title.id) ?? neverSearched;
			const state = stateOf(
				{
					hasFile: title.hasFile,
					monitored: title.monitored,
					availableFrom: availableFrom(title),
					downloads: itemsOf.get(title.id) ?? [],
					search,
					lastSearchTime: title.lastSearchTime,
					next: next.get(title.id) ?? null,
					pause: pauseOfTitle(title.libraryId, pauses),
				},
				now,
			);
			return [title.id, {...state, ...(next.get(title.id) ?? noNext), lastSearch: search.last}];
		}),
	);
}

function availableFrom({availableAt}: AskedTitle): Date | 'always' | 'never' {
	return availableAt === null ? 'never' : availableAt <= alwaysAvailable ? 'always' : availableAt;
}

/** Adds who paused a download, unless it was paused in the client itself. */
function withPause(item: ItemUnderWay, pauses: readonly ActivePause[]): ItemUnderWay & StateItem {
	const pause = item.status === 'paused' ? pauseOf('downloadClient', item.client?.id ?? null, pauses) : null;
	return {...item, pause: pause && {what: pause.scope === 'all' ? 'Everything' : 'Its client', until: pause.until}};
}

function byTitle(items: readonly (ItemUnderWay & StateItem)[]): Map<string, StateItem[]> {
	const found = new Map<string, StateItem[]>();
	for (const item of items) {
		for (const id of item.target.movieId ? [item.target.movieId] : item.target.episodeIds) {
			found.set(id, [...(found.get(id) ?? []), item]);
		}
	}
	return found;
}

/** A series as a list shows it. */
export interface AskedSeries {
	id: string;
	libraryId: string | null;
	monitored: boolean;
	episodeCount: number;
	episodeFileCount: number;
	/** See `SeriesFacts`. */
	missing?: readonly TitleState[];
}

/** The states of whole series, by one query. */
export async function readSeriesStates(
	series: readonly AskedSeries[],
	pauses: readonly ActivePause[],
	{downloads, titleSearches, now}: Pick<StateFacts, 'downloads' | 'titleSearches' | 'now'>,
): Promise<Map<string, TitleState & {lastSearch: LastSearch | null}>> {
	const ids = series.map(({id}) => id);
	const [items, searches] = await readTogether([downloads.underWay('seriesId', ids), titleSearches.lookup(ids)] as const);
	const shown = items.map(item => withPause(item, pauses));
	const itemsOf = Map.groupBy(shown, ({target}) => target.seriesId ?? '');
	return new Map(
		series.map(({id, libraryId, ...counts}) => {
			const search = searches.get(id) ?? neverSearched;
			const facts = {...counts, downloads: itemsOf.get(id) ?? [], search, pause: pauseOfTitle(libraryId, pauses)};
			return [id, {...stateOfSeries(facts, now()), lastSearch: search.last}];
		}),
	);
}
