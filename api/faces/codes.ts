import {flagCodes, languagesOf, type Program} from '#shared/domain/quality/exported-codes.ts';
import type {QualityName, Revision} from '#shared/domain/quality/qualities.ts';
import type {IndexerFlag} from '#shared/domain/release/release.ts';
import {languageName} from '#shared/domain/release/spoken-languages.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';

/** The program that a face answers as. */
export const programOf = (face: Face): Program => (face === 'movies' ? 'radarr' : 'sonarr');

interface FaceQuality {
	id: number;
	name: string;
	source: string;
	resolution: number;
	modifier?: string;
	/** Null for one that we do not tell from others. */
	ours: QualityName | null;
}

type Row = readonly [id: number, ours: QualityName | null, source: string, resolution: number, name?: string, modifier?: string];

/** Worst first, as the programs list them. */
const radarr: readonly Row[] = [
	[0, 'Unknown', 'unknown', 0],
	[24, 'Workprint', 'workprint', 0, 'WORKPRINT'],
	[25, 'CAM', 'cam', 0],
	[26, 'Telesync', 'telesync', 0, 'TELESYNC'],
	[27, 'Telecine', 'telecine', 0, 'TELECINE'],
	[29, null, 'dvd', 480, 'REGIONAL', 'regional'],
	[28, null, 'dvd', 480, 'DVDSCR', 'screener'],
	[1, 'SDTV', 'tv', 480],
	[2, 'DVD', 'dvd', 0],
	[23, 'DVD-R', 'dvd', 480, 'DVD-R', 'remux'],
	[8, 'WEBDL-480p', 'webdl', 480],
	[12, 'WEBRip-480p', 'webrip', 480],
	[20, 'Bluray-480p', 'bluray', 480],
	[21, 'Bluray-576p', 'bluray', 576],
	[4, 'HDTV-720p', 'tv', 720],
	[5, 'WEBDL-720p', 'webdl', 720],
	[14, 'WEBRip-720p', 'webrip', 720],
	[6, 'Bluray-720p', 'bluray', 720],
	[9, 'HDTV-1080p', 'tv', 1080],
	[3, 'WEBDL-1080p', 'webdl', 1080],
	[15, 'WEBRip-1080p', 'webrip', 1080],
	[7, 'Bluray-1080p', 'bluray', 1080],
	[30, 'Remux-1080p', 'bluray', 1080, 'Remux-1080p', 'remux'],
	[16, 'HDTV-2160p', 'tv', 2160],
	[18, 'WEBDL-2160p', 'webdl', 2160],
	[17, 'WEBRip-2160p', 'webrip', 2160],
	[19, 'Bluray-2160p', 'bluray', 2160],
	[31, 'Remux-2160p', 'bluray', 2160, 'Remux-2160p', 'remux'],
	[22, null, 'bluray', 1080, 'BR-DISK', 'brdisk'],
	[10, null, 'tv', 1080, 'Raw-HD', 'rawhd'],
];

const sonarr: readonly Row[] = [
	[0, 'Unknown', 'unknown', 0],
	[1, 'SDTV', 'television', 480],
	[12, 'WEBRip-480p', 'webRip', 480],
	[8, 'WEBDL-480p', 'web', 480],
	[2, 'DVD', 'dvd', 480],
	[13, 'Bluray-480p', 'bluray', 480],
	[22, 'Bluray-576p', 'bluray', 576],
	[4, 'HDTV-720p', 'television', 720],
	[9, 'HDTV-1080p', 'television', 1080],
	[10, null, 'televisionRaw', 1080, 'Raw-HD'],
	[14, 'WEBRip-720p', 'webRip', 720],
	[5, 'WEBDL-720p', 'web', 720],
	[6, 'Bluray-720p', 'bluray', 720],
	[15, 'WEBRip-1080p', 'webRip', 1080],
	[3, 'WEBDL-1080p', 'web', 1080],
	[7, 'Bluray-1080p', 'bluray', 1080],
	[20, 'Remux-1080p', 'blurayRaw', 1080, 'Bluray-1080p Remux'],
	[16, 'HDTV-2160p', 'television', 2160],
	[17, 'WEBRip-2160p', 'webRip', 2160],
	[18, 'WEBDL-2160p', 'web', 2160],
	[19, 'Bluray-2160p', 'bluray', 2160],
	[21, 'Remux-2160p', 'blurayRaw', 2160, 'Bluray-2160p Remux'],
];

