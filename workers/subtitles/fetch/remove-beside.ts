import {dirname} from 'node:path';
import {Conflict} from '#shared/errors.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

interface Removal {
	path: string;
	/** Path of the video. */
	video: string;
	/** Folder for removed files; null removes for good. */
	bin: string | null;
	signal: AbortSignal;
}

/**
 * Removes a subtitle file; returns false when it was already gone. Throws Conflict `subtitle_elsewhere` for what is not
 * a file below the folder of the video.
 */
export async function removeBeside({path, video, bin, signal}: Removal, {files}: Pick<WorkerDeps, 'files'>): Promise<boolean> {
	if (!(await files.exists(path))) {
		return false;
	}
	if (!(await files.isReallyBelow(path, dirname(video))) || (await files.isFolder(path))) {
		const message = 'The subtitle is not a file in the folder of its title, or a link leads out of it. Remove it by hand.';
		throw new Conflict('subtitle_elsewhere', message);
	}
	return files.discard({path, bin, signal});
}
