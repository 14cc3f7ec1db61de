import type {Modifier, ParsedQuality, Resolution, Source} from '../release/parsed-title.ts';

/** Best first; this order decides between equal scores. */
const table = [
	['Remux-2160p', 100, 'bluray', 2160, 'remux'],
	['Bluray-2160p', 100, 'bluray', 2160, 'none'],
	['WEBDL-2160p', 90, 'webdl', 2160, 'none'],
	['WEBRip-2160p', 88, 'webrip', 2160, 'none'],
	['HDTV-2160p', 85, 'tv', 2160, 'none'],
	['Remux-1080p', 82, 'bluray', 1080, 'remux'],
	['Bluray-1080p', 80, 'bluray', 1080, 'none'],
	['WEBDL-1080p', 70, 'webdl', 1080, 'none'],
	['WEBRip-1080p', 68, 'webrip', 1080, 'none'],
	['HDTV-1080p', 60, 'tv', 1080, 'none'],
	['Bluray-720p', 50, 'bluray', 720, 'none'],
	['WEBDL-720p', 40, 'webdl', 720, 'none'],
	['WEBRip-720p', 38, 'webrip', 720, 'none'],
	['HDTV-720p', 30, 'tv', 720, 'none'],
	['Bluray-576p', 24, 'bluray', 576, 'none'],
	['Bluray-480p', 23, 'bluray', 480, 'none'],
	['WEBDL-480p', 22, 'webdl', 480, 'none'],
	['WEBRip-480p', 21, 'webrip', 480, 'none'],
	['DVD-R', 20, 'dvd', 480, 'remux'],
	['DVD', 20, 'dvd', 480, 'none'],
	['SDTV', 10, 'tv', 480, 'none'],
	['Telecine', 4, 'telecine', 0, 'none'],
	['Telesync', 3, 'telesync', 0, 'none'],
	['CAM', 2, 'cam', 0, 'none'],
	['Workprint', 1, 'workprint', 0, 'none'],
	['Unknown', 0, 'unknown', 0, 'none'],
] as const satisfies readonly (readonly [string, number, Source, Resolution, Modifier])[];

export type QualityName = (typeof table)[number][0];

export interface Quality {
	name: QualityName;
	/** 0 to 100, as in the API. */
	score: number;
	/** Unique for each quality, higher is better; `Unknown` has 0. */
	rank: number;
	source: Source;
	resolution: Resolution;
	modifier: Modifier;
}

/** All qualities, best first. */
export const qualities: readonly Quality[] = table.map(([name, score, source, resolution, modifier], index) => ({
	name,
	score,
	rank: table.length - 1 - index,
	source,
	resolution,
	modifier,
}));

export const qualityNames: readonly QualityName[] = qualities.map(({name}) => name);

const byName: ReadonlyMap<string, Quality> = new Map(qualities.map(quality => [quality.name, quality]));

export const unknownQuality: Quality = qualities.at(-1)!; // never empty: the table above

export function isQualityName(name: string): name is QualityName {
	return byName.has(name);
}

export function getQuality(name: QualityName): Quality {
	return byName.get(name)!; // never missing: QualityName is the type of the table's names
}

type Ladder = readonly (readonly [minimumLines: Resolution, name: QualityName])[];

const bluray: Ladder = [
	[2160, 'Bluray-2160p'],
	[1080, 'Bluray-1080p'],
	[720, 'Bluray-720p'],
	[576, 'Bluray-576p'],
	[360, 'Bluray-480p'],
];
const remux: Ladder = [[2160, 'Remux-2160p'], [1080, 'Remux-1080p'], ...bluray.slice(2)];
const webdl: Ladder = [
	[2160, 'WEBDL-2160p'],
	[1080, 'WEBDL-1080p'],
	[720, 'WEBDL-720p'],
	[0, 'WEBDL-480p'],
];
const webrip: Ladder = [
	[2160, 'WEBRip-2160p'],
	[1080, 'WEBRip-1080p'],
	[720, 'WEBRip-720p'],
	[0, 'WEBRip-480p'],
];
const tv: Ladder = [
	[2160, 'HDTV-2160p'],
	[1080, 'HDTV-1080p'],
	[720, 'HDTV-720p'],
	[0, 'SDTV'],
];
/** A resolution without a source counts as a broadcast, the weakest source with that resolution. */
const sourceless: Ladder = [...tv.slice(0, 3), [360, 'SDTV'], [0, 'Unknown']];

function climb(ladder: Ladder, resolution: Resolution, otherwise: QualityName): QualityName {
	return ladder.find(([lines]) => resolution >= lines)?.[1] ?? otherwise;
}

function blurayName({resolution, modifier}: ParsedQuality): QualityName {
	// The table has no disc images, and a library cannot play them. They become `Unknown`, which nobody wants.
	if (modifier === 'brdisk') {
		return 'Unknown';
	}
	if (modifier === 'remux') {
		return climb(remux, resolution, 'Remux-1080p');
	}
	return climb(bluray, resolution, 'Bluray-720p');
}

