import type {MediaFile} from '#shared/domain/media/media-file.ts';

/** What of a file the episodes of a season show. */
export const plainOfEpisodeFile = [
	'id',
	'path',
	'size',
	'quality',
	'qualityScore',
	'dateAdded',
] as const satisfies readonly (keyof MediaFile)[];

/** A file as the episodes of a season show it. */
export function presentEpisodeFile({id, path, size, quality, qualityScore, dateAdded}: MediaFile) {
	return {id, path, size, quality, qualityScore, dateAdded: dateAdded.toISOString()};
}

export function presentMediaInfo(mediaInfo: MediaFile['mediaInfo']) {
	return (
		mediaInfo && {
			videoCodec: mediaInfo.videoCodec,
			audioCodec: mediaInfo.audioCodec,
			audioChannels: mediaInfo.audioChannels,
			resolution: mediaInfo.resolution,
		}
	);
}
