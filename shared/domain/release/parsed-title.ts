/**
 * Where the picture came from. As in Radarr and Sonarr, a disc image or a remux is a modifier of `bluray`, and
 * a screener one of `dvd`.
 */
export const sources = ['unknown', 'workprint', 'cam', 'telesync', 'telecine', 'dvd', 'tv', 'webrip', 'webdl', 'bluray'] as const;
export type Source = (typeof sources)[number];

export const resolutions = [0, 360, 480, 540, 576, 720, 1080, 2160] as const;
/** Lines of the picture; 0 when the title does not say. */
export type Resolution = (typeof resolutions)[number];

export const modifiers = ['none', 'regional', 'screener', 'rawhd', 'brdisk', 'remux'] as const;
export type Modifier = (typeof modifiers)[number];

export interface ParsedQuality {
	source: Source;
	resolution: Resolution;
	modifier: Modifier;
	/** 1 for a first release, 2 for a proper, a repack or `v2`, and so on. */
	version: number;
	/** How often the title says REAL. */
	real: number;
	repack: boolean;
}

export const unknownParsedQuality: ParsedQuality = {source: 'unknown', resolution: 0, modifier: 'none', version: 1, real: 0, repack: false};

export interface AcrossSeasons {
	/** Number of the first episode, in the first season. */
	first: number;
	/** Number of the last episode, in the last season. */
	last: number;
	/** All episodes in between are there, too. */
	isRun: boolean;
}

export type TitleMode = 'movie' | 'tv';

/** The content of a release title or a file path. A field that the title does not give is null or empty. */
export interface ParsedTitle {
	title: string;
	/** All titles in the name, starting with `title`: `A AKA B` has two. */
	titles: string[];
	/** The title without a trailing year, when the year is part of `title`. */
	titleWithoutYear: string | null;
	/** The name that was parsed; for a path, its file or folder name without extension. */
	releaseTitle: string;
	year: number | null;
	edition: string | null;
	group: string | null;
	/** The CRC32 that anime groups put in the name: eight upper-case hex digits. */
	hash: string | null;
	imdbId: string | null;
	tmdbId: number | null;
	hardcodedSubs: string | null;
	season: number | null;
	episodes: number[];
	absoluteEpisodes: number[];
	/** Decimal numbers such as 7.5, used in anime for specials between two episodes. */
	specialAbsoluteEpisodes: number[];
	/** `YYYY-MM-DD` of a daily show. */
	airDate: string | null;
	dailyPart: number | null;
	fullSeason: boolean;
	partialSeason: boolean;
	seasonPart: number | null;
	multiSeason: boolean;
	/**
	 * The last of several seasons, if the name gives it; `season` is the first. A pack of the whole show has neither.
	 */
	lastSeason: number | null;
	/** Some episodes of `season` and some of `lastSeason`, as in `S01E13+S02E01`; missing for whole seasons. */
	across?: AcrossSeasons;
	seasonExtra: boolean;
	splitEpisode: boolean;
	special: boolean;
	possibleSpecial: boolean;
	/**
	 * English names in lower case (`german`, `portuguese-brazil`), as in the language table; empty
	 * when the title has none.
	 */
	languages: string[];
	quality: ParsedQuality;
}
