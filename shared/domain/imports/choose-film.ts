import {matchMovie} from '../matching/match-movie.ts';
import {createTitleIndex, type LibraryTitle} from '../matching/title-index.ts';
import {parseTitle} from '../release/parse-title.ts';
import {isExtraByPlace} from './extras.ts';
import {type DownloadedFile, partOf, partsOfOneFilm} from './sort-files.ts';

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
