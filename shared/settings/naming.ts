import {defaultEpisodeNaming, type EpisodeNaming} from '../domain/naming/episode-path.ts';
import type {MovieNaming} from '../domain/naming/movie-path.ts';
import type {CharacterRules} from '../domain/naming/safe-name.ts';
import type {Settings} from './settings.ts';

function characterRules(settings: Pick<Settings, 'get'>): CharacterRules {
	return {
		colon: settings.get('media.colonReplacement'),
		customColon: settings.get('media.customColon'),
		replaceIllegal: settings.get('media.replaceIllegalCharacters'),
	};
}

/** The naming of movies according to the current settings. */
export function movieNaming(settings: Pick<Settings, 'get'>): MovieNaming {
	return {
		...characterRules(settings),
		rename: settings.get('media.renameMovies'),
		movieFolder: settings.get('media.movieFolderFormat'),
		movieFile: settings.get('media.movieFileFormat'),
	};
}

/** The naming of series according to the current settings. */
export function episodeNaming(settings: Pick<Settings, 'get'>): EpisodeNaming {
	return {
		...defaultEpisodeNaming,
		...characterRules(settings),
		rename: settings.get('media.renameEpisodes'),
		seriesFolder: settings.get('media.seriesFolderFormat'),
		seasonFolder: settings.get('media.seasonFolderFormat'),
		specialsFolder: settings.get('media.specialsFolderFormat'),
		standardEpisode: settings.get('media.episodeFileFormat'),
		dailyEpisode: settings.get('media.dailyEpisodeFileFormat'),
		animeEpisode: settings.get('media.animeEpisodeFileFormat'),
		multiEpisodeStyle: settings.get('media.multiEpisodeStyle'),
	};
}
