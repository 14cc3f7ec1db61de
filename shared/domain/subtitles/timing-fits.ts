import type {MediaFile} from '../media/media-file.ts';
import {getQuality} from '../quality/qualities.ts';

type Cut = Pick<MediaFile, 'size' | 'quality' | 'releaseGroup' | 'edition' | 'mediaInfo'>;

/** A longer or shorter video has other scenes, or begins at another time. */
const maxSeconds = 1;
/** 23.976 is written in several ways. */
const maxFrames = 0.05;

/**
 * Do the subtitles of one file fit another one of the same title? They do for the same bytes, and for the same cut of
 * the same group from the same kind of source, unless the length or the frame rate says otherwise.
 */
export function timingFits(old: Cut, fresh: Cut): boolean {
	if (old.size === fresh.size) {
		return true;
	}
	const source = getQuality(old.quality).source;
	const sameSource = source !== 'unknown' && source === getQuality(fresh.quality).source;
	const sameGroup = old.releaseGroup !== null && plain(old.releaseGroup) === plain(fresh.releaseGroup);
	const sameEdition = plain(old.edition) === plain(fresh.edition);
	return sameSource && sameGroup && sameEdition && runsAlike(old, fresh);
}

function plain(text: string | null): string {
	return (text ?? '').trim().toLowerCase();
}

function runsAlike({mediaInfo: old}: Cut, {mediaInfo: fresh}: Cut): boolean {
	return isClose(old?.durationSeconds, fresh?.durationSeconds, maxSeconds) && isClose(old?.frameRate, fresh?.frameRate, maxFrames);
}

/** What is unknown does not speak against it. */
function isClose(one: number | null | undefined, other: number | null | undefined, max: number): boolean {
	return typeof one !== 'number' || typeof other !== 'number' || Math.abs(one - other) <= max;
}
