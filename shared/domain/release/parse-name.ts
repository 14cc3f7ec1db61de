import {parseMovieName} from './parse-movie-name.ts';
import {parseSeriesName} from './parse-series-name.ts';
import type {ParsedTitle, TitleMode} from './parsed-title.ts';
import {splitExtension} from './patterns/titles/path-name.ts';
import {isJunk} from './patterns/titles/refuse.ts';
import {longestName} from './prepare-name.ts';

/**
 * Parses the name of a release, a file or a folder; null when it is junk or names nothing. `folderSeason` is the season
 * of the file's folder, for names without one.
 */
export function parseName(input: string, mode: TitleMode, folderSeason: number | null = null): ParsedTitle | null {
	const {name, extension} = splitExtension(input.trim());
	if (isJunk(name.slice(0, longestName))) {
		return null;
	}
	return mode === 'movie' ? parseMovieName(name, extension) : parseSeriesName(name, {extension, folderSeason});
}