const toQualities = (rows: readonly Row[], face: Face): FaceQuality[] =>
	rows.map(([id, ours, source, resolution, name = ours ?? '', modifier = 'none']) => ({
		id,
		name,
		source,
		resolution,
		...(face === 'movies' && {modifier}),
		ours,
	}));

const qualities: Record<Face, readonly FaceQuality[]> = {movies: toQualities(radarr, 'movies'), tv: toQualities(sonarr, 'tv')};
const byName = {
	movies: new Map(qualities.movies.map(each => [each.ours, each])),
	tv: new Map(qualities.tv.map(each => [each.ours, each])),
};

/** All that a program has, worst first. */
export const qualitiesOf = (face: Face): readonly FaceQuality[] => qualities[face];

/** Series have no CAM and the like: those are unknown there. */
export function faceQuality(face: Face, name: string | null): Omit<FaceQuality, 'ours'> {
	const found = byName[face].get(name as QualityName) ?? qualities[face][0]!; // the tables begin with Unknown
	const {ours: _, ...shown} = found;
	return shown;
}

/** `quality` of files, releases and entries of the history. */
export function ratedQuality(face: Face, name: string | null, {version, real}: Revision = {version: 1, real: 0}, isRepack = false) {
	return {quality: faceQuality(face, name), revision: {version, real, isRepack}};
}

interface FaceLanguage {
	id: number;
	name: string;
}

const inBrackets: Readonly<Record<string, string>> = {
	'portuguese-brazil': 'Portuguese (Brazil)',
	'spanish-latino': 'Spanish (Latino)',
};

const titled = (name: string) => inBrackets[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** All languages of a program, with the two that stand for others. */
export function allLanguages(face: Face): FaceLanguage[] {
	const named = languagesOf(programOf(face)).map((name, id) => ({id, name: titled(name)}));
	return [...named, {id: -1, name: 'Any'}, {id: -2, name: 'Original'}];
}

const unknownLanguage: FaceLanguage = {id: 0, name: 'Unknown'};

/** A language by its code or name; one that the program does not know is unknown. */
export function faceLanguage(face: Face, codeOrName: string | null): FaceLanguage {
	const lower = (codeOrName ?? '').toLowerCase();
	if (lower === 'any' || lower === 'original') {
		return lower === 'any' ? {id: -1, name: 'Any'} : {id: -2, name: 'Original'};
	}
	const name = languageName(codeOrName) ?? lower;
	const id = languagesOf(programOf(face)).indexOf(name);
	return id > 0 ? {id, name: titled(name)} : unknownLanguage;
}

/** Never empty, because clients take the first. */
export function faceLanguages(face: Face, names: readonly string[]): FaceLanguage[] {
	const found = new Map(names.map(name => faceLanguage(face, name)).map(each => [each.id, each]));
	return found.size > 0 ? [...found.values()] : [unknownLanguage];
}

/** Flags of a release as one number. */
export function flagBits(face: Face, flags: readonly IndexerFlag[]): number {
	const wanted = new Set(flags);
	let bits = 0;
	for (const [bit, flag] of flagCodes[programOf(face)]) {
		if (wanted.delete(flag)) {
			bits |= bit;
		}
	}
	return bits;
}

/** The flags with these numbers. */
export const flagsOf = (face: Face, numbers: readonly number[]): IndexerFlag[] => [
	...new Set(numbers.flatMap(number => flagCodes[programOf(face)].get(number) ?? [])),
];

/** The first number of each flag. */
export const flagNumbers = (face: Face, flags: readonly IndexerFlag[]): number[] =>
	flags.flatMap(flag => [...flagCodes[programOf(face)]].find(([, name]) => name === flag)?.[0] ?? []);
