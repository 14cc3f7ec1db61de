import type {MovieDetails} from '#shared/domain/media/movie.ts';
import type {SeriesDetails} from '#shared/domain/media/series.ts';
import type {CollectionDetails} from '#shared/domain/media/title-collection.ts';
import type {DiscoverKind} from '#shared/jobs/collections.ts';

/**
 * The metadata provider. Throws NotFound `title_not_found_at_provider`; Invalid `provider_key_refused`; Unavailable
 * `provider_key_missing`; TooMany `provider_rate_limited` with the requested pause; UpstreamFailed `provider_failed` or
 * `timed_out`.
 */
export interface MetadataProvider {
	movie(metaId: number, signal: AbortSignal, freshness?: Freshness): Promise<MovieDetails>;
	/** Includes all seasons and episodes, with as few requests as the provider allows. */
	series(metaId: number, signal: AbortSignal, freshness?: Freshness): Promise<SeriesDetails>;
	searchMovies(title: string, year: number | null, signal: AbortSignal): Promise<TitleCandidate[]>;
	searchSeries(title: string, year: number | null, signal: AbortSignal): Promise<TitleCandidate[]>;
	/** Returns the provider's id of a title known by its IMDb id, or null. */
	findByImdbId(imdbId: string, kind: 'movie' | 'series', signal: AbortSignal): Promise<number | null>;
	/** The other orders in which the provider lists the episodes of a series. */
	episodeGroups(metaId: number, signal: AbortSignal): Promise<EpisodeGroup[]>;
	/** The places of the episodes in one of these orders. */
	episodeGroup(id: string, signal: AbortSignal): Promise<GroupedEpisode[]>;
	/** A picture at an address that the provider gave. Throws NotFound `image_not_found`. */
	image(url: string, signal: AbortSignal): Promise<Buffer>;
	/** All films of a collection, in order of release. */
	collection(metaId: number, signal: AbortSignal): Promise<CollectionDetails>;
	/** Titles that people may like, one page of the provider's list. */
	discover(wanted: WantedTitles, signal: AbortSignal): Promise<TitlePage>;
	findByTvMetaId(tvMetaId: number, signal: AbortSignal): Promise<number | null>;
	/** One page of a list of titles, in the provider's own words and always a fresh one. */
	listPage(path: string, params: Readonly<Record<string, string | number>>, signal: AbortSignal): Promise<object>;
	/** Throws unless the provider accepts this key, whatever the settings say. */
	checkKey(apiKey: string, signal: AbortSignal): Promise<void>;
}

/** What the provider lists. `metaId` is the title that others are similar to, or that they are recommended for. */
export type WantedTitles = {type: 'movie' | 'series'; page: number} & (
	| {kind: Exclude<DiscoverKind, 'similar' | 'recommended'>; genreId?: number | undefined; makerId?: number | undefined}
	| {kind: 'similar' | 'recommended'; metaId: number}
);

export interface TitlePage {
	titles: TitleCandidate[];
	/** How many there are. */
	pages: number;
}

/** Another order of the episodes of a series, such as that of its DVDs. */
export interface EpisodeGroup {
	id: string;
	name: string;
	episodes: number;
}

export interface GroupedEpisode {
	/** The provider's id of the episode. */
	metaId: number;
	seasonNumber: number;
	episodeNumber: number;
}

/** `fresh` always asks the provider; `cached`, the default, accepts a cached answer. */
export type Freshness = 'fresh' | 'cached';

export interface TitleCandidate {
	metaId: number;
	title: string;
	originalTitle: string;
	year: number | null;
	overview: string | null;
	posterUrl: string | null;
	/** `YYYY-MM-DD`, of its first release or broadcast. */
	releaseDate?: string | null;
	/** From 0 to 10. */
	metaRating?: number | null;
	genres?: string[];
}
