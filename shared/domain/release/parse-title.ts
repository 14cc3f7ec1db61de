import {toTitleText} from './alternative-titles.ts';
import {parseMovieName} from './parse-movie-name.ts';
import {parseSeriesName} from './parse-series-name.ts';
import {parseTags, type ReleaseTags} from './parse-tags.ts';
import type {ParsedTitle, TitleMode} from './parsed-title.ts';
import {leadingNumber, longestName, nameInPosting, seasonOfFolder, splitExtension, splitPath, toPlainName} from './prepare-name.ts';
import {splitYear} from './year.ts';

interface ParseOptions {
	mode: TitleMode;
	/** The name is a path: what the file name lacks is taken from the folders above it. */
	isPath?: boolean;
}

/** Longer input is an attack on CPU time; no file system allows such a path. */
const longestInput = 4096;

/**
 * Parses a release title, a file name or a path. Null when the name is refused: hashed, obfuscated, or
 * without a movie or episode.
 */
export function parseTitle(name: string, {mode, isPath = false}: ParseOptions): ParsedTitle | null {
	const input = name.slice(0, longestInput);
	return isPath ? parsePath(input, mode) : parseName(input, mode);
}

/**
 * What can be read from a name that `parseTitle` refuses: quality, group and so on. The whole name becomes the title.
 */
export function parseUnknown(name: string, mode: TitleMode, isPath = false): ReleaseTags & {title: string; releaseTitle: string} {
	const base = isPath ? splitPath(name.slice(0, longestInput)).file : name.slice(0, longestInput);
	const {name: releaseTitle, extension} = splitExtension(base.trim());
	const plain = toPlainName(releaseTitle);
	return {title: toTitleText(plain), releaseTitle, ...parseTags({name: plain, rest: plain, extension, mode})};
}

/** The file name decides first; folders fill the gaps, nearest first. Null when none of them names anything. */
function parsePath(path: string, mode: TitleMode): ParsedTitle | null {
	const {file, folders} = splitPath(path);
	const fromFile = parseName(file, mode, seasonByFolder(folders[0]));
	if (mode === 'movie') {
		return fromFile ?? fromFolders(folders, file, mode);
	}
	const number = leadingNumber(splitExtension(file).name);
	const named = ofNamedEpisode(file, folders, number ?? fromFile?.absoluteEpisodes[0] ?? null);
	if (named) {
		return named;
	}
	const title = titleOfShow(folders);
	const isCut = fromFile !== null && !ownNumbering.test(file) && title.startsWith(`${lettersOf(fromFile.title)} `);
	const behind = number !== null || !fromFile || isCut ? behindShow(file, title) : null;
	if (behind !== null) {
		return fromNumberedFile({file: behind, folders, fromFile: null, number: Number(/\d+/.exec(behind)?.[0])});
	}
	if (number === null) {
		return fromFile ? withTitleOfFolder(fromFile, folders) : fromFolders(folders, file, mode);
	}
	return fromNumberedFile({file, folders, fromFile, number});
}

/** `Title S2`, the title of `Title S2 - 01-12`. */
const seasonAtEnd = /[ ._](?:(?:s|season )(?<ending>\d{1,2})|(?<ordinal>\d{1,2})(?:st|nd|rd|th) season)$/i;

/** The season in `Season 3`, `Title S03 1080p` or `Title S3 - 01-12`. */
export function seasonByFolder(folder: string | undefined): number | null {
	const named = seasonOfFolder(folder);
	const parsed = named === null && folder !== undefined ? parseName(folder, 'tv') : null;
	if (parsed?.fullSeason && !parsed.multiSeason) {
		return parsed.season;
	}
	const {ending, ordinal} = (parsed && parsed.absoluteEpisodes.length > 1 && seasonAtEnd.exec(parsed.title)?.groups) || {};
	return ending === undefined && ordinal === undefined ? named : Number(ending ?? ordinal);
}

const scene = /s\d{1,4}[ ._]?e\d/i;
const ownNumbering = /s\d{1,4}[ ._-]?e\d|\d{1,2}x\d|(?:19|20)\d\d[ ._-]\d\d[ ._-]\d\d/i;

/**
 * `Title.S02E05/Title - 3 of 5.mkv`: when the folder names the episode with its season, a file without a season says at
 * most which of the folder's episodes it is.
 */
