import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {correctedQuality} from '#shared/domain/quality/qualities.ts';
import {parseUnknown} from '#shared/domain/release/parse-title.ts';
import type {TitleMode} from '#shared/domain/release/parsed-title.ts';
import {isExpected} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** The record of a file that was changed on the disk: its new size, and its current tracks. */
export async function changedFile(
	file: MediaFile,
	size: number,
	mode: TitleMode,
	{mediaInfo, log}: Pick<WorkerDeps, 'log' | 'mediaInfo'>,
): Promise<MediaFile> {
	// Its subtitles are read again, because its sound may be another one.
	const {subtitles: _, ...known} = file;
	try {
		const info = await mediaInfo.read(file.path);
		const quality = correctedQuality(parseUnknown(file.releaseTitle ?? '', mode).quality, info.resolution);
		const better = file.releaseTitle === null ? {} : {quality: quality.name, qualityScore: quality.score};
		return {...known, ...better, size, mediaInfo: info};
	} catch (error) {
		if (!isExpected(error)) {
			throw error;
		}
		log.debug({err: error, path: file.path}, 'The tracks of a changed file cannot be read');
		return {...known, size};
	}
}
