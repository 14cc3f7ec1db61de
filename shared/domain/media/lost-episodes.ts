import type {Episode} from './library-episode.ts';

/**
 * Episodes that would lose their file if a new file replaced those of `held`: a present file may hold further episodes.
 */
export function lostEpisodes<Known extends Pick<Episode, 'id' | 'file'>>(held: readonly Known[], all: readonly Known[]): Known[] {
	const ids = new Set(held.map(({id}) => id));
	const files = new Set(held.flatMap(({file}) => (file ? [file.id] : [])));
	return files.size === 0 ? [] : all.filter(({id, file}) => file !== null && files.has(file.id) && !ids.has(id));
}
