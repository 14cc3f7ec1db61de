import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {pick} from './pick.ts';

/** What of a file the episodes of a season show. */
export const plainOfEpisodeFile = [
	'id',
	'path',
	'size',
	'quality',
	'qualityScore',
	'dateAdded',
] as const satisfies readonly (keyof MediaFile)[];

export function presentMediaInfo(mediaInfo: MediaFile['mediaInfo']) {
	return mediaInfo && pick(mediaInfo, ['videoCodec', 'audioCodec', 'audioChannels', 'resolution']);
}
