import type {WorkerDeps} from '../runtime/deps.ts';

/**
 * Files beside a video that look like its further parts, but are recorded as files of other titles: `Storm Part 1.mkv`
 * and `Storm Part 2.mkv` may be two films in one folder.
 */
export async function recordedBeside(
	path: string,
	{files, movies, episodes}: Pick<WorkerDeps, 'files' | 'movies' | 'episodes'>,
): Promise<string[]> {
	const companions = await files.companionsOf(path);
	const found = companions.length === 0 ? [] : await Promise.all([movies.recordedAmong(companions), episodes.recordedAmong(companions)]);
	return found.flatMap(paths => [...paths]);
}
