import {multiEpisodeStyles} from '../domain/naming/episode-numbers.ts';
import {colonReplacements} from '../domain/naming/safe-name.ts';
import {choice, flag, text} from './define.ts';
import {safeCharacters} from './forms.ts';

/** How files and folders of the library are named. */
export const fileNameSettings = {
	'media.renameMovies': flag(
		'media',
		true,
		'Whether files of movies are named by their format; otherwise they keep the names from their downloads.',
	),
	'media.movieFolderFormat': text('media', '{Movie Title} ({Year})', 'Folder of a movie below its root folder.', {format: 'movieFolder'}),
	'media.movieFileFormat': text('media', '{Movie Title} ({Year}) [{Quality Full}]{-Release Group}', 'File name of a movie.', {
		format: 'movieFile',
	}),
	'media.renameEpisodes': flag(
		'media',
		true,
		'Whether files of episodes are named by their formats; otherwise they keep the names from their downloads.',
	),
	'media.seriesFolderFormat': text('media', '{Series Title} ({Year})', 'Folder of a series below its root folder.', {
		format: 'seriesFolder',
	}),
	'media.seasonFolderFormat': text('media', 'Season {season:00}', 'Folder of a season below its series.', {format: 'seasonFolder'}),
	'media.episodeFileFormat': text(
		'media',
		'{Series Title} - S{season:00}E{episode:00} - {Episode Title} [{Quality Full}]',
		'File name of an episode.',
		{format: 'episodeFile'},
	),
	'media.dailyEpisodeFileFormat': text(
		'media',
		'{Series Title} - {Air-Date} - {Episode Title} [{Quality Full}]',
		'File name of an episode of a daily series.',
		{format: 'episodeFile'},
	),
	'media.animeEpisodeFileFormat': text(
		'media',
		'{Series Title} - S{season:00}E{episode:00} - {absolute:000} - {Episode Title} [{Quality Full}]',
		'File name of an anime episode, which is numbered from the start of its series.',
		{format: 'episodeFile'},
	),
	'media.specialsFolderFormat': text('media', 'Specials', 'Folder of the specials below their series.', {format: 'seasonFolder'}),
	'media.multiEpisodeStyle': choice(
		'media',
		'prefixedRange',
		multiEpisodeStyles,
		'How the numbers of several episodes in one file are written.',
	),
	'media.replaceIllegalCharacters': flag(
		'media',
		true,
		'Whether characters that some system forbids in names are replaced; otherwise they are left out, and so are colons.',
	),
	'media.colonReplacement': choice(
		'media',
		'smart',
		colonReplacements,
		'What names have instead of a colon; smart writes a dash, with spaces around it where a space follows.',
	),
	'media.customColon': text('media', '', 'What names have instead of a colon if `media.colonReplacement` is custom.', {
		pattern: safeCharacters,
		maxLength: 10,
	}),
};
