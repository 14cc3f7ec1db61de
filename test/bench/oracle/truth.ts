import type {ParsedTitle, Source, TitleMode} from '#shared/domain/release/parsed-title.ts';

/** What the author of a name knows about it; missing fields are not asserted. */
export interface Truth {
	mode: TitleMode;
	title: string;
	year?: number;
	season?: number;
	episodes?: number[];
	absoluteEpisodes?: number[];
	specialAbsoluteEpisodes?: number[];
	airDate?: string;
	fullSeason?: boolean;
	partialSeason?: boolean;
	multiSeason?: boolean;
	source?: Source;
	resolution?: number;
	version?: number;
	group?: string;
	/** All of them must be read; others may be too. */
	languages?: string[];
	edition?: string;
	hash?: string;
	tmdbId?: number;
}

export interface MadeUpName {
	name: string;
	truth: Truth;
	/** Whether the name is a path. */
	isPath?: boolean;
}

/** The text after the title or the number, and what is known about it. */
export interface Piece {
	text: string;
	truth: Partial<Truth>;
}

/** The fields that say which episodes are meant: wrong values put a file in the wrong place. */
export const numbering = [
	'season',
	'episodes',
	'absoluteEpisodes',
	'specialAbsoluteEpisodes',
	'airDate',
	'fullSeason',
	'partialSeason',
	'multiSeason',
] as const satisfies readonly (keyof Truth & keyof ParsedTitle)[];

/** The numbering of a name that contains none of these fields. */
export const nothing: Required<
	Pick<Truth, 'episodes' | 'absoluteEpisodes' | 'specialAbsoluteEpisodes' | 'fullSeason' | 'partialSeason' | 'multiSeason'>
> = {
	episodes: [],
	absoluteEpisodes: [],
	specialAbsoluteEpisodes: [],
	fullSeason: false,
	partialSeason: false,
	multiSeason: false,
};

/** What a name means, however it is read: one or more episodes of a season or of the whole show, or a film. */
export type Meant = {season: number | null; numbers: number[]; special?: boolean} | {film: string; year: number | null};

/** A name that is easily read as something else: an episode as its season, one number as another. */
export interface Trap {
	name: string;
	meant: Meant;
	isPath?: boolean;
}
