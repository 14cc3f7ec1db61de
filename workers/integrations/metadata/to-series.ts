import {splitSeason} from '#shared/domain/matching/season-of-title.ts';
import type {EpisodeDetails, SeasonDetails, SeasonTitle, SeriesDetails, SeriesStatus, SeriesType} from '#shared/domain/media/series.ts';
import {foldTitle} from '#shared/domain/release/clean-title.ts';
import {
	certificationOf,
	englishOf,
	type ImageUrl,
	inOrder,
	toAlternatives,
	toCast,
	toDate,
	toDay,
	toImages,
	toMarks,
	toOneImage,
	toYear,
	trailerOf,
} from './to-titles.ts';
import type {WireEpisode, WireSeason, WireSeries} from './wire.ts';

export interface SeriesContext {
	imageUrl: ImageUrl;
	country: string;
	language: string;
	now: Date;
}

export function toSeries(wire: WireSeries, wireSeasons: WireSeason[], {imageUrl, country, language, now}: SeriesContext): SeriesDetails {
	const english = englishOf(wire.translations);
	const originalTitle = wire.original_name ?? wire.name;
	const seasons = toSeasons(wireSeasons, imageUrl);
	return {
		metaId: wire.id,
		tvMetaId: wire.external_ids.tvdb_id,
		imdbId: wire.external_ids.imdb_id,
		title: wire.name,
		originalTitle,
		originalLanguage: wire.original_language,
		year: toYear(wire.first_air_date),
		overview: wire.overview ?? english?.data.overview ?? null,
		network: wire.networks[0]?.name ?? null,
		status: toStatus(wire, now),
		type: toType(wire),
		runtime: wire.episode_run_time[0] ?? wire.last_episode_to_air.runtime ?? usualRuntime(seasons),
		genres: wire.genres.map(({name}) => name),
		...toMarks(wire, wire.keywords.results),
		certification: certificationOf(
			wire.content_ratings.results.map(({iso_3166_1, rating}) => ({country: iso_3166_1, certification: rating})),
			country,
		),
		metaRating: wire.vote_average,
		metaVoteCount: wire.vote_count,
		posterUrl: imageUrl(wire.poster_path, 'w500'),
		backdropUrl: imageUrl(wire.backdrop_path),
		trailerUrl: trailerOf(wire.videos, language),
		alternativeTitles: toAlternatives(
			wire.alternative_titles.results.map(({title}) => title),
			english,
			[wire.name, originalTitle],
		),
		seasonTitles: toSeasonTitles(wire, wireSeasons),
		actors: inOrder(wire.aggregate_credits.cast).map(({roles, ...actor}) =>
			toCast({...actor, character: roles[0]?.character ?? null}, imageUrl),
		),
		images: toImages(wire.images, imageUrl),
		seasons,
	};
}

/** Absolute numbers count the episodes of the regular seasons in order. Specials have none. */
function toSeasons(seasons: WireSeason[], imageUrl: ImageUrl): SeasonDetails[] {
	let absolute = 0;
	return seasons
		.toSorted((a, b) => a.season_number - b.season_number)
		.map(({season_number: seasonNumber, overview, air_date, poster_path, episodes}) => ({
			seasonNumber,
			overview,
			airDate: toDay(air_date),
			images: toOneImage(imageUrl(poster_path), 'poster'),
			episodes: episodes
				.toSorted((a, b) => a.episode_number - b.episode_number)
				.map(episode => {
					absolute += seasonNumber > 0 ? 1 : 0;
					return toEpisode(episode, {seasonNumber, absolute: seasonNumber > 0 ? absolute : null, imageUrl});
				}),
		}));
}

function toEpisode(
	{id, episode_number, name, overview, air_date, runtime, still_path}: WireEpisode,
	{seasonNumber, absolute, imageUrl}: {seasonNumber: number; absolute: number | null; imageUrl: ImageUrl},
): EpisodeDetails {
	return {
		metaId: id,
		seasonNumber,
		episodeNumber: episode_number,
		absoluteEpisodeNumber: absolute,
		title: name ?? `Episode ${episode_number}`,
		overview,
		airDate: toDay(air_date),
		runtime,
		images: toOneImage(imageUrl(still_path), 'still'),
	};
}

/** A series in production counts as continuing once it has first aired. */
function toStatus({status, first_air_date}: WireSeries, now: Date): SeriesStatus {
	if (status === 'Ended' || status === 'Canceled' || status === 'Cancelled') {
		return 'ended';
	}
	const begun = toDate(first_air_date);
	return status === 'Returning Series' || (begun !== null && begun <= now) ? 'continuing' : 'upcoming';
}

function toType({type, genres, original_language, origin_country}: WireSeries): SeriesType {
	const isAnimation = genres.some(({name}) => name === 'Animation');
	if (isAnimation && (original_language === 'ja' || origin_country.includes('JP'))) {
		return 'anime';
	}
	return type === 'News' || type === 'Talk Show' ? 'daily' : 'standard';
}

function usualRuntime(seasons: SeasonDetails[]): number | null {
	const known = seasons.flatMap(({episodes}) => episodes.flatMap(({runtime}) => runtime ?? [])).sort((a, b) => a - b);
	return known[Math.floor(known.length / 2)] ?? null;
}

/** `Season 2`, `2. Staffel`, `Specials`: names that say no more than the number. */
const plain = /^[^\p{N}]{0,12}\p{N}{1,4}[^\p{N}]{0,12}$|^\P{N}*specials?$/iu;

/** `Second Arc` of `Title` is released as `Title Second Arc`. */
function nameOfSeason(title: string, {name}: WireSeason): string | null {
	if (name === null || plain.test(name) || foldTitle(name) === foldTitle(title)) {
		return null;
	}
	return foldTitle(name).includes(foldTitle(title)) ? name : `${title} ${name}`;
}

/**
 * The names of one season: its own name after that of the series, and alternative titles that the
 * provider labels `Season 2`.
 */
function toSeasonTitles({name, alternative_titles}: WireSeries, seasons: readonly WireSeason[]): SeasonTitle[] {
	const named = seasons.flatMap(season => {
		const title = season.season_number > 0 ? nameOfSeason(name, season) : null;
		return title === null ? [] : [{title, seasonNumber: season.season_number}];
	});
	const labelled = alternative_titles.results.flatMap(({title, type}) => {
		const found = splitSeason(`${title} ${type ?? ''}`);
		return type !== null && found?.isSure ? [{title, seasonNumber: found.season}] : [];
	});
	return [...named, ...labelled];
}
