import type {Episode} from './library-episode.ts';

export type EpisodeNumbers = Pick<Episode, 'seasonNumber' | 'episodeNumber'>;

/**
 * Episodes that would lose their file if a new file replaced those of `held`: a present file may hold further episodes.
 */
export function lostEpisodes<Known extends Pick<Episode, 'id' | 'file'>>(held: readonly Known[], all: readonly Known[]): Known[] {
	const ids = new Set(held.map(({id}) => id));
	const files = new Set(held.flatMap(({file}) => (file ? [file.id] : [])));
	return files.size === 0 ? [] : all.filter(({id, file}) => file !== null && files.has(file.id) && !ids.has(id));
}

const pad = (number: number) => String(number).padStart(2, '0');

/** `S01E02, S01E03` */
export function numbersOf(episodes: readonly EpisodeNumbers[]): string {
	return episodes.map(({seasonNumber, episodeNumber}) => `S${pad(seasonNumber)}E${pad(episodeNumber)}`).join(', ');
}
