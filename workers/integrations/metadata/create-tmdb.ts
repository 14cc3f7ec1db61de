import {movieGenres, seriesGenres} from '#shared/domain/media/discovered-lists.ts';
import {NotFound} from '#shared/errors.ts';
import {createAskTmdb, type Params, readAs, type TmdbOptions} from './ask-tmdb.ts';
import type {Freshness, GroupedEpisode, MetadataProvider, TitleCandidate} from './metadata-provider.ts';
import {fillGaps, hasGaps, readWholeSeries} from './read-seasons.ts';
import {listOf, maxPages, toCollection, toMovie, wireCollection} from './to-movie.ts';
import {toSeries} from './to-series.ts';
import {createImageUrl, type ImageUrl, toDay, toYear} from './to-titles.ts';
import {type WireGroup, type WirePage, wireFound, wireGroup, wireGroups, wireMovie, wirePage} from './wire.ts';

const movieExtras = 'alternative_titles,credits,external_ids,images,keywords,release_dates,translations,videos';

/** The metadata provider for TMDB's v3 API, or for any server that speaks it. */
export function createTmdb(options: TmdbOptions): Omit<MetadataProvider, 'image' | 'checkKey'> {
	const ask = createAskTmdb(options);
	const imageUrl = createImageUrl(options.imageBaseUrl);
	const language = toLocale(options.language);
	const country = options.certificationCountry;

	async function series(metaId: number, signal: AbortSignal, freshness?: Freshness) {
		const whole = await readWholeSeries(ask, `tv/${metaId}`, {params: localized(language), signal, freshness});
		const isTranslated = language.startsWith('en') || !hasGaps(whole);
		const seasons = isTranslated
			? whole.seasons
			: fillGaps(whole, await readWholeSeries(ask, `tv/${metaId}`, {params: localized('en-US'), signal, freshness}));
		return toSeries(whole.series, seasons, {imageUrl, country, language, now: options.now()});
	}

	async function search(path: string, params: Params, signal: AbortSignal): Promise<TitleCandidate[]> {
		const answer = await ask(path, {...params, language, include_adult: 'false', page: 1}, {signal, schema: wirePage});
		return readAs(wirePage, answer).results.flatMap(hit => toCandidate(hit, imageUrl));
	}

	/**
	 * Years in release names are sometimes one off, so if the search with the year finds nothing,
	 * the title alone is tried.
	 */
	async function searchWithYear(path: string, {query, ...year}: Params & {query: string}, signal: AbortSignal): Promise<TitleCandidate[]> {
		const found = await search(path, {query, ...year}, signal);
		return found.length > 0 || Object.keys(year).length === 0 ? found : search(path, {query}, signal);
	}

	async function find(id: string, source: 'imdb_id' | 'tvdb_id', signal: AbortSignal) {
		try {
			return readAs(wireFound, await ask(`find/${encodeURIComponent(id)}`, {external_source: source}, {signal, schema: wireFound}));
		} catch (error) {
			if (error instanceof NotFound) {
				return null;
			}
			throw error;
		}
	}

	return {
		movie: async (metaId, signal, freshness) => {
			const params = {...localized(language), append_to_response: movieExtras};
			const answer = await ask(`movie/${metaId}`, params, {signal, schema: wireMovie, freshness});
			return toMovie(readAs(wireMovie, answer), {imageUrl, country, language, now: options.now()});
		},
		series,
		listPage: async (path, params, signal) =>
			(await ask(path, {...params, language}, {signal, schema: null, freshness: 'fresh'})) as object, // it was parsed as one
		searchMovies: (title, year, signal) => searchWithYear('search/movie', {query: title, ...(year ? {year} : {})}, signal),
		searchSeries: (title, year, signal) =>
			searchWithYear('search/tv', {query: title, ...(year ? {first_air_date_year: year} : {})}, signal),
		episodeGroups: async (metaId, signal) => {
			const answer = await ask(`tv/${metaId}/episode_groups`, {}, {signal, schema: wireGroups}).catch(error => {
				// A server that only speaks a part of TMDB's API has no groups.
				if (error instanceof NotFound) {
					return {};
				}
				throw error;
			});
			return readAs(wireGroups, answer).results.map(({id, name, episode_count}) => ({id, name, episodes: episode_count}));
		},
		episodeGroup: async (id, signal) => {
			const answer = await ask(`tv/episode_group/${encodeURIComponent(id)}`, {}, {signal, schema: wireGroup});
			return toPlaces(readAs(wireGroup, answer).groups);
		},
		findByImdbId: async (imdbId, kind, signal) => {
			const found = await find(imdbId, 'imdb_id', signal);
			return (kind === 'movie' ? found?.movie_results[0]?.id : (found?.tv_results[0]?.id ?? found?.tv_episode_results[0]?.show_id)) ?? null;
		},
		collection: async (metaId, signal) => {
			const answer = await ask(`collection/${metaId}`, {language}, {signal, schema: wireCollection, freshness: 'fresh'});
			return toCollection(readAs(wireCollection, answer), imageUrl);
		},
		async discover(wanted, signal) {
			const {path, params} = listOf(wanted, options.now());
			const answer = await ask(path, {...params, language, page: wanted.page}, {signal, schema: wirePage});
			const {results, total_pages} = readAs(wirePage, answer);
			return {titles: results.flatMap(hit => toCandidate(hit, imageUrl)), pages: Math.min(maxPages, total_pages ?? 1)};
		},
		findByTvMetaId: async (tvMetaId, signal) => {
			const found = await find(String(tvMetaId), 'tvdb_id', signal);
			return found?.tv_results[0]?.id ?? found?.tv_episode_results[0]?.show_id ?? null;
		},
	};
}

