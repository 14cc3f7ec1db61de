import type {ParsedTitle, Source, TitleMode} from '#shared/domain/release/parsed-title.ts';

/** What the writer of a name knows of it; a field that is left out is not asserted. */
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
	/** All of them have to be read; more may be. */
	languages?: string[];
	edition?: string;
	hash?: string;
	tmdbId?: number;
}

export interface MadeUpName {
	name: string;
	truth: Truth;
	/** The name is a path. */
	isPath?: boolean;
}

/** What follows the title and the number, and what is known of it. */
export interface Piece {
	text: string;
	truth: Partial<Truth>;
}

/** The fields that say which episodes are meant: wrong ones put a file into the wrong place. */
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

/** The numbering of a name that tells nothing of these fields. */
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
