import {matchMovie} from '../matching/match-movie.ts';
import {createTitleIndex, type LibraryTitle} from '../matching/title-index.ts';
import {byteLength, maximumSegmentBytes, truncateBytes} from '../naming/safe-name.ts';
import {parseTitle} from '../release/parse-title.ts';
import {type DownloadedFile, stemOf} from './sort-files.ts';

/** `Film.CD1`, `Film - part 2`, `Film.disc3`: names of films split over several discs. */
const part = /^(?<name>.*?)[\s._([-]*\b(?:cd|dvd|disc|disk|part|pt)[\s._-]?(?<number>[1-9])[)\]]?$/i;

export interface FilmPart {
	/** The name that all parts of one film share. */
	name: string;
	number: number;
}

/** Which part of a film a file is; null when its name does not say. */
export function partOf(path: string): FilmPart | null {
	const groups = part.exec(stemOf(path).slice(0, 255))?.groups;
	// Both groups are part of every match.
	return groups ? {name: groups['name']!.toLowerCase(), number: Number(groups['number'])} : null;
}

/** The files that together make one film, in order; empty unless they count from 1 without a gap. */
export function partsOfOneFilm<File extends {path: string}>(files: readonly File[]): File[] {
	const parts = files.map(file => ({file, part: partOf(file.path)}));
	const first = parts.find(({part: found}) => found?.number === 1);
	if (!first) {
		return [];
	}
	const together = parts
		.filter(({part: found}) => found?.name === first.part!.name) // found by its number
		.sort((a, b) => a.part!.number - b.part!.number); // kept by their name
	const counted = together.every(({part: found}, index) => found!.number === index + 1); // as above
	return counted && together.length > 1 ? together.map(({file}) => file) : [];
}

/** `a/Film (2000).mkv` as its second part: `a/Film (2000) - part2.mkv`. Players play such files in order. */
export function partPath(path: string, number: number, extension: string): string {
	const ending = ` - part${number}.${extension}`;
	const folder = path.slice(0, path.lastIndexOf('/') + 1);
	return `${folder}${truncateBytes(stemOf(path), maximumSegmentBytes - byteLength(ending))}${ending}`;
}

export interface ChosenFilm {
	/** The video file, or the first of its parts. */
	video: DownloadedFile;
	furtherParts: DownloadedFile[];
	/** Other videos: extras, or other films of a collection. */
	rest: DownloadedFile[];
}

/**
 * Finds the grabbed movie among a download's videos (largest first): the largest one with the movie's name, or the
 * largest of all if none has it. A film may be split into parts, except when its own title is `… Part 1`.
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
