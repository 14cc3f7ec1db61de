import {type TaggedTitle, untagged} from '#shared/domain/media/tags.ts';
import type {LibraryFields} from '#shared/domain/media/title.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Labelled = Pick<LibraryFields, 'libraryId' | 'tags'>;

/** What the tags of indexers and download clients are compared with. */
export async function taggedTitle({libraryId, tags}: Labelled, {libraries}: Pick<WorkerDeps, 'libraries'>): Promise<TaggedTitle> {
	return {library: libraryId === null ? null : await libraries.find(libraryId), labels: tags};
}

export interface TitleId {
	movieId: string | null;
	seriesId: string | null;
}

/** The same for a title that may be gone by now. */
export async function taggedById(
	{movieId, seriesId}: TitleId,
	{movies, series, libraries}: Pick<WorkerDeps, 'libraries' | 'movies' | 'series'>,
): Promise<TaggedTitle> {
	const found = movieId ? await movies.find(movieId) : seriesId ? await series.find(seriesId) : null;
	return found ? taggedTitle(found, {libraries}) : untagged;
}
