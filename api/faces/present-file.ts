import {namedLanguages} from '#shared/domain/languages/language-words.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';
import type {Face} from '#shared/store/accounts/api-keys.ts';
import {faceLanguages, flagBits, ratedQuality} from './codes.ts';
import type {Tables} from './tables.ts';

export interface FileOwner {
	number: number;
	path: string;
	/** Of episodes. */
	seasonNumber?: number;
}

const threeLetters: ReadonlyMap<string, string> = new Map(namedLanguages.map(({code, longCodes}) => [code, longCodes[0] ?? code]));
const toCodes = (languages: readonly string[]) => languages.map(code => threeLetters.get(code) ?? code).join('/');

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** `1:42:07` */
export function clockTime(seconds: number): string {
	const whole = Math.max(0, Math.round(seconds));
	return `${Math.floor(whole / 3600)}:${twoDigits(Math.floor(whole / 60) % 60)}:${twoDigits(whole % 60)}`;
}

function presentMediaInfo({mediaInfo: info}: MediaFile) {
	if (!info) {
		return null;
	}
	const hasRange = info.dynamicRange !== null;
	return {
		audioBitrate: 0,
		audioChannels: channelsOf(info.audioChannels),
		audioCodec: info.audioCodec ?? '',
		audioLanguages: toCodes(info.audioLanguages),
		audioStreamCount: Math.max(info.audioLanguages.length, info.audioCodec === null ? 0 : 1),
		videoBitDepth: info.videoBitDepth ?? 0,
		videoBitrate: 0,
		videoCodec: info.videoCodec ?? '',
		videoFps: info.frameRate ?? 0,
		videoDynamicRange: hasRange ? 'HDR' : '',
		videoDynamicRangeType: info.dynamicRange ?? '',
		resolution: info.resolution ?? '',
		runTime: clockTime(info.durationSeconds ?? 0),
		scanType: 'Progressive',
		subtitles: toCodes(info.subtitleLanguages),
	};
}

/** Six channels are 5.1, eight are 7.1. */
function channelsOf(channels: number | null): number {
	return channels === null ? 0 : channels >= 6 ? channels - 1 + 0.1 : channels;
}

const releaseTypes: Readonly<Record<string, string>> = {
	singleEpisode: 'singleEpisode',
	multiEpisode: 'multiEpisode',
	seasonPack: 'seasonPack',
};

/** A name often says no language, and programs for subtitles want to know what is spoken. */
function languagesOf(face: Face, {languages, mediaInfo}: MediaFile) {
	const named = faceLanguages(face, languages);
	return named.every(({id}) => id === 0) ? faceLanguages(face, mediaInfo?.audioLanguages ?? []) : named;
}

/** `movieFile` and `episodeFile`. */
export function presentFile(face: Face, file: MediaFile & {number: number}, owner: FileOwner, tables: Tables) {
	const {releaseTraits} = file;
	return {
		id: file.number,
		...(face === 'movies' ? {movieId: owner.number} : {seriesId: owner.number, seasonNumber: owner.seasonNumber ?? 0}),
		relativePath: file.path.startsWith(`${owner.path}/`) ? file.path.slice(owner.path.length + 1) : file.path,
		path: file.path,
		size: file.size,
		dateAdded: file.dateAdded,
		sceneName: file.releaseTitle,
		originalFilePath: file.originalFile ?? null,
		releaseGroup: file.releaseGroup,
		edition: face === 'movies' ? (file.edition ?? '') : null,
		releaseHash: face === 'tv' ? (file.releaseHash ?? null) : null,
		languages: languagesOf(face, file),
		quality: ratedQuality(face, file.quality, file.revision),
		customFormats: tables.formats(file.formatIds ?? []),
		customFormatScore: file.formatScore,
		indexerFlags: flagBits(face, releaseTraits?.flags ?? []),
		releaseType: face === 'tv' ? (releaseTypes[releaseTraits?.releaseType ?? ''] ?? 'unknown') : null,
		qualityCutoffNotMet: file.belowCutoff ?? false,
		mediaInfo: presentMediaInfo(file),
	};
}
