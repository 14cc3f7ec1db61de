import type {SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';

export function buildSubtitleCriteria(overrides: Partial<SubtitleCriteria> = {}): SubtitleCriteria {
	return {
		title: 'Paper Harbor',
		originalTitle: null,
		year: 2019,
		imdbId: 'tt0123456',
		metaId: 77,
		episode: null,
		languages: ['en'],
		movieHash: null,
		size: 1_000_000_000,
		releaseName: 'Paper.Harbor.2019.1080p.BluRay.x264-LANTERN',
		...overrides,
	};
}

export const lampEpisode = {seasonNumber: 2, episodeNumber: 5, absoluteEpisodeNumber: 17, title: 'The Wick'};
