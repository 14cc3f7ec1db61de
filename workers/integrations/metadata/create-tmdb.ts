import type {CollectionDetails} from '#shared/domain/media/title-collection.ts';
import {NotFound} from '#shared/errors.ts';
import {createAskTmdb, type Params, readAs, type TmdbOptions} from './ask-tmdb.ts';
import type {Freshness, MetadataProvider, TitleCandidate, WantedTitles} from './metadata-provider.ts';
import {fillGaps, hasGaps, readWholeSeries} from './read-seasons.ts';
import {toMovie} from './to-movie.ts';
import {toSeries} from './to-series.ts';
import {createImageUrl, type ImageUrl, toDate, toYear} from './to-titles.ts';
import {type WireCollection, type WirePage, wireCollection, wireFound, wireMovie, wirePage} from './wire.ts';

const movieExtras = 'alternative_titles,credits,external_ids,images,release_dates,translations';

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
		return toSeries(whole.series, seasons, {imageUrl, country, now: options.now()});
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
			return toMovie(readAs(wireMovie, answer), {imageUrl, country});
		},
		series,
		searchMovies: (title, year, signal) => searchWithYear('search/movie', {query: title, ...(year ? {year} : {})}, signal),
		searchSeries: (title, year, signal) =>
			searchWithYear('search/tv', {query: title, ...(year ? {first_air_date_year: year} : {})}, signal),
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

/** The provider refuses pages beyond. */
const maxPages = 500;

/** The lists that the provider has under these names. There is none of series that are to come, so it is filtered for them. */
function listOf(wanted: WantedTitles, now: Date): {path: string; params: Params} {
	const type = wanted.type === 'movie' ? 'movie' : 'tv';
	switch (wanted.kind) {
		case 'similar':
			return {path: `${type}/${wanted.metaId}/similar`, params: {}};
		case 'recommended':
			return {path: `${type}/${wanted.metaId}/recommendations`, params: {}};
		case 'trending':
			return {path: `trending/${type}/week`, params: {}};
		case 'upcoming': {
			const from = {'first_air_date.gte': now.toISOString().slice(0, 10), sort_by: 'popularity.desc'};
			return type === 'movie' ? {path: 'movie/upcoming', params: {}} : {path: 'discover/tv', params: from};
		}
		default:
			return {path: `${type}/${{popular: 'popular', topRated: 'top_rated', inCinemas: 'now_playing'}[wanted.kind]}`, params: {}};
	}
}

function toCollection(wire: WireCollection, imageUrl: ImageUrl): CollectionDetails {
	const parts = wire.parts.map(({id, title, release_date, poster_path}) => ({
		metaId: id,
		title,
		year: toYear(release_date),
		releaseDate: toDate(release_date),
		posterUrl: imageUrl(poster_path, 'w500'),
	}));
	const timeOf = ({releaseDate}: {releaseDate: Date | null}) => releaseDate?.getTime() ?? Number.MAX_SAFE_INTEGER;
	return {
		metaId: wire.id,
		title: wire.name,
		overview: wire.overview,
		posterUrl: imageUrl(wire.poster_path, 'w500'),
		parts: parts.sort((a, b) => timeOf(a) - timeOf(b)),
	};
}

/** Without the second parameter TMDB sends only images in the requested language, which most titles do not have. */
function localized(language: string): Params {
	const images = new Set([language.slice(0, 2), 'null', 'en']);
	return {language, include_image_language: [...images].join(',')};
}

/** The provider knows `pt-BR`, not `pt-br`. */
function toLocale(language: string): string {
	const [code = 'en', region] = language.trim().split(/[-_]/);
	return region ? `${code.toLowerCase()}-${region.toUpperCase()}` : code.toLowerCase() || 'en';
}

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
