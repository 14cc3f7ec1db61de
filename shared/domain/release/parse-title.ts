import {parseMovieName} from './parse-movie-name.ts';
import {parseSeriesName} from './parse-series-name.ts';
import {parseTags, type ReleaseTags} from './parse-tags.ts';
import type {ParsedTitle, TitleMode} from './parsed-title.ts';
import {leadingNumber, seasonOfFolder, splitExtension, splitPath} from './patterns/path-name.ts';
import {isJunk} from './patterns/refuse.ts';
import {splitYear} from './patterns/year.ts';
import {toPlainName} from './prepare-name.ts';
import {toTitleText} from './title-text.ts';

export interface ParseOptions {
	mode: TitleMode;
	/** The name is a path: what the file name does not tell is read from the folders above it. */
	isPath?: boolean;
}

/** Longer input is made to cost time; no file system allows such a path. */
const longestInput = 4096;

/**
 * Reads what a release title, a file name or a path says.
 * Null when the name is refused: hashed, obfuscated, or silent about which movie or episode it is.
 */
export function parseTitle(name: string, {mode, isPath = false}: ParseOptions): ParsedTitle | null {
	const input = name.slice(0, longestInput);
	return isPath ? parsePath(input, mode) : parseName(input, mode);
}

function parseName(input: string, mode: TitleMode): ParsedTitle | null {
	const {name, extension} = splitExtension(input.trim());
	if (isJunk(name)) {
		return null;
	}
	return mode === 'movie' ? parseMovieName(name, extension) : parseSeriesName(name, extension);
}

/** The file name counts first; folders help out from the nearest up, as far as they are about one release. */
function parsePath(path: string, mode: TitleMode): ParsedTitle | null {
	const {file, folders} = splitPath(path);
	const fromFile = parseName(file, mode);
	if (mode === 'movie') {
		return fromFile ?? fromFolders(folders, file, mode);
	}
	const {name} = splitExtension(file);
	const number = leadingNumber(name);
	const season = seasonOfFolder(folders[0]);
	if (season !== null && number !== null && (fromFile === null || fromFile.season === null)) {
		return parseName(`${folders[1] ?? ''} S${season}E${number} ${file.slice(String(number).length)}`, mode);
	}
	if (/^\d{2,4}$/.test(name)) {
		return fromNumberedFile(folders, file, Number(name));
	}
	return (fromFile && withTitleOfFolder(fromFile, folders)) ?? fromFolders(folders, file, mode);
}

/** `Title/Season 2/S02E05.mkv` has its title two folders up. */
function withTitleOfFolder(parsed: ParsedTitle, [parent, above = '']: string[]): ParsedTitle {
	const inSeason = seasonOfFolder(parent) !== null || /^(?:specials?|extras)$/i.test(parent ?? '');
	if (parsed.title !== '' || !inSeason || above === '') {
		return parsed;
	}
	const {withoutYear, year} = splitYear(above);
	return {...parsed, title: above, titles: [above], titleWithoutYear: withoutYear, year, possibleSpecial: parsed.special};
}

function fromFolders(folders: string[], file: string, mode: TitleMode): ParsedTitle | null {
	const {extension} = splitExtension(file);
	for (const folder of folders.slice(0, 2)) {
		const parsed = parseName(`${folder}${extension ?? ''}`, mode);
		if (parsed) {
			return parsed;
		}
	}
	return null;
}

/** `Title 921-928/921.mkv` is one of the episodes that its folder lists. */
function fromNumberedFile(folders: string[], file: string, number: number): ParsedTitle | null {
	const parsed = fromFolders(folders, file, 'tv');
	return parsed?.absoluteEpisodes.includes(number) ? {...parsed, absoluteEpisodes: [number]} : parsed;
}

/** What can be said of a name that `parseTitle` refuses: its quality, group and so on; for a title the whole name must do. */
export function parseUnknown(name: string, mode: TitleMode, isPath = false): ReleaseTags & {title: string; releaseTitle: string} {
	const base = isPath ? splitPath(name.slice(0, longestInput)).file : name.slice(0, longestInput);
	const {name: releaseTitle, extension} = splitExtension(base.trim());
	const plain = toPlainName(releaseTitle);
	return {title: toTitleText(plain), releaseTitle, ...parseTags({name: plain, rest: plain, extension, mode})};
}
