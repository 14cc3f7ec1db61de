import type {
	EpisodeDetail,
	EpisodeFileDetail,
	Movie as ListedMovie,
	QueueItem as ListedQueueItem,
	Series as ListedSeries,
	MovieDetail,
	MovieFile,
	MovieFileDetail,
	QualityProfile,
	Rights,
	Season as SeasonOfSeries,
	SeriesDetail,
	SessionUser,
} from './schemas.ts';

/*
 * Replies of the API by the names of the page, which often has a title either from a list or with all details.
 * `schemas.ts` is written from the document of the API.
 */
export type {
	HistoryEntry,
	ImportCandidate,
	IndexerResult,
	LookedUpTitle as FoundTitle,
	NamedTitle,
	Pagination,
	Release,
	RootFolder,
} from './schemas.ts';

type Listed<Short, Detail> = Short & Partial<Omit<Detail, keyof Short>>;

export type Right = keyof Rights;
export type User = SessionUser & {rights: Rights};

export type MediaFile = Listed<MovieFile, MovieFileDetail & EpisodeFileDetail>;
export type Movie = Omit<Listed<ListedMovie, MovieDetail>, 'file'> & {file: MediaFile | null};
export type Series = Omit<Listed<ListedSeries, SeriesDetail>, 'seasons'> & {seasons?: Season[]};
export type Season = SeasonOfSeries;
export type Episode = EpisodeDetail;
/** What movies and series share. */
export type Title = Pick<Movie | Series, keyof Movie & keyof Series>;
export type OfMovie = Omit<Movie, keyof Title>;
export type OfSeries = Omit<Series, keyof Title>;
export type Person = NonNullable<Movie['credits']>['cast'][number] & {job?: string | null};

/** Progress, 0 to 100, comes with the events. */
export type QueueItem = ListedQueueItem & {progress?: number};
export type Profile = Pick<QualityProfile, 'id' | 'name'> & {isDefault?: boolean; items?: QualityProfile['items']};

export interface SearchSubject {
	movieId?: string;
	seriesId?: string;
	seasonNumber?: string | null;
	episodeNumber?: string | null;
}

export interface EpisodeNumbers {
	id: string;
	seasonNumber: number;
	episodeNumber: number;
}

/** What a person says a file is. */
export interface ChosenTitle {
	kind: 'movie' | 'series';
	id: string;
	title: string;
	/** Of one season. None: those that the name of the file says. */
	episodes: readonly EpisodeNumbers[];
}
