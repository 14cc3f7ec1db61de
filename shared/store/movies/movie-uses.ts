import type {Model} from 'mongoose';
import {foldersBelow} from '../libraries/folders-below.ts';
import {pathsWithin} from '../lists/filter.ts';
import {type Uses, usesOf} from '../mongo/uses.ts';
import type {StoredMovie} from './movie-schema.ts';

/** Finds the movies that use a root folder or a profile; checked before one is deleted. */
export function countMovieUses(movies: Model<StoredMovie>) {
	return {
		usesOfFolder: (path: string): Promise<Uses> => usesOf(movies, {rootFolderPath: pathsWithin(path)}),
		usesOfProfile: (qualityProfileId: string): Promise<Uses> => usesOf(movies, {qualityProfileId}),
		/** Which of these folders directly below `path` contain a movie's file. */
		foldersBelow: (path: string, names: readonly string[]): Promise<Set<string>> => foldersBelow(movies, {field: 'file.path', path, names}),
	};
}
