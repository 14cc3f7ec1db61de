import type {FileSubtitles} from '#shared/domain/media/subtitle.ts';
import {Unavailable} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {SubtitledTitle} from './subtitled-title.ts';

/**
 * Reads the subtitles of a title's file from its tracks and its folder and stores them, with what is missing. What the
 * record knows of our downloads (score, provider) stays as long as their files are there. `title.placed` adds what was
 * just put there. Null when the title has another file by now.
 */
export async function lookAtSubtitles(title: SubtitledTitle, _deps: WorkerDeps, _signal: AbortSignal): Promise<FileSubtitles | null> {
	throw new Unavailable('not_built', title.name);
}
