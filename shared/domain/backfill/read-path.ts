import {splitSeason} from '../matching/season-of-title.ts';
import {foldTitle} from '../release/clean-title.ts';
import {parseIds} from '../release/parse-tags.ts';
import {parseTitle, parseUnknown} from '../release/parse-title.ts';
import type {ParsedTitle, TitleMode} from '../release/parsed-title.ts';

/** What the path of a library file says: all its possible readings, likeliest first. */
export interface ReadPath {
	/** Empty when neither file nor folder names a title. Each reading carries the ids found anywhere in the path. */
	readings: ParsedTitle[];
	/** Id of a series at the TV metadata provider, as in `{tvdb-77}`. */
	tvMetaId: number | null;
	/** What the name says about the release: quality, group, edition and so on. */
	tags: Pick<ParsedTitle, 'quality' | 'group' | 'hash' | 'edition' | 'languages' | 'releaseTitle'>;
}

/** The years of a folder and its file may differ by this much and still mean one film. */
const yearTolerance = 1;

const onDisc = /(?:^|\/)(?:video_ts|bdmv(?:\/stream)?)\/[^/]+$/i;
const idInBraces = /\s*[{[](?:tmdb|imdb|tvdb|tt)[^\]}]{0,20}[\]}]/gi;
const tvId = /tvdb(?:id)?[-= ](\d{1,8})(?!\d)/i;

/** Files in the folders of a disc are named after its parts, and none is a film by itself. */
export const isOnDisc = (path: string): boolean => onDisc.test(path);

/** The result for a name that cannot be parsed. */
export function readNothing(mode: TitleMode): ReadPath {
	return {readings: [], tvMetaId: null, tags: parseUnknown('', mode, true)};
}

/** Reads a path below a library's root folder, such as `The Lamp (2024) {tmdb-77}/The.Lamp.2024.1080p.mkv`. */
export function readPath(relative: string, mode: TitleMode): ReadPath {
	const parts = relative.split('/');
	// The name and season of a series may be in the folders above. A film's folder is compared with its file below.
	const own = parseTitle(mode === 'movie' ? (parts.at(-1) ?? '') : relative, {mode, isPath: mode === 'tv'});
	const named = mode === 'movie' ? filmReadings(own, relative, parts.at(-2)) : seriesReadings(own, parts.length > 1 ? parts[0] : undefined);
	const ids = parseIds(relative);
	const readings = named.map(reading => ({...reading, imdbId: reading.imdbId ?? ids.imdbId, tmdbId: reading.tmdbId ?? ids.tmdbId}));
	const idText = mode === 'tv' ? tvId.exec(relative)?.[1] : undefined;
	return {readings, tvMetaId: idText === undefined ? null : Number(idText), tags: own ?? parseUnknown(relative, mode, true)};
}

function filmReadings(own: ParsedTitle | null, relative: string, folderName: string | undefined): ParsedTitle[] {
	if (isOnDisc(relative)) {
		return [];
	}
	const folder = folderName === undefined ? null : parseTitle(folderName, {mode: 'movie'});
	const usual = inOrder(own, folder, () => parseTitle(relative, {mode: 'movie', isPath: true}));
	const byYear = byYearInFront(folderName ?? relative.replace(/\.[^.]{1,5}$/, ''));
	if (byYear === null || usual.some(({year}) => year !== null)) {
		return usual;
	}
	// `2001 - A Space Odyssey` is a title.
	const isTitle = usual.some(({title}) => foldTitle(title) === foldTitle(`${byYear.year} ${byYear.title}`));
	return isTitle ? [...usual, byYear] : [byYear, ...usual];
}

const yearInFront = /^(?<year>(?:19|20)\d\d) - (?<name>(?=.*\p{L}).+)$/u;

/** Folders of the form `2019 - Title`. */
function byYearInFront(name: string): ParsedTitle | null {
	const {year, name: title} = yearInFront.exec(name)?.groups ?? {};
	return title === undefined ? null : parseTitle(`${title} (${year})`, {mode: 'movie'});
}

/**
 * A library has one folder per series, and people name folders with more care than files. Only
 * the file names the episode.
 */
