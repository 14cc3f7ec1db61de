import {cleanTitle} from '../release/clean-title.ts';
import {parseTitle} from '../release/parse-title.ts';
import {isLibraryFolder, isLibraryVideo} from './is-library-video.ts';

/** Words by which groups name videos of a release that are neither its film nor its episodes. */
const extraWord =
	/(?:^|[^\p{L}\p{N}])(?:extras?|featurettes?|trailers?|teasers?|bonus|bloopers?|interviews?|shorts|promos?|menus?|gag[ ._-]reel|making[ ._-]of|behind[ ._-]the[ ._-]scenes|deleted[ ._-]scenes?|creditless|nc(?:op|ed)\d*[a-z]?)(?:[^\p{L}\p{N}]|$)/iu;

/** An extra is smaller than this part of the smallest film or episode beside it. */
const smallPart = 0.5;

interface ExtraQuestion {
	/** Relative to the download's own folder. */
	path: string;
	/** Bytes. */
	size: number;
	releaseTitle: string;
	/** Bytes of the smallest film or episode that was imported from the same download; null if none was. */
	smallest: number | null;
}

/** Whether a video that no record claims is one of the extras that come with a film or a season. */
export function isExtra({path, size, releaseTitle, smallest}: ExtraQuestion): boolean {
	// A download may have its name again as a folder, and that name may end in "+ Extras".
	const segments = path.split('/').filter(each => cleanTitle(each) !== cleanTitle(releaseTitle));
	const isCalledSo = extraWord.test(workOf(releaseTitle));
	const isWorded = !isCalledSo && segments.some(each => extraWord.test(each));
	return isWorded || isExtraByPlace(segments.join('/')) || (smallest !== null && size < smallest * smallPart);
}

/** The show or film alone: when it is called "The Interview", that word says nothing. */
function workOf(releaseTitle: string): string {
	return (parseTitle(releaseTitle, {mode: 'tv'}) ?? parseTitle(releaseTitle, {mode: 'movie'}))?.title ?? releaseTitle;
}

/** Does it lie in a folder that media servers know as one of extras? */
export function isInExtraFolder(relative: string): boolean {
	return !relative.split('/').slice(0, -1).every(isLibraryFolder);
}

/** Is it an extra by the endings and folders that media servers know, such as `-trailer` and `Scenes/`? */
export function isExtraByPlace(relative: string): boolean {
	return !isLibraryVideo(relative.slice(relative.lastIndexOf('/') + 1)) || isInExtraFolder(relative);
}
