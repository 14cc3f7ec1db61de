import type {SeriesDetails} from '#shared/domain/media/series.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** A series of one season, as a provider would describe it. */
export function seasonOf({number, title, episodes}: {number: number; title: string; episodes: number}): SeriesDetails {
	const airDate = (episode: number) => `2024-01-${two(episode)}`;
	return {
		metaId: number,
		tvMetaId: number,
		imdbId: null,
		title,
		originalTitle: title,
		originalLanguage: 'en',
		year: null,
		overview: null,
		network: null,
		status: 'ended',
		type: 'standard',
		runtime: 42,
		genres: [],
		certification: null,
		metaRating: null,
		metaVoteCount: null,
		posterUrl: null,
		backdropUrl: null,
		alternativeTitles: [],
		seasonTitles: [],
		actors: [],
		images: [],
		seasons: [
			{
				seasonNumber: 1,
				overview: null,
				airDate: airDate(1),
				images: [],
				episodes: Array.from({length: episodes}, (_none, index) => episodeOf(index + 1, airDate(index + 1))),
			},
		],
	};
}

function episodeOf(number: number, airDate: string): SeriesDetails['seasons'][number]['episodes'][number] {
	return {
		metaId: number,
		seasonNumber: 1,
		episodeNumber: number,
		absoluteEpisodeNumber: null,
		title: `Chapter ${number}`,
		overview: null,
		airDate,
		runtime: 42,
		images: [],
	};
}
