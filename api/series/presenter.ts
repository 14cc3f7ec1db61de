import {plainOfEpisodeFile} from '#api/http/media-file.ts';
import {type Counts, percentOfEpisodes} from '#shared/domain/media/episode-counts.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Season, Series} from '#shared/domain/media/library-series.ts';
import {type Shape, sameNames} from '#shared/json/shape.ts';

/** What the stored fields and the reply's call alike. */
const plain = [
	'title',
	'originalTitle',
	'year',
	'metaId',
	'tvMetaId',
	'imdbId',
	'overview',
	'network',
	'status',
	'runtime',
	'genres',
	'certification',
	'metaRating',
	'metaVoteCount',
	'posterUrl',
	'backdropUrl',
	'monitored',
	'seasonFolder',
	'path',
	'createdAt',
	'updatedAt',
	'addedAt',
	'rootFolderPath',
	'qualityProfileId',
	'searchOnAdd',
	'lastSearchTime',
	'seasonCount',
	'episodeCount',
	'episodeFileCount',
	'totalEpisodeCount',
	'nextAiring',
	'previousAiring',
] as const satisfies readonly (keyof Series)[];

/** A series as lists show it (interface 2.2), made of the stored fields. */
export const listedSeries: Shape = {
	id: '_id',
	...sameNames(plain),
	percentOfEpisodes: {
		numbers: ['episodeCount', 'episodeFileCount'],
		toNumber: ([episodeCount = 0, episodeFileCount = 0]) => percentOfEpisodes({episodeCount, episodeFileCount}),
	},
};

const plainOfEpisode = [
	'seriesId',
	'seasonNumber',
	'episodeNumber',
	'title',
	'overview',
	'airDate',
	'runtime',
	'monitored',
] as const satisfies readonly (keyof Episode)[];

/** An episode as its season shows it, made of the stored fields. */
export const listedEpisode: Shape = {
	id: '_id',
	...sameNames(plainOfEpisode),
	hasFile: {isPresent: 'file'},
	downloaded: {isPresent: 'file'},
	fileId: {of: 'file', field: 'id'},
	file: {of: 'file', fields: sameNames(plainOfEpisodeFile)},
};

/** A series by itself: its seasons tell the counts. */
export function presentSeriesDetail(series: Series) {
	return {
		...presentBase(series),
		type: series.type,
		seasons: series.seasons.map(season => presentSeason(series.id, season)),
		alternativeTitles: series.alternativeTitles,
		actors: series.actors.map(({name, character, metaId}) => ({name, character, metaId})),
	};
}

/** A season by itself; its episodes stand beside it, each as a `listedEpisode`. */
export function presentSeasonDetail(seriesId: string, season: Season) {
	return {...presentSeason(seriesId, season), overview: season.overview, airDate: season.airDate};
}

function presentBase(series: Series) {
	return {
		id: series.id,
		title: series.title,
		originalTitle: series.originalTitle,
		year: series.year,
		metaId: series.metaId,
		tvMetaId: series.tvMetaId,
		imdbId: series.imdbId,
		overview: series.overview,
		network: series.network,
		status: series.status,
		runtime: series.runtime,
		genres: series.genres,
		certification: series.certification,
		metaRating: series.metaRating,
		metaVoteCount: series.metaVoteCount,
		posterUrl: series.posterUrl,
		backdropUrl: series.backdropUrl,
		monitored: series.monitored,
		seasonFolder: series.seasonFolder,
		path: series.path,
		createdAt: series.createdAt.toISOString(),
		updatedAt: series.updatedAt.toISOString(),
		addedAt: series.addedAt.toISOString(),
		rootFolderPath: series.rootFolderPath,
		qualityProfileId: series.qualityProfileId,
		searchOnAdd: series.searchOnAdd,
		lastSearchTime: series.lastSearchTime?.toISOString() ?? null,
	};
}

function presentCounts(counts: Counts) {
	const {episodeCount, episodeFileCount, totalEpisodeCount} = counts;
	return {episodeCount, episodeFileCount, totalEpisodeCount, percentOfEpisodes: percentOfEpisodes(counts)};
}

function presentSeason(seriesId: string, season: Season) {
	return {
		id: season.id,
		seriesId,
		seasonNumber: season.seasonNumber,
		monitored: season.monitored,
		statistics: presentCounts(season),
		images: season.images.map(({url, type}) => ({url, type})),
	};
}
