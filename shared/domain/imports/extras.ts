import {matchMovie} from '../matching/match-movie.ts';
import {createTitleIndex, type LibraryTitle} from '../matching/title-index.ts';
import {cleanTitle} from '../release/clean-title.ts';
import {parseTitle} from '../release/parse-title.ts';
import {type DownloadedFile, isLibraryFolder, isLibraryVideo, partOf, partsOfOneFilm} from './sort-files.ts';

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

interface ChosenFilm {
	/** The video file, or the first of its parts. */
	video: DownloadedFile;
	furtherParts: DownloadedFile[];
	/** Other videos: extras, or other films of a collection. */
	rest: DownloadedFile[];
}

/**
 * Finds the grabbed movie among a download's videos (largest first): the largest one with the movie's name, or the
 * largest of all if none has it, but none in a folder of extras if others are there. A film may be split into parts,
 * except when its own title is `… Part 1`.
 */
export function chooseFilm(movie: LibraryTitle, videos: readonly [DownloadedFile, ...DownloadedFile[]]): ChosenFilm {
	const features = videos.filter(({relative}) => !isExtraByPlace(relative));
	const whole = features.length > 0 ? features : videos;
	const named = whole.length > 1 ? whole.filter(video => bearsName(movie, video)) : [];
	const candidates = named.length > 0 ? named : whole;
	const [first = videos[0]] = candidates;
	const parts = partOf(`${movie.title}.mkv`) === null ? partsOfOneFilm(candidates) : [];
	const [video = first, ...furtherParts] = parts.includes(first) ? parts : [first];
	return {video, furtherParts, rest: videos.filter(each => each !== video && !furtherParts.includes(each))};
}

function bearsName(movie: LibraryTitle, {relative}: DownloadedFile): boolean {
	const parsed = parseTitle(relative.slice(relative.lastIndexOf('/') + 1), {mode: 'movie'});
	return parsed !== null && matchMovie(createTitleIndex([movie]), parsed) !== null;
}
