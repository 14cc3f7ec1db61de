import {madeUpFile} from '#scripts/seed/made-up-file.ts';
import {madeUpSeries} from '#scripts/seed/made-up-series.ts';
import {type Chance, createChance} from '#scripts/seed/words.ts';
import {dayMs} from '#shared/domain/durations.ts';
import type {SeriesDetails} from '#shared/domain/media/series.ts';
import {noTags} from '#shared/domain/media/tags.ts';
import {toCounts} from '#shared/store/series/count-series.ts';
import type {StoredEpisode} from '#shared/store/series/episode-schema.ts';
import {fromSeriesDetails, type StoredSeries, toNewEpisode, toSeason} from '#shared/store/series/series-schema.ts';
import {asHad} from './films.ts';
import {episodeTimes} from './schedule.ts';
import {offersOfSeason} from './season-offers.ts';
import type {Show, Span, Title} from './titles.ts';

export const seriesFolder = '/made-up/series';
const kindOfShows = 22;
const decadesMs = 20 * 365 * dayMs;

interface Making {
	seed: number;
	span: Span;
	qualityProfileId: string;
}

export interface MadeShow {
	stored: StoredSeries;
	episodes: StoredEpisode[];
	show: Show;
}

/** The n-th series of the library, and what the indexers have of it. */
export function makeShow(n: number, {seed, span, qualityProfileId}: Making): MadeShow {
	const chance = createChance(kindOfShows + seed * 100, n);
	const start = new Date(span.start);
	const {id, details, addedAt, fileOf: _, ...state} = madeUpSeries(n, {rootFolderPath: seriesFolder, now: start});
	const times = episodeTimes(details, {chance, span});
	const gap = chooseGap(chance, details);
	const rows = details.seasons.flatMap(({episodes}) => episodes);
	const made = rows.map((episode, index) => {
		const at = times[index] ?? span.start;
		const hasAired = at < span.start;
		const had = !hasAired || gap(episode) ? 'nothing' : chance.is(0.001) ? 'poor' : 'good';
		const name = `${details.title} S${episode.seasonNumber}E${episode.episodeNumber}`;
		const fresh = toNewEpisode(
			{...episode, airDate: new Date(at).toISOString().slice(0, 10)},
			{seriesId: id, monitored: true, seriesMonitored: true, now: addedAt},
		);
		const file = had === 'nothing' ? null : asHad(madeUpFile(chance, {folder: state.path, name, dateAdded: addedAt}), had);
		const title: Title = {
			...{id: chance.uuid(), name, kind: 'episode', seriesId: id, season: episode.seasonNumber, episode: episode.episodeNumber},
			...{runtime: episode.runtime ?? 45, monitored: state.monitored, wantedFrom: at, had, airs: !hasAired && at <= span.end},
		};
		return {title, row: {...fresh, _id: title.id, airDateUtc: new Date(at), file, hasFile: file !== null}};
	});
	const titles = made.map(({title}) => title);
	const show: Show = {metaId: details.metaId, tvMetaId: details.tvMetaId, seasons: new Map()};
	for (const [season, of] of Map.groupBy(titles, each => each.season)) {
		show.seasons.set(season, {titles: of, offers: state.monitored ? offersOfSeason(details.title, of, {chance, span}) : []});
	}
	const episodes = made.map(({row}) => row);
	return {stored: toStored({id, details, addedAt, state, qualityProfileId, episodes}, start), episodes, show};
}

/** Which aired episodes are missing at the beginning: nearly always none, sometimes a few, sometimes a whole season. */
function chooseGap(chance: Chance, {seasons}: SeriesDetails): (episode: {seasonNumber: number; episodeNumber: number}) => boolean {
	const gap = 1 + chance.integer(seasons.length);
	const isWhole = chance.is(0.1);
	const isHoled = chance.is(0.08);
	const episode = 1 + chance.integer(8);
	return ({seasonNumber, episodeNumber}) => seasonNumber === gap && (isWhole || (isHoled && episodeNumber === episode));
}

interface Row {
	id: string;
	details: SeriesDetails;
	addedAt: Date;
	state: {monitored: boolean; seasonFolder: boolean; path: string};
	qualityProfileId: string;
	episodes: readonly StoredEpisode[];
}

function toStored({id, details, addedAt, state, qualityProfileId, episodes}: Row, now: Date): StoredSeries {
	const {monitored, seasonFolder, path} = state;
	const seasons = details.seasons.map(season => ({...toSeason(season, {monitored: true})}));
	return {
		_id: id,
		...fromSeriesDetails(details),
		...toCounts(seasons, episodes, now),
		...{monitored, seasonFolder, path, rootFolderPath: seriesFolder, qualityProfileId, libraryId: null, searchOnAdd: false},
		...noTags,
		...{lastSearchTime: null, lastRefreshTime: addedAt, refreshAt: new Date(Number(now) + decadesMs)},
		...{addedAt, addedBy: null, createdAt: addedAt, updatedAt: addedAt},
	};
}
