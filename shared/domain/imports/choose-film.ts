import {matchMovie} from '../matching/match-movie.ts';
import {createTitleIndex, type LibraryTitle} from '../matching/title-index.ts';
import {parseTitle} from '../release/parse-title.ts';
import {partOf, partsOfOneFilm} from './part-number.ts';
import type {DownloadedFile} from './sort-files.ts';

export interface ChosenFilm {
	/** The file, or the first of its parts. */
	video: DownloadedFile;
	furtherParts: DownloadedFile[];
	/** Videos that are something else: extras, or other films of a collection. */
	rest: DownloadedFile[];
}

/**
 * Which of a download's videos (largest first) is the movie that it was grabbed for: the largest of those that bear its
 * name, or of all where none does. A film may be divided into parts; one that is called `… Part 1` itself is not.
 */
export function chooseFilm(movie: LibraryTitle, videos: readonly [DownloadedFile, ...DownloadedFile[]]): ChosenFilm {
	const [largest] = videos;
	const named = videos.length > 1 ? videos.filter(video => bearsName(movie, video)) : [];
	const first = named[0] ?? largest;
	const candidates = named.length > 0 ? named : videos;
	const parts = partOf(`${movie.title}.mkv`) === null ? partsOfOneFilm(candidates) : [];
	const [video = first, ...furtherParts] = parts.includes(first) ? parts : [first];
	return {video, furtherParts, rest: videos.filter(each => each !== video && !furtherParts.includes(each))};
}

function bearsName(movie: LibraryTitle, {relative}: DownloadedFile): boolean {
	const parsed = parseTitle(relative.slice(relative.lastIndexOf('/') + 1), {mode: 'movie'});
	return parsed !== null && matchMovie(createTitleIndex([movie]), parsed) !== null;
}
