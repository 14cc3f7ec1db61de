import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {correctedQuality, getQuality, type Quality, resolutionOf} from '#shared/domain/quality/qualities.ts';
import {unknownParsedQuality} from '#shared/domain/release/parsed-title.ts';
import {isExpected} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** The record of a file that was changed on the disk: its new size, and its current tracks. */
export async function changedFile(
	file: MediaFile,
	size: number,
	{mediaInfo, log}: Pick<WorkerDeps, 'log' | 'mediaInfo'>,
): Promise<MediaFile> {
	// Its subtitles are read again, because its sound may be another one.
	const {subtitles: _, ...known} = file;
	try {
		const info = await mediaInfo.read(file.path);
		const quality = qualityWith(info.resolution, file);
		return {...known, quality: quality.name, qualityScore: quality.score, size, mediaInfo: info};
	} catch (error) {
		if (!isExpected(error)) {
			throw error;
		}
		log.debug({err: error, path: file.path}, 'The tracks of a changed file cannot be read');
		return {...known, size};
	}
}

/** A person may have said what it is, so its source stays, and all of it with a picture of the same size. */
function qualityWith(picture: string | null, {quality, mediaInfo}: MediaFile): Quality {
	const known = getQuality(quality);
	if (resolutionOf(picture) === resolutionOf(mediaInfo?.resolution ?? null)) {
		return known;
	}
	const {source, resolution, modifier} = known;
	return correctedQuality({...unknownParsedQuality, source, resolution, modifier}, picture);
}
