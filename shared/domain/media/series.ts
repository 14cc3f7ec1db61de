import type {CastMember, Image, TitleDetails} from './title.ts';

export const seriesStatuses = ['continuing', 'ended', 'upcoming'] as const;
export type SeriesStatus = (typeof seriesStatuses)[number];

export const seriesTypes = ['standard', 'daily', 'anime'] as const;
export type SeriesType = (typeof seriesTypes)[number];

/** What the metadata provider knows about one episode, in our own fields. */
export interface EpisodeDetails {
	metaId: number | null;
	seasonNumber: number;
	episodeNumber: number;
	absoluteEpisodeNumber: number | null;
	title: string;
	overview: string | null;
	/** `YYYY-MM-DD`, the date at the place of broadcast. */
	airDate: string | null;
	/** Minutes. */
	runtime: number | null;
	images: Image[];
}

export interface SeasonDetails {
	seasonNumber: number;
	overview: string | null;
	airDate: string | null;
	images: Image[];
	episodes: EpisodeDetails[];
}

/** A name that means one season of a series: `Title: Second Arc` is season 2. */
export interface SeasonTitle {
	title: string;
	seasonNumber: number;
}

/** What the metadata provider knows about a series, in our own fields. */
export interface SeriesDetails extends TitleDetails {
	tvMetaId: number | null;
	network: string | null;
	status: SeriesStatus;
	type: SeriesType;
	/** Names that mean one season: the provider's season names, and alternative titles that it marks so. */
	seasonTitles: SeasonTitle[];
	actors: CastMember[];
	seasons: SeasonDetails[];
}
