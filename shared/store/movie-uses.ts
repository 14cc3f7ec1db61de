import type {Model} from 'mongoose';
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
		/** Names of the folders directly below `path` that hold a movie's file. */
		async foldersBelow(path: string): Promise<Set<string>> {
			const rows = await movies.find({'file.path': pathsWithin(path)}, {'file.path': 1}).lean<{file: {path: string}}[]>();
			const start = path === '/' ? 1 : path.length + 1;
			return new Set(rows.map(({file}) => file.path.slice(start).split('/')[0] ?? ''));
		},
	};
}
