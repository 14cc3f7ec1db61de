const imageTypes = ['poster', 'backdrop', 'logo', 'still'] as const;

export interface Image {
	url: string;
	type: (typeof imageTypes)[number];
}

export interface CastMember {
	name: string;
	character: string;
	metaId: number;
	/** Address of a portrait. Missing until the next refresh of the title. */
	pictureUrl?: string | null;
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
	/** Its subjects, in the provider's words. Missing, like the next two, until its next refresh. */
	keywords?: string[];
	/** Companies that made it. */
	studios?: string[];
	/** Countries where it comes from, in ISO 3166-1. */
	originalCountries?: string[];
	certification: string | null;
	metaRating: number | null;
	metaVoteCount: number | null;
	posterUrl: string | null;
	backdropUrl: string | null;
	/** Missing until its next refresh. */
	trailerUrl?: string | null;
	alternativeTitles: string[];
	images: Image[];
}

export const addedByKinds = ['person', 'list', 'collection', 'backfill', 'app', 'move'] as const;

/** Who or what added a title to the library. */
export interface AddedBy {
	kind: (typeof addedByKinds)[number];
	/** Id of the user, list, collection or library, or of a program's API key; null if unknown. */
	id: string | null;
}

/** Our own data about a library title, movie or series. */
export interface LibraryFields {
	id: string;
	sortTitle: string;
	titleSlug: string;
	monitored: boolean;
	rootFolderPath: string;
	/**
	 * Absolute path of its own folder, below `rootFolderPath`. It is chosen when the title is added, so a new title or
	 * template moves nothing.
	 */
	path: string;
	qualityProfileId: string;
	/** The custom library it belongs to; null for none. */
	libraryId: string | null;
	/** Labels, see `toLabel`: `ownTags` and `ruleTags` together, sorted. */
	tags: string[];
	/** Tags given by people, lists and programs. */
	ownTags: string[];
	/** Tags given by the rules for tags. */
	ruleTags: string[];
	/** Its own language profile; null or missing for that of its library. */
	languageProfileId?: string | null;
	searchOnAdd: boolean;
	lastSearchTime: Date | null;
	lastRefreshTime: Date | null;
	addedAt: Date;
	/** Null for titles that were added before this was stored. */
	addedBy: AddedBy | null;
	createdAt: Date;
	updatedAt: Date;
}

/** `Paper Harbor (2019)` */
export function withYear(title: string, year: number | null): string {
	return year === null ? title : `${title} (${year})`;
}
