import {type FileSubtitles, wishKey} from '#shared/domain/media/subtitle.ts';
import type {RatedSubtitle} from '#shared/domain/subtitles/found-subtitle.ts';
import {reaching, type SubtitleGoal} from '#shared/domain/subtitles/subtitle-goals.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {SubtitledTitle} from '../subtitled-title.ts';
import {type Downloads, describe, downloadBest} from './download-best.ts';
import {finishFetched} from './finish-fetched.ts';

interface Ctx {
	deps: WorkerDeps;
	signal: AbortSignal;
}

interface Search {
	title: SubtitledTitle;
	goals: readonly SubtitleGoal[];
	rated: readonly RatedSubtitle[];
	reason: string;
	subtitles: FileSubtitles;
	progress: Progress;
}

/** Filled while goals are reached, so that it is known even when a step fails. */
export interface Progress {
	downloads: Downloads;
	/** For people. */
	downloaded: string[];
	missing: string[];
	/** The title has another file by now, for which the found subtitles were not made. */
	isReplaced: boolean;
}

export function begin({missing}: FileSubtitles): Progress {
	return {downloads: {usedUp: new Map(), unusable: new Set(), failed: [], suspects: []}, downloaded: [], missing, isReplaced: false};
}

/** Downloads the best subtitle for each goal and puts it beside the file. */
export async function reachGoals({title, goals, rated, reason, subtitles, progress}: Search, {deps, signal}: Ctx): Promise<void> {
	const {downloads, downloaded} = progress;
	let seen = subtitles;
	for (const goal of goals) {
		// What was just downloaded may be all that is wanted.
		if (goal.over === null && !seen.missing.includes(wishKey(goal.wish))) {
			continue;
		}
		const candidates = reaching(goal, rated);
		const fetched = await downloadBest(title, {goal, candidates, reason, downloads}, {deps, signal});
		if (!fetched) {
			continue;
		}
		const {subtitles: after} = await finishFetched(title, {fetched, seen}, {deps, signal});
		if (!after) {
			progress.isReplaced = true;
			break;
		}
		downloaded.push(describe(fetched));
		seen = after;
		progress.missing = after.missing;
	}
}