/**
 * The groups are seasons, and the first one may be the specials: their number counts from 0, or from 1 without them.
 * Episodes count from 0.
 */
function toPlaces(groups: readonly WireGroup[]): GroupedEpisode[] {
	const sorted = groups.toSorted((a, b) => a.order - b.order);
	const [first] = sorted;
	const lacksSpecials = first?.order === 0 && !/special|season 0|staffel 0/i.test(first.name);
	return sorted.flatMap(({order, episodes}) =>
		episodes
			.toSorted((a, b) => a.order - b.order)
			.map(({id}, index) => ({metaId: id, seasonNumber: order + (lacksSpecials ? 1 : 0), episodeNumber: index + 1})),
	);
}

/** Without the others TMDB sends only images and films in the requested language, which most titles do not have. */
function localized(language: string): Params {
	const images = new Set([language.slice(0, 2), 'null', 'en']);
	const spoken = [...images].join(',');
	return {language, include_image_language: spoken, include_video_language: spoken};
}

/** The provider knows `pt-BR`, not `pt-br`. */
function toLocale(language: string): string {
	const [code = 'en', region] = language.trim().split(/[-_]/);
	return region ? `${code.toLowerCase()}-${region.toUpperCase()}` : code.toLowerCase() || 'en';
}

/** Its lists have numbers only. */
const genreNames = new Map(Object.entries({...movieGenres, ...seriesGenres}).map(([name, id]) => [id, name]));

function toCandidate(hit: WirePage['results'][number], imageUrl: ImageUrl): TitleCandidate[] {
	const own = hit.title ?? hit.name;
	if (!own) {
		return [];
	}
	return [
		{
			metaId: hit.id,
			title: own,
			originalTitle: hit.original_title ?? hit.original_name ?? own,
			year: toYear(hit.release_date ?? hit.first_air_date),
			overview: hit.overview,
			posterUrl: imageUrl(hit.poster_path, 'w500'),
			releaseDate: toDay(hit.release_date ?? hit.first_air_date),
			metaRating: hit.vote_average,
			genres: hit.genre_ids.flatMap(id => genreNames.get(id) ?? []),
		},
	];
}

/** Throws what asking for a title would, unless the provider accepts the key. */
export async function checkKey(options: TmdbOptions, signal: AbortSignal): Promise<void> {
	const ask = createAskTmdb({...options, cache: null});
	try {
		await ask('configuration', {}, {signal, schema: null});
	} catch (error) {
		// A server that only speaks a part of TMDB's API may lack this path; it did not refuse the key.
		if (!(error instanceof NotFound)) {
			throw error;
		}
	}
}
