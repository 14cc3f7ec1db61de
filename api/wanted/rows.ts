import type {MediaFile} from '#shared/domain/media/media-file.ts';
import {type SubtitleKind, toWish} from '#shared/domain/media/subtitle.ts';
import type {QualityProfile} from '#shared/domain/quality/profiles.ts';
import type {WantedMovie} from '#shared/store/movies/wanted-movies.ts';
import type {NamedSeries} from '#shared/store/series/series-in-library.ts';
import type {WantedEpisode} from '#shared/store/series/wanted-episodes.ts';
import type {WantedType} from './schema.ts';

/** A title of a wanted list; what does not apply to its type is null. */
export interface WantedRow {
	id: string;
	type: WantedType;
	title: string;
	year: number | null;
	inCinemas: Date | null;
	digitalRelease: Date | null;
	physicalRelease: Date | null;
	seriesId: string | null;
	seriesTitle: string | null;
	seasonNumber: number | null;
	episodeNumber: number | null;
	airDateUtc: Date | null;
	monitored: boolean;
	qualityProfileId: string | null;
	lastSearchTime: Date | null;
	file: MediaFile | null;
}

const ofNoSeries = {seriesId: null, seriesTitle: null, seasonNumber: null, episodeNumber: null, airDateUtc: null};
const ofNoMovie = {year: null, inCinemas: null, digitalRelease: null, physicalRelease: null};

export function movieRow({minimumAvailability: _, ...movie}: WantedMovie): WantedRow {
	return {...movie, type: 'movie', ...ofNoSeries};
}

export function episodeRow(episode: WantedEpisode, series: ReadonlyMap<string, NamedSeries>): WantedRow {
	const owner = series.get(episode.seriesId);
	return {...episode, type: 'episode', ...ofNoMovie, seriesTitle: owner?.title ?? null, qualityProfileId: owner?.qualityProfileId ?? null};
}

/** What its file has, and what its profile wants. */
export function cutoffOf(
	{file, qualityProfileId}: WantedRow,
	{profiles, fallback}: {profiles: QualityProfile[]; fallback: QualityProfile},
) {
	const {cutoff, cutoffFormatScore} = profiles.find(({id}) => id === qualityProfileId) ?? fallback;
	return {
		quality: file?.quality ?? '',
		qualityScore: file?.qualityScore ?? 0,
		formatScore: file?.formatScore ?? 0,
		cutoff,
		cutoffFormatScore,
	};
}

export function missingSubtitlesOf({file}: WantedRow): SubtitleKind[] {
	return (file?.subtitles?.missing ?? []).map(toWish);
}
