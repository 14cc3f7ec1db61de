import {dirname} from 'node:path';
import {Conflict} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

interface Removal {
	path: string;
	/** Path of the video. */
	video: string;
	/** Folder for removed files; null removes for good. */
	bin: string | null;
	signal: AbortSignal;
}

/** Throws Conflict `subtitle_elsewhere` for what is not a file below the folder of the video. */
export async function ensureRemovable({path, video}: Pick<Removal, 'path' | 'video'>, {files}: Pick<WorkerDeps, 'files'>): Promise<void> {
	const isThere = await files.exists(path);
	if (isThere && (!(await files.isReallyBelow(path, dirname(video))) || (await files.isFolder(path)))) {
		const message = 'The subtitle is not a file in the folder of its title, or a link leads out of it. Remove it by hand.';
		throw new Conflict('subtitle_elsewhere', message);
	}
}

/** VobSub has its pictures in a second file. */
const partsOf = (path: string) => (/\.idx$/i.test(path) ? [path, path.replace(/idx$/i, 'sub')] : [path]);

/** Removes a subtitle; returns false when it was already gone. Throws Conflict like `ensureRemovable`. */
export async function removeBeside({path, video, bin, signal}: Removal, {files}: Pick<WorkerDeps, 'files'>): Promise<boolean> {
	let isRemoved = false;
	for (const part of partsOf(path)) {
		await ensureRemovable({path: part, video}, {files});
		isRemoved = (await files.discard({path: part, bin, signal})) || isRemoved;
	}
	return isRemoved;
}
