import {stemOf} from '#shared/domain/imports/sort-files.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** A recorded file of a title. */
export interface OwnedFile {
	/** Of the title. */
	id: string;
	kind: 'movie' | 'series';
	path: string;
}

/** The titles with a file that is called like this video, whatever its extension. */
export async function filesCalled(video: string, {movies, episodes}: Pick<WorkerDeps, 'episodes' | 'movies'>): Promise<OwnedFile[]> {
	const stem = `${video.slice(0, video.lastIndexOf('/'))}/${stemOf(video)}`;
	const [films, shows] = await Promise.all([movies.filesNamed(stem), episodes.filesNamed(stem)]);
	return [...films.map(file => ({...file, kind: 'movie' as const})), ...shows.map(file => ({...file, kind: 'series' as const}))];
}
