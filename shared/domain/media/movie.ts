export const minimumAvailabilities = ['announced', 'inCinemas', 'released'] as const;
export type MinimumAvailability = (typeof minimumAvailabilities)[number];

export interface CastMember {
	name: string;
	character: string;
	metaId: number;
}

export interface CrewMember {
	name: string;
	job: string;
	metaId: number;
}

export const imageTypes = ['poster', 'backdrop', 'logo', 'still'] as const;

export interface Image {
	url: string;
	type: (typeof imageTypes)[number];
}

/** What the metadata provider knows of a movie, in our words. */
export interface MovieDetails {
	metaId: number;
	imdbId: string | null;
	title: string;
	originalTitle: string;
	/** ISO 639-1. */
	originalLanguage: string | null;
	year: number | null;
	overview: string | null;
	tagline: string | null;
	website: string | null;
	/** Minutes. */
	runtime: number | null;
	genres: string[];
	certification: string | null;
	metaRating: number | null;
	metaVoteCount: number | null;
	posterUrl: string | null;
	backdropUrl: string | null;
	alternativeTitles: string[];
	cast: CastMember[];
	crew: CrewMember[];
	images: Image[];
	inCinemas: Date | null;
	digitalRelease: Date | null;
	physicalRelease: Date | null;
}
