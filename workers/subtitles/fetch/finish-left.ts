import {type FileSubtitles, wishKey} from '#shared/domain/media/subtitle.ts';
import type {FetchedSubtitle} from '#shared/store/subtitles/fetched-subtitles.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {lookAtSubtitles} from '../look-at-subtitles.ts';
import type {SubtitledTitle} from '../subtitled-title.ts';
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
		if (isNeedless(fetched, subtitles)) {
			await deps.fetchedSubtitles.remove(fetched.id);
			continue;
		}
		({subtitles} = await finishFetched(title, {fetched, seen: subtitles}, {deps, signal}));
		finished.push(fetched);
	}
	return {subtitles, finished};
}

/** It is no longer missing: somebody put another one there before ours could be. */
function isNeedless(fetched: FetchedSubtitle, {missing}: FileSubtitles): boolean {
	const isByItself = fetched.reason === 'missing' || fetched.reason === 'import';
	return isByItself && fetched.before === null && !missing.includes(wishKey(fetched));
}
