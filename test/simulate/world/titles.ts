/** A movie or an episode, as the judges know it. */
export interface Title {
	/** Id in the library. */
	id: string;
	/** For people. */
	name: string;
	kind: 'movie' | 'episode';
	/** Null for a movie. */
	seriesId: string | null;
	season: number;
	episode: number;
	/** Minutes. */
	runtime: number;
	/** It and its series are monitored. */
	monitored: boolean;
	/** When somebody wants it first: it has aired, or is available by its own setting. Infinity for never. */
	wantedFrom: number;
	/** What the library has of it when the simulation begins. */
	had: 'nothing' | 'poor' | 'good';
	/** Aired within the simulation, so it must be searched within the hour. */
	airs: boolean;
}

/** A release that comes out one day, the same file at one or several indexers. */
export interface Offer {
	guid: string;
	/** Name of the release. */
	title: string;
	/** All from one movie or one season. */
	titles: readonly Title[];
	isPack: boolean;
	/** When each indexer has it, in the order of the indexers; Infinity for never. */
	at: readonly number[];
	/** Bytes. */
	size: number;
}

export const firstAt = ({at}: Pick<Offer, 'at'>) => Math.min(...at);

/** A film at the provider, with its releases. */
export interface Film {
	metaId: number;
	imdbId: string | null;
	title: Title;
	offers: Offer[];
}

/** A series at the provider, with its releases by season. */
export interface Show {
	metaId: number;
	tvMetaId: number | null;
	seasons: Map<number, {titles: Title[]; offers: Offer[]}>;
}

export interface Span {
	start: number;
	/** The last moment at which something new appears. */
	end: number;
}
