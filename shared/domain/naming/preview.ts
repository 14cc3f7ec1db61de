import {templateFaults} from './check-template.ts';
import {type EpisodeNaming, episodePath, type NamedEpisode, type NamedSeries} from './episode-path.ts';
import type {NamedFile} from './file-values.ts';
import {type MovieNaming, moviePath, type NamedMovie} from './movie-path.ts';

export interface NamingPreview {
	movie: string;
	standardEpisode: string;
	multiEpisode: string;
	dailyEpisode: string;
	animeEpisode: string;
	/** Errors in each template; the preview is made anyway. */
	faults: {setting: string; message: string}[];
}

export const sampleFile: NamedFile = {
	quality: 'WEBDL-1080p',
	revision: {version: 2, real: 0},
	repack: false,
	group: 'GROUP',
	edition: 'Extended',
	customFormats: ['HDR10'],
	mediaInfo: {
		videoCodec: 'h265',
		audioCodec: 'EAC3 Atmos',
		audioChannels: 5.1,
		resolution: '1920x1080',
		videoBitDepth: 10,
		dynamicRange: 'HDR10',
		audioLanguages: ['en', 'de'],
		subtitleLanguages: ['en'],
	},
	releaseTitle: 'The.Sample.Title.2019.Extended.PROPER.1080p.WEB-DL.DDP5.1.Atmos.HDR.H.265-GROUP',
	originalFileName: 'the.sample.title.2019-group',
	releaseHash: 'ABCD1234',
	extension: '.mkv',
};

export const sampleMovie: NamedMovie = {
	title: 'The Sample: Title',
	originalTitle: 'Der Beispieltitel',
	year: 2019,
	metaId: 12_345,
	imdbId: 'tt1234567',
	certification: 'PG-13',
	collectionTitle: 'The Sample Collection',
};

export const sampleSeries: NamedSeries = {
	title: 'The Sample Series',
	year: 2015,
	type: 'standard',
	metaId: 1234,
	tvMetaId: 5678,
	imdbId: 'tt7654321',
};

export const sampleEpisodes: NamedEpisode[] = [1, 2, 3].map(number => ({
	seasonNumber: 1,
	episodeNumber: number,
	absoluteEpisodeNumber: number,
	title: `Episode Title ${number}`,
	airDate: `2015-10-0${number}`,
}));

const movieTemplates = ['movieFolder', 'movieFile'] as const;
const seriesTemplates = ['seriesFolder', 'seasonFolder', 'specialsFolder', 'standardEpisode', 'dailyEpisode', 'animeEpisode'] as const;

/** Applies the naming settings to made-up titles and lists errors in the templates. */
export function previewNaming(movieNaming: MovieNaming, episodeNaming: EpisodeNaming): NamingPreview {
	const episode = (type: NamedSeries['type'], count: number) =>
		episodePath({...sampleSeries, type}, {episodes: sampleEpisodes.slice(0, count), file: sampleFile, inSeasonFolder: true}, episodeNaming);
	return {
		movie: moviePath(sampleMovie, sampleFile, movieNaming),
		standardEpisode: episode('standard', 1),
		multiEpisode: episode('standard', 3),
		dailyEpisode: episode('daily', 1),
		animeEpisode: episode('anime', 1),
		faults: [
			...movieTemplates.flatMap(setting => templateFaults(movieNaming[setting], 'movie').map(message => ({setting, message}))),
			...seriesTemplates.flatMap(setting =>
				templateFaults(episodeNaming[setting], 'series', setting.endsWith('Episode')).map(message => ({setting, message})),
			),
		],
	};
}
