import type {NamedFile} from '#shared/domain/naming/file-values.ts';
import type {NamedMovie} from '#shared/domain/naming/movie-path.ts';

export const namedMovie: NamedMovie = {
	title: 'The Paper: Harbor',
	originalTitle: 'Der Hafen',
	year: 2019,
	metaId: 603,
	imdbId: 'tt0133093',
	certification: 'PG',
};

export const namedFile: NamedFile = {
	quality: 'WEBDL-1080p',
	revision: {version: 1, real: 0},
	repack: false,
	group: 'KITE',
	edition: 'Extended',
	customFormats: ['HDR', 'Atmos'],
	mediaInfo: {
		videoCodec: 'h265',
		audioCodec: 'EAC3',
		audioChannels: 5.1,
		resolution: '1920x1080',
		videoBitDepth: 10,
		dynamicRange: 'HDR10',
		audioLanguages: ['en', 'de'],
		subtitleLanguages: [],
	},
	releaseTitle: 'The.Paper.Harbor.2019-KITE',
	originalFileName: 'paper',
	extension: '.mkv',
};
