import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {MovieDetails} from '#shared/domain/media/movie.ts';
import {defaultMovieNaming, movieFolder} from '#shared/domain/naming/movie-path.ts';
import type {NewMovie} from '#shared/store/movies/movies.ts';
import type {Served} from './serve.ts';

export function buildMovieDetails(overrides: Partial<MovieDetails> = {}): MovieDetails {
	return {
		metaId: 4711,
		imdbId: 'tt0004711',
		title: 'The Quiet Harbour',
		originalTitle: 'Der stille Hafen',
		originalLanguage: 'de',
		year: 2019,
		overview: 'Nothing happens.',
		tagline: 'Still.',
		website: null,
		runtime: 90,
		genres: ['Drama'],
		certification: 'PG',
		metaRating: 7.1,
		metaVoteCount: 12,
		posterUrl: null,
		backdropUrl: null,
		alternativeTitles: ['Harbour of Silence'],
		cast: [{name: 'Ada', character: 'Captain', metaId: 1}],
		crew: [{name: 'Bo', job: 'Director', metaId: 2}],
		images: [{url: 'http://images.test/1.jpg', type: 'poster'}],
		inCinemas: new Date('2019-02-01'),
		digitalRelease: null,
		physicalRelease: null,
		collectionMetaId: null,
		collectionTitle: null,
		...overrides,
	};
}

/** Adds a movie to the library of a served application. */
export function addMovie({deps}: Served, details: Partial<MovieDetails> = {}, choice: Partial<NewMovie> = {}) {
	const whole = buildMovieDetails(details);
	return deps.movies.add(
		whole,
		{
			monitored: true,
			minimumAvailability: 'released',
			rootFolderPath: '/library',
			path: `${choice.rootFolderPath ?? '/library'}/${movieFolder(whole, defaultMovieNaming)}`,
			qualityProfileId: 'none',
			libraryId: null,
			searchOnAdd: false,
			...choice,
		},
		deps.now(),
	);
}

export function buildMediaFile(overrides: Partial<MediaFile> = {}): MediaFile {
	return {
		id: 'file-1',
		path: '/library/The Quiet Harbour (2019)/a.mkv',
		size: 5,
		quality: 'WEBDL-1080p',
		qualityScore: 70,
		formatScore: 0,
		revision: {version: 1, real: 0},
		releaseTitle: 'The.Quiet.Harbour.2019.1080p.WEB-DL-NOBODY',
		releaseGroup: 'NOBODY',
		edition: null,
		languages: ['english'],
		mediaInfo: {
			videoCodec: 'h264',
			audioCodec: 'AAC',
			audioChannels: 2,
			resolution: '1920x1080',
			durationSeconds: 5400,
			videoBitDepth: 8,
			dynamicRange: null,
			audioLanguages: ['en'],
			subtitleLanguages: [],
			frameRate: null,
			subtitleTracks: [],
		},
		dateAdded: new Date('2026-01-01'),
		...overrides,
	};
}
