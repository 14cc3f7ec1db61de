import type {CastMember, TitleDetails} from './title.ts';

export const minimumAvailabilities = ['announced', 'inCinemas', 'released'] as const;
export type MinimumAvailability = (typeof minimumAvailabilities)[number];

export interface CrewMember {
	name: string;
	job: string;
	metaId: number;
}

/** What the metadata provider knows about a movie, in our own fields. */
export interface MovieDetails extends TitleDetails {
	tagline: string | null;
	website: string | null;
	cast: CastMember[];
	crew: CrewMember[];
	inCinemas: Date | null;
	digitalRelease: Date | null;
	physicalRelease: Date | null;
	/** The provider's collection that it is part of, such as a trilogy. Null for none, and until the first refresh. */
	collectionMetaId: number | null;
	collectionTitle: string | null;
}
