import type {MediaFile} from './media-file.ts';
import type {CastMember, LibraryFields, TitleDetails} from './title.ts';

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

interface DatedMovie extends Partial<Pick<MovieDetails, 'inCinemas' | 'digitalRelease' | 'physicalRelease'>> {
	year: number | null;
}

/** The year in which a movie first came out, where the provider has that of a return to the cinemas; else null. */
export function earlierYear({year, inCinemas, digitalRelease, physicalRelease}: DatedMovie): number | null {
	const years = [inCinemas, digitalRelease, physicalRelease].flatMap(date => (date ? [date.getUTCFullYear()] : []));
	const first = Math.min(...years);
	return year !== null && first < year ? first : null;
}

/** A movie in the library: the provider's data, and our own. */
export interface Movie extends MovieDetails, LibraryFields {
	minimumAvailability: MinimumAvailability;
	/** Its own availability delay; null for that of the setting. Missing in movies of older versions. */
	availabilityDelayDays?: number | null;
	file: MediaFile | null;
}
