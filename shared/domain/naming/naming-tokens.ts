import {defaultEpisodeNaming, episodeFile, seasonFolder, seriesFolder} from './episode-path.ts';
import {defaultMovieNaming, movieFile, movieFolder} from './movie-path.ts';
import {sampleEpisodes, sampleFile, sampleMovie, sampleSeries} from './preview.ts';

export const namedParts = ['movieFolder', 'movieFile', 'seriesFolder', 'seasonFolder', 'episodeFile'] as const;
export type NamedPart = (typeof namedParts)[number];

/** A token of names, as guides write it. */
export interface NamingToken {
	token: string;
	group: string;
	/** Names that may have it. */
	parts: readonly NamedPart[];
	/** Its value for a made-up title. */
	example: string;
}

const ofMovies: readonly NamedPart[] = ['movieFolder', 'movieFile'];
const ofSeries: readonly NamedPart[] = ['seriesFolder', 'seasonFolder', 'episodeFile'];
const ofFiles: readonly NamedPart[] = ['movieFile', 'episodeFile'];

const groups: readonly [group: string, parts: readonly NamedPart[], tokens: readonly string[]][] = [
	[
		'Title',
		ofMovies,
		[
			'{Movie Title}',
			'{Movie CleanTitle}',
			'{Movie TitleThe}',
			'{Movie OriginalTitle}',
			'{Movie TitleFirstCharacter}',
			'{Movie Collection}',
			'{Movie Certification}',
			'{Release Year}',
		],
	],
	[
		'Title',
		ofSeries,
		[
			'{Series Title}',
			'{Series CleanTitle}',
			'{Series TitleYear}',
			'{Series CleanTitleYear}',
			'{Series TitleThe}',
			'{Series TitleWithoutYear}',
			'{Series TitleFirstCharacter}',
			'{Series Year}',
		],
	],
	['Ids', [...ofMovies, 'seriesFolder', 'episodeFile'], ['{ImdbId}', '{TmdbId}']],
	['Ids', ['seriesFolder', 'episodeFile'], ['{TvdbId}']],
	['Season', ['seasonFolder', 'episodeFile'], ['{season:0}', '{season:00}']],
	['Episode', ['episodeFile'], ['{episode:0}', '{episode:00}', '{absolute:000}', '{Episode Title}', '{Episode CleanTitle}', '{Air-Date}']],
	['Quality', ofFiles, ['{Quality Full}', '{Quality Title}', '{Quality Proper}', '{Custom Formats}', '{Edition Tags}']],
	[
		'Sound and picture',
		ofFiles,
		[
			'{MediaInfo Simple}',
			'{MediaInfo Full}',
			'{MediaInfo VideoCodec}',
			'{MediaInfo VideoBitDepth}',
			'{MediaInfo VideoDynamicRangeType}',
			'{MediaInfo AudioCodec}',
			'{MediaInfo AudioChannels}',
			'{MediaInfo AudioLanguages}',
			'{MediaInfo SubtitleLanguages}',
			'{MediaInfo Resolution}',
		],
	],
	['Release', ofFiles, ['{Release Group}', '{-Release Group}', '{Original Title}', '{Original Filename}']],
	['Release', ['episodeFile'], ['{Release Hash}']],
];

/** Every token that people may want, with what it becomes. */
export const namingTokens: readonly NamingToken[] = groups.flatMap(([group, parts, tokens]) =>
	tokens.map(token => ({token, group, parts, example: exampleOf(token, parts)})),
);

function exampleOf(token: string, parts: readonly NamedPart[]): string {
	const {extension} = sampleFile;
	const withoutExtension = (path: string) => (path.endsWith(extension) ? path.slice(0, -extension.length) : path);
	if (parts.includes('movieFile')) {
		return withoutExtension(movieFile(sampleMovie, sampleFile, {...defaultMovieNaming, movieFile: token}));
	}
	if (parts.includes('movieFolder')) {
		return movieFolder(sampleMovie, {...defaultMovieNaming, movieFolder: token});
	}
	if (parts.includes('episodeFile')) {
		const episodes = sampleEpisodes.slice(0, 1);
		return withoutExtension(episodeFile(sampleSeries, {episodes, file: sampleFile}, {...defaultEpisodeNaming, standardEpisode: token}));
	}
	return parts.includes('seriesFolder')
		? seriesFolder(sampleSeries, {...defaultEpisodeNaming, seriesFolder: token})
		: seasonFolder(sampleSeries, 1, {...defaultEpisodeNaming, seasonFolder: token});
}