function dvdName(modifier: ParsedQuality['modifier']): QualityName {
	// The table has no screeners or regional releases. Like a telecine, both come out before the disc.
	if (modifier === 'screener' || modifier === 'regional') {
		return 'Telecine';
	}
	return modifier === 'remux' ? 'DVD-R' : 'DVD';
}

function nameOf(quality: ParsedQuality): QualityName {
	const {source, resolution, modifier} = quality;
	switch (source) {
		case 'workprint':
			return 'Workprint';
		case 'cam':
			return 'CAM';
		case 'telesync':
			return 'Telesync';
		case 'telecine':
			return 'Telecine';
		case 'dvd':
			return dvdName(modifier);
		case 'tv':
			return modifier === 'rawhd' ? 'HDTV-1080p' : climb(tv, resolution, 'SDTV');
		case 'webrip':
			return climb(webrip, resolution, 'WEBRip-480p');
		case 'webdl':
			return climb(webdl, resolution, 'WEBDL-480p');
		case 'bluray':
			return blurayName(quality);
		case 'unknown':
			return climb(sourceless, resolution, 'Unknown');
	}
}

/**
 * The row of the quality table for a parsed title. A web, TV or disc source without a resolution gets its usual one.
 */
export function qualityOf(quality: ParsedQuality): Quality {
	return getQuality(nameOf(quality));
}

/** Revision within one quality: a proper, repack or `v2` raises `version`, the word REAL raises `real`. */
export interface Revision {
	version: number;
	real: number;
}

export const firstRevision: Revision = {version: 1, real: 0};

export function revisionOf({version, real}: ParsedQuality): Revision {
	return {version, real};
}

/** Positive when `a` is later; REAL outweighs any version. */
export function compareRevisions(a: Revision, b: Revision): number {
	return a.real - b.real || a.version - b.version;
}

const proper = /(?<![a-z0-9])(?:proper|real)(?![a-z0-9])/i;
const ownCorrection = /(?<![a-z0-9])(?:repack|rerip)\d*(?![a-z0-9])/i;

/**
 * Can the later version correct the release of any group? PROPER and REAL may also refer to other groups' releases,
 * REPACK and `v2` only to the group's own.
 */
export function correctsOthers(releaseTitle: string): boolean {
	return proper.test(releaseTitle) && !ownCorrection.test(releaseTitle);
}

export const properRepacks = ['prefer', 'doNotUpgrade', 'doNotPrefer'] as const;
/** How a later revision is treated: it ranks higher and replaces files, only ranks higher, or makes no difference. */
export type ProperRepack = (typeof properRepacks)[number];

/** Smallest width or height of each resolution. Wide films are cropped in height, old ones in width. */
const steps: readonly (readonly [width: number, height: number, resolution: Resolution])[] = [
	[3200, 2100, 2160],
	[1800, 1000, 1080],
	[1200, 700, 720],
	[1000, 560, 576],
	[700, 460, 480],
	[1, 1, 360],
];

/** `1920x800` -> 1080; 0 when unknown. */
export function resolutionOf(size: string | null): Resolution {
	const [width = 0, height = 0] = (size ?? '').split('x').map(Number);
	return steps.find(([least, lines]) => width >= least || height >= lines)?.[2] ?? 0;
}

/** The quality of the release, with the actual resolution of the file. */
export function correctedQuality(parsed: ParsedQuality, size: string | null): Quality {
	const resolution = resolutionOf(size);
	return qualityOf(resolution === 0 ? parsed : {...parsed, resolution});
}

/** The `quality` object of a release in API replies. */
export interface ReleaseQuality {
	quality: string;
	resolution: string | null;
	source: string | null;
	modifier: string | null;
}

const sourceNames: Readonly<Record<Source, string | null>> = {
	unknown: null,
	workprint: 'Workprint',
	cam: 'CAM',
	telesync: 'Telesync',
	telecine: 'Telecine',
	dvd: 'DVD',
	tv: 'HDTV',
	webrip: 'WEB',
	webdl: 'WEB',
	bluray: 'Bluray',
};

/** The first one found in the title is its modifier: the picture comes before the codec. */
const modifierWords: readonly (readonly [name: string, word: RegExp])[] = [
	['DV', /\b(?:dv|dovi|dolby[ ._-]?vision)\b/i],
	['HDR', /\b(?:hdr(?:10)?(?:plus|\b\+)?|hlg)\b/i],
	['x265', /\b(?:[xh][ ._]?265|hevc)\b/i],
];

function resolutionName(resolution: Resolution): string | null {
	return resolution === 0 ? null : `${resolution}p`;
}

/** The quality of a release as replies show it. `title` is the release title, the only source for HDR and codecs. */
export function describeQuality({name, source, resolution, modifier}: Quality, title: string): ReleaseQuality {
	const word = modifierWords.find(([, form]) => form.test(title))?.[0] ?? null;
	return {
		quality: name,
		resolution: resolutionName(resolution),
		source: name === 'SDTV' ? 'SDTV' : sourceNames[source],
		modifier: modifier === 'remux' ? 'REMUX' : word,
	};
}
