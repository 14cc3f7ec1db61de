import type {Modifier, Resolution, Source} from '../release/parsed-title.ts';

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
