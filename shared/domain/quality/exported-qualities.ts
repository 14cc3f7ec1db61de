import type {Program} from './exported-codes.ts';
import type {QualityName} from './qualities.ts';

// The numbers that Radarr and Sonarr store for qualities. They share most of them, but not those of discs.

const shared: ReadonlyMap<number, QualityName> = new Map([
	[0, 'Unknown'],
	[1, 'SDTV'],
	[2, 'DVD'],
	[8, 'WEBDL-480p'],
	[12, 'WEBRip-480p'],
	[4, 'HDTV-720p'],
	[5, 'WEBDL-720p'],
	[14, 'WEBRip-720p'],
	[6, 'Bluray-720p'],
	[9, 'HDTV-1080p'],
	[3, 'WEBDL-1080p'],
	[15, 'WEBRip-1080p'],
	[7, 'Bluray-1080p'],
	[16, 'HDTV-2160p'],
	[18, 'WEBDL-2160p'],
	[17, 'WEBRip-2160p'],
	[19, 'Bluray-2160p'],
]);

const own: Record<Program, ReadonlyMap<number, QualityName>> = {
	radarr: new Map([
		[24, 'Workprint'],
		[25, 'CAM'],
		[26, 'Telesync'],
		[27, 'Telecine'],
		[23, 'DVD-R'],
		[20, 'Bluray-480p'],
		[21, 'Bluray-576p'],
		[30, 'Remux-1080p'],
		[31, 'Remux-2160p'],
	]),
	sonarr: new Map([
		[13, 'Bluray-480p'],
		[22, 'Bluray-576p'],
		[20, 'Remux-1080p'],
		[21, 'Remux-2160p'],
	]),
};

/** Qualities that we do not have: the nearest one of ours. */
const homeless: Record<Program, ReadonlyMap<number, {theirs: string; ours: QualityName}>> = {
	radarr: new Map([
		[28, {theirs: 'DVDSCR', ours: 'Telecine'}],
		[29, {theirs: 'REGIONAL', ours: 'Telecine'}],
		[22, {theirs: 'BR-DISK', ours: 'Unknown'}],
		[10, {theirs: 'Raw-HD', ours: 'HDTV-1080p'}],
	]),
	sonarr: new Map([[10, {theirs: 'Raw-HD', ours: 'HDTV-1080p'}]]),
};

export interface ExportedQuality {
	name: QualityName;
	/** Their name of a quality that we do not have; null where it is ours. */
	homeless: string | null;
}

/** Null for a number that the program has not, or no more: then the name of the file says more. */
export function qualityOfCode(code: number, program: Program): ExportedQuality | null {
	const name = shared.get(code) ?? own[program].get(code);
	if (name) {
		return {name, homeless: null};
	}
	const nearest = homeless[program].get(code);
	return nearest ? {name: nearest.ours, homeless: nearest.theirs} : null;
}
