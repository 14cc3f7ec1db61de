import type {Subtitle} from '#shared/domain/media/subtitle.ts';
import type {SubtitleOwner} from '#shared/domain/subtitles/subtitle-owner.ts';
import type {MovieWithSubtitles} from '#shared/store/movies/movie-subtitle-backlog.ts';
import type {EpisodeWithSubtitles} from '#shared/store/series/episodes/episode-subtitle-backlog.ts';

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
	return {owner: {type: 'movie', id}, name: year === null ? title : `${title} (${year})`, fileId, isMonitored: monitored, missing, list};
}

export function ofEpisode(episode: EpisodeWithSubtitles): Subtitled {
	const {id, seriesTitle, seasonNumber, episodeNumber, fileId, monitored, missing, list} = episode;
	const number = `S${twoDigits(seasonNumber)}E${twoDigits(episodeNumber)}`;
	return {owner: {type: 'episode', id}, name: `${seriesTitle} - ${number}`, fileId, isMonitored: monitored, missing, list};
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
