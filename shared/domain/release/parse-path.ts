import {parseName} from './parse-name.ts';
import type {ParsedTitle, TitleMode} from './parsed-title.ts';
import {leadingNumber, seasonOfFolder, splitExtension, splitPath} from './patterns/titles/path-name.ts';
import {splitYear} from './patterns/titles/year.ts';

/** The file name decides first; folders fill the gaps, nearest first. Null when none of them names anything. */
export function parsePath(path: string, mode: TitleMode): ParsedTitle | null {
	const {file, folders} = splitPath(path);
	const fromFile = parseName(file, mode, toldByFolder(folders[0]));
	if (mode === 'movie') {
		return fromFile ?? fromFolders(folders, file, mode);
	}
	const number = leadingNumber(splitExtension(file).name);
	if (number === null) {
		return fromFile ? withTitleOfFolder(fromFile, folders) : fromFolders(folders, file, mode);
	}
	return fromNumberedFile({file, folders, fromFile, number});
}

/** The season in `Season 3` or `Title S03 1080p`. */
function toldByFolder(folder: string | undefined): number | null {
	const named = seasonOfFolder(folder);
	const parsed = named === null && folder !== undefined ? parseName(folder, 'tv') : null;
	return parsed?.fullSeason && !parsed.multiSeason ? parsed.season : named;
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

/** `Season 2/2.05 Name.mkv`: the file repeats the season of its folder; as `S2E05 Name.mkv`. */
function ofOwnSeason(file: string, season: number): string | null {
	const [, told, episode, rest] = /^(\d{1,2})\.(\d\d)((?![\d.]\d).*)$/s.exec(file) ?? [];
	return told !== undefined && Number(told) === season ? `S${season}E${episode}${rest}` : null;
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
	const own = season === null ? null : ofOwnSeason(file, season);
	if (own !== null) {
		return parseName(`${folders[1] ?? ''} ${own}`, 'tv');
	}
	const joined = season !== null && /^\d{1,3} ?[&+]$/.test(fromFile?.title ?? '');
	const countedInFolder = bare || joined || /^e/i.test(file);
	if (fromFile && fromFile.season !== null && !countedInFolder) {
		return withTitleOfFolder(fromFile, folders);
	}
	if (season !== null) {
		const episode = number > season * 100 && number < season * 100 + 100 ? number % 100 : number;
		return parseName(`${folders[1] ?? ''} S${season}E${episode}${file.replace(/^\D*\d+/, '')}`, 'tv');
	}
	const folder = fromFolders(folders, file, 'tv');
	if (folder?.absoluteEpisodes.includes(number)) {
		return {...folder, absoluteEpisodes: [number]};
	}
	if (folder?.fullSeason && !folder.multiSeason) {
		return {...folder, fullSeason: false, episodes: [number % 100 === 0 ? number : number % 100]};
	}
	return fromFile && !bare ? fromFile : (folder ?? fromFile);
}
