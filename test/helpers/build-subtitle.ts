import type {FoundSubtitle} from '#shared/domain/subtitles/found-subtitle.ts';
import type {RatedFor} from '#shared/domain/subtitles/rating/rate-subtitle.ts';
import {buildMediaFile} from './build-movie.ts';

/** A subtitle that says nothing about what it is for. */
export function buildFound(overrides: Partial<FoundSubtitle> = {}): FoundSubtitle {
	return {
		providerId: 'site',
		provider: 'Site',
		id: '1',
		language: 'en',
		forced: false,
		hearingImpaired: false,
		releases: [],
		isHashMatch: false,
		isIdMatch: false,
		title: null,
		year: null,
		seasonNumber: null,
		episodeNumber: null,
		fps: null,
		isMachineTranslated: false,
		isTrusted: false,
		downloadCount: 0,
		format: null,
		uploadedAt: null,
		...overrides,
	};
}

/** The file of a movie, `The Quiet Harbour` of 2019. */
export function ratedForMovie(overrides: Partial<RatedFor> = {}): RatedFor {
	return {
		criteria: {
			title: 'The Quiet Harbour',
			originalTitle: 'Der stille Hafen',
			year: 2019,
			imdbId: 'tt0004711',
			metaId: 4711,
			episode: null,
			size: 5,
			releaseName: null,
		},
		file: buildMediaFile({releaseTitle: 'The.Quiet.Harbour.2019.1080p.WEB-DL.AAC2.0.H.264-NOBODY'}),
		minimumScore: 70,
		acceptMachineTranslated: false,
		isBlocklisted: () => false,
		...overrides,
	};
}

/** The file of the second episode of the first season of `Lantern Street`. */
export function ratedForEpisode(overrides: Partial<RatedFor> = {}): RatedFor {
	const {criteria} = ratedForMovie();
	return ratedForMovie({
		criteria: {
			...criteria,
			title: 'Lantern Street',
			originalTitle: 'Lantern Street',
			year: 2015,
			episode: {seasonNumber: 1, episodeNumber: 2, absoluteEpisodeNumber: 2, title: 'The Lamp'},
		},
		file: buildMediaFile({releaseTitle: 'Lantern.Street.S01E02.720p.HDTV.x264-NOBODY', quality: 'HDTV-720p'}),
		...overrides,
	});
}
