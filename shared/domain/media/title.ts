const imageTypes = ['poster', 'backdrop', 'logo', 'still'] as const;

export interface Image {
	url: string;
	type: (typeof imageTypes)[number];
}

export interface CastMember {
	name: string;
	character: string;
	metaId: number;
}

/** What the metadata provider knows about any title, movie or series, in our own fields. */
export interface TitleDetails {
	metaId: number;
	imdbId: string | null;
	title: string;
	originalTitle: string;
	/** ISO 639-1. */
	originalLanguage: string | null;
	/** Year of the first release. */
	year: number | null;
	overview: string | null;
	/** Minutes. */
	runtime: number | null;
	genres: string[];
	certification: string | null;
	metaRating: number | null;
	metaVoteCount: number | null;
	posterUrl: string | null;
	backdropUrl: string | null;
	alternativeTitles: string[];
	images: Image[];
}

/** Who added a title: a person, or what did it by itself. `id` is that of the user, key, list, library or collection. */
export const addedByKinds = ['person', 'list', 'collection', 'backfill', 'app', 'move'] as const;

export interface AddedBy {
	kind: (typeof addedByKinds)[number];
	id: string | null;
}

/** Our own data about a library title, movie or series. */
export interface LibraryFields {
	id: string;
	sortTitle: string;
	titleSlug: string;
	monitored: boolean;
	rootFolderPath: string;
	qualityProfileId: string;
	libraryId: string | null;
	searchOnAdd: boolean;
	/** Null for titles of older versions, which did not note it. */
	addedBy: AddedBy | null;
	lastSearchTime: Date | null;
	lastRefreshTime: Date | null;
	addedAt: Date;
	createdAt: Date;
	updatedAt: Date;
}

/** `Paper Harbor (2019)` */
export function withYear(title: string, year: number | null): string {
	return year === null ? title : `${title} (${year})`;
}
