import type {Model} from 'mongoose';
import {foldersBelow} from './folders-below.ts';
import {pathsWithin} from './match-text.ts';
import type {StoredMovie} from './movie-schema.ts';

/** Titles that a refusal names. */
const namedTitles = 5;

/** Who needs a root folder or a profile: what is asked before one of them goes. */
export function countMovieUses(movies: Model<StoredMovie>) {
	const titlesOf = async (filter: {rootFolderPath?: {$regex: string}; qualityProfileId?: string}) => {
		const rows = await movies.find(filter, {title: 1}).limit(namedTitles).lean<{title: string}[]>();
		return rows.map(({title}) => title);
	};
	return {
		titlesInFolder: (path: string): Promise<string[]> => titlesOf({rootFolderPath: pathsWithin(path)}),
		titlesWithProfile: (qualityProfileId: string): Promise<string[]> => titlesOf({qualityProfileId}),
		/** Which of these folders directly below `path` hold a movie's file. */
		foldersBelow: (path: string, names: readonly string[]): Promise<Set<string>> => foldersBelow(movies, {field: 'file.path', path, names}),
	};
}
