import type {SubtitleKind} from '#shared/domain/media/subtitle.ts';
import {Unavailable} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {SubtitleText} from './to-subtitle-text.ts';

export interface PlacedSubtitle {
	/** Path of the video. */
	video: string;
	kind: SubtitleKind;
	content: SubtitleText;
	/** Paths of subtitles of ours that this one takes the place of; anything else is never written over. */
	replaces: readonly string[];
}

/**
 * Writes a subtitle beside its video, through `.partial` and rename, synchronised when the setting says so. Returns its
 * path. Throws Unavailable when the disk is away, full or read-only.
 */
export async function placeSubtitle({video}: PlacedSubtitle, _deps: WorkerDeps, _signal: AbortSignal): Promise<string> {
	throw new Unavailable('not_built', video);
}
