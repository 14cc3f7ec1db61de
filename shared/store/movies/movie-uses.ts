import type {Model} from 'mongoose';
import {foldersBelow} from '../libraries/folders-below.ts';
import {pathsWithin} from '../lists/match-text.ts';
import {type Uses, usesOf} from '../mongo/uses.ts';
import type {StoredMovie} from './movie-schema.ts';

/** Who needs a root folder or a profile: what is asked before one of them goes. */
export function countMovieUses(movies: Model<StoredMovie>) {
	return {
		usesOfFolder: (path: string): Promise<Uses> => usesOf(movies, {rootFolderPath: pathsWithin(path)}),
		usesOfProfile: (qualityProfileId: string): Promise<Uses> => usesOf(movies, {qualityProfileId}),
		/** Which of these folders directly below `path` hold a movie's file. */
		foldersBelow: (path: string, names: readonly string[]): Promise<Set<string>> => foldersBelow(movies, {field: 'file.path', path, names}),
	};
}
