import {defaultEpisodeNaming, type EpisodeNaming} from '../domain/naming/episode-path.ts';
import {defaultMovieNaming, type MovieNaming} from '../domain/naming/movie-path.ts';
import type {Settings} from './settings.ts';

/** The naming of movies according to the current settings. */
export function movieNaming(settings: Pick<Settings, 'get'>): MovieNaming {
	return {
		...defaultMovieNaming,
		movieFolder: settings.get('media.movieFolderFormat'),
		movieFile: settings.get('media.movieFileFormat'),
	};
}

/** The naming of series according to the current settings. */
export function episodeNaming(settings: Pick<Settings, 'get'>): EpisodeNaming {
	return {
		...defaultEpisodeNaming,
		seriesFolder: settings.get('media.seriesFolderFormat'),
		seasonFolder: settings.get('media.seasonFolderFormat'),
		specialsFolder: settings.get('media.specialsFolderFormat'),
		standardEpisode: settings.get('media.episodeFileFormat'),
		dailyEpisode: settings.get('media.dailyEpisodeFileFormat'),
		animeEpisode: settings.get('media.animeEpisodeFileFormat'),
		multiEpisodeStyle: settings.get('media.multiEpisodeStyle'),
	};
}
