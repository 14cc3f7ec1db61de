import type {MediaFile} from '../media/media-file.ts';
import {correctsOthers} from '../quality/revision.ts';
import type {Copy} from '../quality/upgrade.ts';

/** A library file in the form that the upgrade rules compare. */
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
