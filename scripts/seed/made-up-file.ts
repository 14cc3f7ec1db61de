import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {firstRevision, getQuality, type QualityName} from '#shared/domain/quality/qualities.ts';
import type {Chance} from './words.ts';

const groups = ['ALDER', 'BIRCH', 'CEDAR', 'ELM', 'HAZEL', 'ROWAN'] as const;
const qualities: readonly [QualityName, ...QualityName[]] = [
	'Bluray-1080p',
	'WEBDL-1080p',
	'WEBRip-1080p',
	'WEBDL-2160p',
	'HDTV-720p',
	'DVD',
];

/** A file with this name (without extension) in this folder, as an import records it. */
export function madeUpFile(chance: Chance, {folder, name, dateAdded}: {folder: string; name: string; dateAdded: Date}): MediaFile {
	const {integer, is, pick, uuid} = chance;
	const quality = pick(qualities);
	const group = pick(groups);
	const release = `${name.replaceAll(' ', '.')}.${quality.replace('-', '.')}.x265-${group}`;
	return {
		id: uuid(),
		path: `${folder}/${name} [${quality}]-${group}.mkv`,
		size: (300 + integer(15_000)) * 1_048_576 + integer(1_048_576),
		quality,
		qualityScore: getQuality(quality).score,
		formatScore: integer(40),
		revision: firstRevision,
		releaseTitle: release,
		releaseGroup: group,
		edition: is(0.03) ? "Director's Cut" : null,
		languages: is(0.9) ? ['english'] : ['english', 'german'],
		mediaInfo: {
			videoCodec: 'x265',
			audioCodec: pick(['EAC3', 'AAC', 'DTS']),
			audioChannels: pick([2, 5.1]),
			resolution: '1920x1080',
			videoBitDepth: 8,
			dynamicRange: null,
			audioLanguages: ['en'],
			subtitleLanguages: is(0.5) ? ['en'] : [],
			durationSeconds: 1200 + integer(7200),
			frameRate: 24,
			subtitleTracks: [],
		},
		dateAdded,
	};
}
