import type {BareQuery} from './bench-row.ts';

const split = (names: string) => names.split(' ');

/** The stored fields that our replies show. */
const title = 'title originalTitle year metaId imdbId overview runtime genres certification metaRating metaVoteCount posterUrl backdropUrl';
const own = 'monitored createdAt updatedAt addedAt rootFolderPath qualityProfileId searchOnAdd lastSearchTime';
const file = split('id path size quality qualityScore releaseTitle dateAdded').map(name => `file.${name}`);
const fileDetail = split('releaseGroup languages mediaInfo').map(name => `file.${name}`);
const movie = [...split(`${title} ${own} minimumAvailability titleSlug`), ...file];
const counts = 'seasonCount episodeCount episodeFileCount totalEpisodeCount sizeOnDisk';
const series = split(`${title} ${own} tvMetaId network status seasonFolder path`);

const listed: Record<BareQuery['collection'], string[]> = {
	movies: movie,
	series: [...series, ...split(`${counts} nextAiring previousAiring`)],
	episodes: [...split('seriesId seasonNumber episodeNumber title overview airDate runtime monitored'), ...file],
};
const single: Record<BareQuery['collection'], string[]> = {
	movies: [
		...movie,
		...fileDetail,
		'file.edition',
		...split('tagline website alternativeTitles cast crew images inCinemas digitalRelease physicalRelease'),
	],
	series: [...series, ...split('type seasons alternativeTitles actors')],
	episodes: listed.episodes,
};

/** The projection of a bare query: the fields of our reply. */
export function projectionOf({collection, limit, fields}: BareQuery): Record<string, 1> {
	return Object.fromEntries((fields ?? (limit === null ? single : listed)[collection]).map(name => [name, 1]));
}
