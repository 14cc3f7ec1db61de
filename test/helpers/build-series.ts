import {type Episode, toAirDateUtc} from '#shared/domain/media/library-episode.ts';
import type {EpisodeDetails, SeasonDetails, SeriesDetails} from '#shared/domain/media/series.ts';
import type {NewSeries} from '#shared/store/series/add-series.ts';

/** Titles as people write them; `airDates` has one date per episode, null if it is unknown. */
export function buildSeason(seasonNumber: number, airDates: (string | null)[], overrides: Partial<SeasonDetails> = {}): SeasonDetails {
	return {
		seasonNumber,
		overview: `Season ${seasonNumber}.`,
		airDate: airDates[0] ?? null,
		images: [],
		episodes: airDates.map((airDate, index) => buildEpisodeDetails(seasonNumber, index + 1, {airDate})),
		...overrides,
	};
}

export function buildEpisodeDetails(seasonNumber: number, episodeNumber: number, overrides: Partial<EpisodeDetails> = {}): EpisodeDetails {
	return {
		metaId: seasonNumber * 1000 + episodeNumber,
		seasonNumber,
		episodeNumber,
		absoluteEpisodeNumber: seasonNumber > 0 ? episodeNumber : null,
		title: `Chapter ${episodeNumber}`,
		overview: null,
		airDate: null,
		runtime: 42,
		images: [],
		...overrides,
	};
}

/** An episode of the library with an id such as `s1e2`. */
export function buildLibraryEpisode(seasonNumber: number, episodeNumber: number, overrides: Partial<Episode> = {}): Episode {
	const details = buildEpisodeDetails(seasonNumber, episodeNumber, overrides);
	return {
		...details,
		id: `s${seasonNumber}e${episodeNumber}`,
		seriesId: 'series',
		airDateUtc: toAirDateUtc(details.airDate),
		monitored: true,
		file: null,
		lastSearchTime: null,
		createdAt: new Date(0),
		updatedAt: new Date(0),
		...overrides,
	};
}

export function buildSeriesDetails(overrides: Partial<SeriesDetails> = {}): SeriesDetails {
	return {
		metaId: 815,
		tvMetaId: 42_815,
		imdbId: 'tt0000815',
		title: 'Paper Lanterns',
		originalTitle: 'Paper Lanterns',
		originalLanguage: 'en',
		year: 2024,
		overview: 'A street that nobody leaves.',
		network: 'Channel Nine and a Half',
		status: 'continuing',
		type: 'standard',
		runtime: 42,
		genres: ['Drama'],
		certification: 'TV-14',
		metaRating: 8.1,
		metaVoteCount: 99,
		posterUrl: null,
		backdropUrl: null,
		alternativeTitles: ['Lampions'],
		seasonTitles: [],
		actors: [{name: 'Ada', character: 'The postman', metaId: 1}],
		images: [],
		seasons: [buildSeason(0, ['2024-01-01']), buildSeason(1, ['2024-01-08', '2024-01-15', '2024-01-22'])],
		...overrides,
	};
}

export function buildNewSeries(overrides: Partial<NewSeries> = {}): NewSeries {
	return {
		monitored: true,
		seasonFolder: true,
		rootFolderPath: '/tv',
		path: '/tv/Paper Lanterns (2024)',
		qualityProfileId: 'profile-1',
		libraryId: null,
		searchOnAdd: false,
		seasonOptions: [],
		...overrides,
	};
}