function ofNamedEpisode(file: string, folders: string[], number: number | null): ParsedTitle | null {
	const [parent = ''] = folders;
	if (!scene.test(parent) || ownNumbering.test(toPlainName(splitExtension(file).name))) {
		return null;
	}
	const folder = parseName(`${parent}${splitExtension(file).extension ?? ''}`, 'tv');
	if (!folder || folder.fullSeason || folder.episodes.length === 0 || folder.title === '') {
		return null;
	}
	return number !== null && folder.episodes.includes(number) ? {...folder, episodes: [number]} : folder;
}

/** `Part 1` is a folder of anything: one that names an episode and no title says nothing of each of its files. */
function fromFolders(folders: string[], file: string, mode: TitleMode): ParsedTitle | null {
	const {extension} = splitExtension(file);
	for (const folder of folders.slice(0, 2)) {
		const parsed = parseName(`${folder}${extension ?? ''}`, mode);
		if (parsed && !(parsed.title === '' && parsed.episodes.length > 0)) {
			return parsed;
		}
	}
	return null;
}

/** `Title/Season 2/S02E05.mkv` has its title two folders up. */
function withTitleOfFolder(parsed: ParsedTitle, [parent, above = '']: string[]): ParsedTitle {
	const inSeason = seasonOfFolder(parent) !== null || /^extras$/i.test(parent ?? '');
	if (parsed.title !== '' || !inSeason || above === '') {
		return parsed;
	}
	const {withoutYear, year} = splitYear(above);
	return {...parsed, title: above, titles: [above], titleWithoutYear: withoutYear, year, possibleSpecial: parsed.special};
}

/** `Season 2/2.05 Name.mkv`: the file repeats the season of its folder. */
function ofOwnSeason(file: string, season: number): {episode: string; rest: string} | null {
	const [, digits, episode = '', rest = ''] = /^(\d{1,2})\.(\d\d)((?![\d.]\d).*)$/s.exec(file) ?? [];
	return digits !== undefined && Number(digits) === season ? {episode, rest} : null;
}

/** `05 - Name`, `05 Name`, `7. Name`, but not `12 Gulls - 05`: the number is set apart from what follows, or padded. */
const setApart = /^(\d{1,3})(?: ?[-–.]|_|(?<=^0\d{1,2}) )/;
/** `10x10`, which is no season and episode of a file whose number is in front. */
const square = /(?<![\da-z])(\d{1,2})x\1(?!\d)/i;

const groupInFront = /^\[[^[\]]*\][ _.-]*/;

/** The folder that begins with the name of the show: the one of its season, or the one around a plain `Season 2`. */
const showOf = ([parent = '', above = '']: string[]) => (seasonOfFolder(parent) === null ? parent : above).replace(groupInFront, '');

const yearAtEnd = /[ ._]*\((?:19|20)\d\d\)$/;
const lettersOf = (text: string) =>
	text
		.toLowerCase()
		.replace(/[^\p{L}\d]+/gu, ' ')
		.trim();

/** The name of the show by its folder, in words. */
function titleOfShow(folders: string[]): string {
	const show = showOf(folders);
	const isPack = seasonOfFolder(folders[0]) === null;
	return lettersOf((isPack ? parseName(show, 'tv')?.title : null) ?? show.replace(yearAtEnd, ''));
}

/** Separators that a file may have behind or within the name of its show, and the folder may not. */
const maxExtra = 20;

/**
 * `24/Season 2/24_05_Name.mkv`, `Room 104/Season 2/Room_104_05.mkv`: what begins with a number after the name of the
 * show; null for any other file.
 */
function behindShow(file: string, title: string): string | null {
	const longest = title === '' ? 0 : Math.min(file.length, title.length + maxExtra);
	for (let end = title.length; end < longest; end++) {
		if (lettersOf(file.slice(0, end)) === title) {
			const rest = file.slice(end).replace(/^[ ._-]+/, '');
			return setApart.test(rest) && !/^\d+x\d/i.test(rest) ? rest : null;
		}
	}
	return null;
}

/** `Season 2/7 - 12 Angry Gulls.mkv`: the number in front is the episode unless the show itself is called `7`. */
function leadsNumber(file: string, fromFile: ParsedTitle | null, show = ''): boolean {
	const title = fromFile?.title ?? '';
	const front = setApart.exec(file)?.[1];
	const leading = /^\d{1,3}$/.test(title) ? title : front !== undefined && title.startsWith(front) ? front : null;
	return leading !== null && !ownNumbering.test(file.replace(square, '')) && !new RegExp(`^${leading}(?!\\d)`).test(show);
}

