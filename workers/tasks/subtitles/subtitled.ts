import {numbersOf} from '#shared/domain/media/library-episode.ts';
import type {Subtitle} from '#shared/domain/media/subtitle.ts';
import {withYear} from '#shared/domain/media/title.ts';
import type {SubtitleOwner} from '#shared/domain/subtitles/subtitle-owner.ts';
import type {MovieWithSubtitles} from '#shared/store/movies/movie-subtitle-backlog.ts';
import type {EpisodeWithSubtitles} from '#shared/store/series/episode-subtitle-backlog.ts';

/** A movie or episode whose subtitles a task may search. */
export interface Subtitled {
	owner: SubtitleOwner;
	/** For people. */
	name: string;
	fileId: string;
	isMonitored: boolean;
	missing: string[];
	list: Subtitle[];
}

export function ofMovie({id, title, year, fileId, monitored, missing, list}: MovieWithSubtitles): Subtitled {
	return {owner: {type: 'movie', id}, name: withYear(title, year), fileId, isMonitored: monitored, missing, list};
}

export function ofEpisode(episode: EpisodeWithSubtitles): Subtitled {
	const {id, seriesTitle, fileId, monitored, missing, list} = episode;
	return {owner: {type: 'episode', id}, name: `${seriesTitle} - ${numbersOf([episode])}`, fileId, isMonitored: monitored, missing, list};
}