function seriesReadings(own: ParsedTitle | null, folderName: string | undefined): ParsedTitle[] {
	const folder = folderName === undefined ? null : parseTitle(`${folderName.replace(idInBraces, '')} S01E01`, {mode: 'tv'});
	if (!own || !folder || folder.title === '') {
		return own && own.title !== '' ? [own] : [];
	}
	const {title, titles, titleWithoutYear, year} = folder;
	const byFolder = {...own, ...countOf(own, folder), title, titles, titleWithoutYear, year};
	return own.title === '' || foldTitle(own.title) === foldTitle(title) ? [byFolder] : [byFolder, own];
}

/**
 * The parts of the file's reading that the folder's title would hide: the season in `Title/Title S2 - 03.mkv`. In
 * `Title OVA/Title OVA - 01.mkv` the number does not count specials.
 */
function countOf(own: ParsedTitle, folder: ParsedTitle): Partial<ParsedTitle> {
	const isCount = own.season === null && own.absoluteEpisodes.length > 0;
	if (!isCount && own.titles.length < 2) {
		return {};
	}
	const isSame = foldTitle(own.title) === foldTitle(folder.title);
	if (isSame || !isCount) {
		return isSame && own.titles.length > 1 ? {special: false} : {};
	}
	const ending = splitSeason(own.title);
	const isMeant = ending && (ending.isSure || foldTitle(ending.title) === foldTitle(folder.titleWithoutYear ?? folder.title));
	return isMeant ? {season: ending.season} : {};
}

/** The file comes before its folder, unless only the folder gives the year: `Lamp/lamp.mkv` in `The Lamp (2024)`. */
function inOrder(own: ParsedTitle | null, folder: ParsedTitle | null, fromAbove: () => ParsedTitle | null): ParsedTitle[] {
	if (!own || !folder) {
		const only = own ?? folder ?? fromAbove();
		return only ? [only] : [];
	}
	// `Harbour 2049 (2019)/Harbour 2049.mkv`: what looks like the year of the file belongs to its title.
	if (own.year !== null && foldTitle(`${own.title} ${own.year}`) === foldTitle(folder.title)) {
		return [folder];
	}
	if (own.year === null && folder.year !== null) {
		return [folder, own];
	}
	const apart = own.year === null || folder.year === null ? 0 : Math.abs(own.year - folder.year);
	const isSame = apart <= yearTolerance && foldTitle(own.title) !== foldTitle(folder.title);
	return isSame ? [own, folder] : [own];
}

/** Key of the provider look-up for these readings; files of one title share it. */
export function lookUpKey({readings: [reading], tvMetaId}: Pick<ReadPath, 'readings' | 'tvMetaId'>, mode: TitleMode): string | null {
	if (!reading) {
		return null;
	}
	if (reading.tmdbId !== null) {
		return `id:${reading.tmdbId}`;
	}
	if (reading.imdbId !== null) {
		return `imdb:${reading.imdbId}`;
	}
	if (tvMetaId !== null) {
		return `tvdb:${tvMetaId}`;
	}
	const title = mode === 'tv' ? (reading.titleWithoutYear ?? reading.title) : reading.title;
	return `title:${foldTitle(title)}:${reading.year ?? ''}`;
}

/** What a path says about the release: the file's name, or its folder's if that of the file has no quality. */
export function parsedFromPath(relative: string, mode: TitleMode): ReadPath['tags'] & {name: string} {
	const parts = relative.split('/');
	const name = (parts.at(-1) ?? '').replace(/\.[^.]{1,5}$/, '');
	const folder = parts.at(-2);
	// An extension alone stands for a quality, but says less than a folder.
	if (folder === undefined || hasQuality(name, mode) || !hasQuality(folder, mode)) {
		return {...readPath(relative, mode).tags, name};
	}
	return {...readPath(folder, mode).tags, name: folder};
}

function hasQuality(name: string, mode: TitleMode): boolean {
	const {source, resolution} = readPath(name, mode).tags.quality;
	return source !== 'unknown' || resolution !== 0;
}