interface NumberedFile {
	file: string;
	folders: string[];
	fromFile: ParsedTitle | null;
	number: number;
}

/** A file that begins with a number, such as `05 - Name.mkv`: its folder says what the number counts. */
function fromNumberedFile({file, folders, fromFile, number}: NumberedFile): ParsedTitle | null {
	const bare = /^(?:e(?:p(?:isode)?)?[ ._]?)?\d{1,4}$/i.test(splitExtension(file).name);
	const season = seasonOfFolder(folders[0]);
	const ofSeason = seasonByFolder(folders[0]);
	const own = ofSeason === null ? null : ofOwnSeason(file, ofSeason);
	if (own && season !== null) {
		return parseName(`${folders[1] ?? ''} S${season}E${own.episode}${own.rest}`, 'tv');
	}
	const joined = season !== null && /^\d{1,3} ?[&+]$/.test(fromFile?.title ?? '');
	const isOfSeason = ofSeason !== null && leadsNumber(file, fromFile, showOf(folders));
	const countedInFolder = own !== null || bare || joined || /^e/i.test(file) || isOfSeason;
	if (fromFile && fromFile.season !== null && !countedInFolder) {
		return withTitleOfFolder(fromFile, folders);
	}
	if (season !== null) {
		const episode = number > season * 100 && number < season * 100 + 100 ? number % 100 : number;
		return parseName(`${folders[1] ?? ''} S${season}E${String(episode).padStart(2, '0')}${file.replace(/^\D*\d+/, '')}`, 'tv');
	}
	const folder = fromFolders(folders, file, 'tv');
	if (folder?.absoluteEpisodes.includes(number)) {
		return {...folder, absoluteEpisodes: [number]};
	}
	if (folder?.fullSeason && !folder.multiSeason) {
		const episode = own ? Number(own.episode) : number % 100 === 0 ? number : number % 100;
		return {...folder, fullSeason: false, episodes: [episode]};
	}
	return fromFile && !bare ? fromFile : (folder ?? fromFile);
}

/**
 * Parses the name of a release, a file or a folder; null when it is junk or names nothing. `folderSeason` is the season
 * of the file's folder, for names without one.
 */
function parseName(input: string, mode: TitleMode, folderSeason: number | null = null): ParsedTitle | null {
	const {name, extension} = splitExtension(nameInPosting(input.trim()));
	if (isJunk(name.slice(0, longestName))) {
		return null;
	}
	return mode === 'movie' ? parseMovieName(name, extension) : parseSeriesName(name, {extension, folderSeason});
}

/** Names generated by posting tools: no words, only random or counted characters. */
const madeUp: readonly RegExp[] = [
	/^[\da-f]{24,}$/i,
	/^[a-z]{8,14}\d{3}$/,
	/^[A-Z]{11}\d{3}$/,
	/^\d{6}_\d{2}$/,
	/^Backup_\d{5,}S\d{2}-\d{2}$/,
	/^(?:b00bs|abc(?:[-_. ]?xyz)?|\d{1,3})$/i,
	/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i,
];

/** The subject line of a posting, which does not name a release. */
const posting = /^password[ ._-]|(?<![a-z])yenc(?![a-z])/i;

/** Two separators make three words, and generated names never have so many. */
const words = /[\s._-][^\s._-]+[\s._][^\s._-]/;

const numbering = /s\d\de\d\d(?![a-df-z\d])|^s\d{1,2}e\d{1,3}(?![a-z\d])|(?<![a-z\d])\d{1,2}x\d{2}(?![a-z\d])/i;
const separator = /[\s._[\](){}/,]|-.*-/;
const letter = /\p{L}/u;
const shift = /\d[a-z]|[a-z]\d|[a-z][A-Z]/g;

/** One long word that mixes letters, digits and capitals is a key, not a title. */
function isKey(name: string): boolean {
	return name.length >= 15 && !separator.test(name) && !numbering.test(name) && (name.match(shift)?.length ?? 0) >= 5;
}

/** Is a name hashed, obfuscated or otherwise meaningless? */
export function isJunk(name: string): boolean {
	if (posting.test(name)) {
		return true;
	}
	if (words.test(name)) {
		return !letter.test(name) && name.length > 40;
	}
	return name === '' || madeUp.some(pattern => pattern.test(name)) || isKey(name);
}
