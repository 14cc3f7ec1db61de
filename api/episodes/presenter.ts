import {plainOfEpisodeFile, presentMediaInfo} from '#api/http/replies/media-file.ts';
import {pick} from '#api/http/replies/pick.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';

const plain = [
	'id',
	'seriesId',
	'seasonNumber',
	'episodeNumber',
	'absoluteEpisodeNumber',
	'title',
	'overview',
	'airDate',
	'airDateUtc',
	'runtime',
	'monitored',
] as const satisfies readonly (keyof Episode)[];

/** An episode by itself. The provider has one numbering only, so nothing about it is unverified. */
export function presentEpisodeDetail(episode: Episode) {
	const {file} = episode;
	return {
		...pick(episode, plain),
		unverifiedSceneNumbering: false,
		hasFile: file !== null,
		downloaded: file !== null,
		fileId: file?.id ?? null,
		file: file && presentFileDetail(file),
		images: episode.images.map(image => pick(image, ['url', 'type'])),
	};
}

function presentFileDetail(file: MediaFile) {
	return {
		...pick(file, [...plainOfEpisodeFile, 'releaseTitle', 'releaseGroup', 'languages']),
		mediaInfo: presentMediaInfo(file.mediaInfo),
	};
}
