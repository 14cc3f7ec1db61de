import type {MediaFile} from './media-file.ts';
import type {MinimumAvailability, MovieDetails} from './movie.ts';
import type {LibraryFields} from './title.ts';

/** A movie in the library: the provider's data, and our own. */
export interface Movie extends MovieDetails, LibraryFields {
	minimumAvailability: MinimumAvailability;
	/** Its own availability delay; null for that of the setting. Missing in movies of older versions. */
	availabilityDelayDays?: number | null;
	file: MediaFile | null;
}
