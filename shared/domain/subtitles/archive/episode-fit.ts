import {parseTitle} from '../../release/parse-title.ts';
import type {SubtitleCriteria} from '../found-subtitle.ts';

type Episode = NonNullable<SubtitleCriteria['episode']>;

/**
 * `compact`: its number may mean season and episode. `among others`: one file for several episodes. `unsaid`: the name
 * says nothing about an episode.
 */
export type EpisodeFit = 'this' | 'compact' | 'among others' | 'other' | 'unsaid';

/** `02.srt`, `E02.srt`, `02 - The Door.srt`. */
const bareNumber = /^(?:e|ep|episode)?[\s._-]{0,3}(\d{1,4})(?!\d|p)/i;

/** `102` may be the second episode of the first season. */
const compactBase = 100;

/** Whether a file is for an episode, by its name and its folders. */
export function episodeFit(path: string, episode: Episode): EpisodeFit {
	const parsed = parseTitle(path, {mode: 'tv', isPath: true});
	const base = path.slice(path.lastIndexOf('/') + 1);
	if (parsed && parsed.season !== null && parsed.episodes.length > 0) {
		const isIn = parsed.season === episode.seasonNumber && parsed.episodes.includes(episode.episodeNumber);
		return verdict(isIn, parsed.episodes.length);
	}
	if (parsed && parsed.absoluteEpisodes.length > 0) {
		const {absoluteEpisodeNumber: absolute, episodeNumber, seasonNumber} = episode;
		const isIn = parsed.absoluteEpisodes.includes(absolute ?? (seasonNumber === 1 ? episodeNumber : -1));
		const isCompact = parsed.absoluteEpisodes[0] === seasonNumber * compactBase + episodeNumber;
		return !isIn && isCompact ? 'compact' : verdict(isIn, parsed.absoluteEpisodes.length);
	}
	const number = bareNumber.exec(base)?.[1];
	if (number === undefined) {
		return 'unsaid';
	}
	return Number(number) === episode.episodeNumber || Number(number) === episode.absoluteEpisodeNumber ? 'this' : 'other';
}

function verdict(isIn: boolean, count: number): EpisodeFit {
	if (!isIn) {
		return 'other';
	}
	return count === 1 ? 'this' : 'among others';
}
