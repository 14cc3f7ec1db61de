import type {WorkerDeps} from '../runtime/deps.ts';

/**
 * Files beside a video that look like its further parts, but are recorded as files of other titles: `Storm Part 1.mkv`
 * and `Storm Part 2.mkv` may be two films in one folder.
 */
export async function recordedBeside(path: string, {files, recordedFiles}: Pick<WorkerDeps, 'files' | 'recordedFiles'>): Promise<string[]> {
	return [...(await recordedFiles.among(await files.companionsOf(path)))];
}
