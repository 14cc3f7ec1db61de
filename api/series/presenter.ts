import {type Shape, sameNames} from '#api/http/replies/json/shape.ts';
import {plainOfEpisodeFile} from '#api/http/replies/media-file.ts';
import {pick} from '#api/http/replies/pick.ts';
import {percentOfEpisodes} from '#shared/domain/media/episode-counts.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Season, Series} from '#shared/domain/media/library-series.ts';

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
] as const satisfies readonly (keyof Series)[];
/** What lists tell besides; a series by itself tells it of its seasons. */
const counts = [
	'seasonCount',
	'episodeCount',
	'episodeFileCount',
	'totalEpisodeCount',
	'nextAiring',
	'previousAiring',
] as const satisfies readonly (keyof Series)[];

/** A series as lists show it, made of the stored fields. */
export const listedSeries: Shape = {
	id: '_id',
	...sameNames([...plain, ...counts]),
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
		...pick(series, ['id', ...plain, 'type', 'alternativeTitles']),
		seasons: series.seasons.map(season => presentSeason(series.id, season)),
		actors: series.actors.map(actor => pick(actor, ['name', 'character', 'metaId'])),
	};
}

/** A season by itself; its episodes stand beside it, each as a `listedEpisode`. */
export function presentSeasonDetail(seriesId: string, season: Season) {
	return {...presentSeason(seriesId, season), ...pick(season, ['overview', 'airDate'])};
}

function presentSeason(seriesId: string, season: Season) {
	return {
		seriesId,
		...pick(season, ['id', 'seasonNumber', 'monitored']),
		statistics: {
			...pick(season, ['episodeCount', 'episodeFileCount', 'totalEpisodeCount']),
			percentOfEpisodes: percentOfEpisodes(season),
		},
		images: season.images.map(image => pick(image, ['url', 'type'])),
	};
}
