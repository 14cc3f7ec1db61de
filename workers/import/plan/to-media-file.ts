import {randomUUID} from 'node:crypto';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {extensionOf, partPath, stemOf} from '#shared/domain/imports/sort-files.ts';
import type {FileMediaInfo, MediaFile} from '#shared/domain/media/media-file.ts';
import {isCutoffUnmet} from '#shared/domain/quality/profiles.ts';
import {correctedQuality, getQuality, revisionOf} from '#shared/domain/quality/qualities.ts';
import {parseHash} from '#shared/domain/release/parse-tags.ts';
import {type OwnerOfFile, scoreFiles} from '../../library/run-formats.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import type {ImportTarget} from '../media-import.ts';

interface Found {
	info: FileMediaInfo | null;
	customFormats: string[];
	now: Date;
}

/** The record of a video under its new name and with its real resolution. */
export function toMediaFile(
	{release, chosen: wanted, import: progress}: QueueItem,
	target: ImportTarget,
	{info, customFormats, now}: Found,
): MediaFile {
	const {video, furtherParts, pathOf} = target;
	const {title, judgement} = release;
	const {parsedQuality, releaseGroup, releaseHash, edition, releaseTraits} = judgement;
	const chosen = progress?.choice?.quality ?? wanted?.quality;
	const quality = chosen ? getQuality(chosen) : correctedQuality(parsedQuality, info?.resolution ?? null);
	const revision = revisionOf(parsedQuality);
	const extension = extensionOf(video.relative);
	// In a pack each file has its own.
	const hash = parseHash(stemOf(video.relative)) ?? releaseHash ?? null;
	const whole = pathOf({
		quality: quality.name,
		revision,
		repack: parsedQuality.repack,
		group: releaseGroup,
		edition,
		customFormats,
		mediaInfo: info,
		releaseTitle: title,
		originalFileName: stemOf(video.relative),
		releaseHash: hash,
		extension: `.${extension}`,
	});
	return {
		id: randomUUID(),
		path: furtherParts.length > 0 ? partPath(whole, 1, extension) : whole,
		size: video.size,
		quality: quality.name,
		qualityScore: quality.score,
		formatScore: judgement.formatScore,
		revision,
		releaseTitle: title,
		releaseGroup,
		edition,
		languages: judgement.languages,
		mediaInfo: info,
		releaseHash: hash,
		formatIds: judgement.formatIds,
		releaseTraits,
		dateAdded: now,
	};
}

/** Scores a file with the current formats and profile, which may have changed since the grab. */
export async function scoreToday(
	file: MediaFile,
	{media, profile, originalLanguage}: Pick<ImportTarget, 'media' | 'profile' | 'originalLanguage'>,
	deps: Pick<WorkerDeps, 'customFormats' | 'log' | 'patternMatcher'>,
): Promise<MediaFile> {
	const owner: OwnerOfFile =
		media.kind === 'movie'
			? {mode: 'movie', episodes: 0, originalLanguage}
			: {mode: 'tv', episodes: media.episodeIds.length, originalLanguage};
	const [scored] = await scoreFiles([{file, owner, profile}], deps);
	const {score: formatScore, formatIds} = scored ?? {score: file.formatScore, formatIds: file.formatIds ?? []};
	return {...file, formatScore, formatIds, belowCutoff: isCutoffUnmet(profile, {quality: file.quality, formatScore})};
}
