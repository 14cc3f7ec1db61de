import {presentEpisodeFile, presentMediaInfo} from '#api/http/media-file.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {MediaFile} from '#shared/domain/media/media-file.ts';

/** An episode by itself (interface 2.2). The provider has one numbering only, so nothing about it is unverified. */
export function presentEpisodeDetail(episode: Episode) {
	const {file} = episode;
	return {
		id: episode.id,
		seriesId: episode.seriesId,
		seasonNumber: episode.seasonNumber,
		episodeNumber: episode.episodeNumber,
		absoluteEpisodeNumber: episode.absoluteEpisodeNumber,
		title: episode.title,
		overview: episode.overview,
		airDate: episode.airDate,
		airDateUtc: episode.airDateUtc?.toISOString() ?? null,
		runtime: episode.runtime,
		monitored: episode.monitored,
		unverifiedSceneNumbering: false,
		hasFile: file !== null,
		downloaded: file !== null,
		fileId: file?.id ?? null,
		file: file && presentFileDetail(file),
		images: episode.images.map(({url, type}) => ({url, type})),
	};
}

function presentFileDetail(file: MediaFile) {
	return {
		...presentEpisodeFile(file),
		releaseTitle: file.releaseTitle,
		releaseGroup: file.releaseGroup,
		languages: file.languages,
		mediaInfo: presentMediaInfo(file.mediaInfo),
	};
}
