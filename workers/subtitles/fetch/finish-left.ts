import {type FileSubtitles, wishKey} from '#shared/domain/media/subtitle.ts';
import type {FetchedSubtitle} from '#shared/store/subtitles/fetched-subtitles.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {lookAtSubtitles} from '../look-at-subtitles.ts';
import type {SubtitledTitle} from '../subtitled-title.ts';
import {findPlaced, stillReplaceable} from './find-placed.ts';
import {finishFetched} from './finish-fetched.ts';

export interface Left {
	/** Null when the title has another file by now. */
	subtitles: FileSubtitles | null;
	/** What was put beside the file. */
	finished: FetchedSubtitle[];
}

/**
 * Looks which subtitles a file has, after finishing what workers that died, or a disk that was away, have left. Needs
 * no provider, and no download.
 */
export async function finishLeft(title: SubtitledTitle, {deps, signal}: {deps: WorkerDeps; signal: AbortSignal}): Promise<Left> {
	let subtitles = await lookAtSubtitles(title, deps, signal);
	const finished: FetchedSubtitle[] = [];
	for (const fetched of await deps.fetchedSubtitles.ofFile(title.file.id)) {
		if (subtitles === null) {
			break;
		}
		if (await isNeedless(fetched, subtitles)) {
			await deps.fetchedSubtitles.remove(fetched.id);
			continue;
		}
		const {path, subtitles: after} = await finishFetched(title, {fetched, seen: subtitles}, {deps, signal});
		subtitles = after;
		finished.push(...(path === null ? [] : [fetched]));
	}
	return {subtitles, finished};
}

/**
 * It is no longer missing, because somebody put another one there before ours could be, and what it was to be better
 * than is gone or has become a person's.
 */
async function isNeedless(fetched: FetchedSubtitle, {missing, list}: FileSubtitles): Promise<boolean> {
	if (fetched.reason === 'person' || missing.includes(wishKey(fetched))) {
		return false;
	}
	return (await findPlaced(fetched, list)) === null && (await stillReplaceable(fetched, list)).length === 0;
}
