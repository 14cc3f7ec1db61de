import type {MediaFile} from '../media/media-file.ts';
import {correctsOthers} from '../quality/revision.ts';
import type {Copy} from '../quality/upgrade.ts';

/** A file of the library as the rules of upgrades compare it. */
export function fileCopy({quality, formatScore, revision, releaseGroup, releaseTitle, dateAdded}: MediaFile): Copy {
	return {
		quality,
		formatScore,
		revision,
		group: releaseGroup,
		releaseTitle,
		correctsOthers: correctsOthers(releaseTitle ?? ''),
		addedAt: dateAdded,
	};
}
