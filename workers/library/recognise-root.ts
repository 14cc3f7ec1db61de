import {Unavailable} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'files' | 'movies' | 'episodes'>;

export const namedRoot = (path: string) => ({path, name: 'The root folder'});

/** Files that are looked for; more would cost a slow disk seconds. */
const maxLooks = 50;

/**
 * Throws Unavailable `folder_away` unless the root folder is the one that was used before, or was never used. On a disk
 * to which somebody copied the library its own files are there, though its marker may not be.
 */
export async function recogniseRoot(path: string, {files, movies, episodes}: Deps): Promise<void> {
	try {
		await files.checkFolder(namedRoot(path));
	} catch (error) {
		if (!(error instanceof Unavailable && error.code === 'folder_away')) {
			throw error;
		}
		const recorded = [...(await movies.filesBelow(path, maxLooks)), ...(await episodes.filesBelow(path, maxLooks))];
		for (const each of recorded) {
			if (await files.exists(each)) {
				await files.acceptFolder(namedRoot(path));
				return;
			}
		}
		throw error;
	}
}
